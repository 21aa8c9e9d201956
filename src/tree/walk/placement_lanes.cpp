#include "tree/walk/placement_lanes.h"

#include "simd/processor.h"

namespace graze::tree {

PlaceBox place_box() {
  static const PlaceBox chosen = simd::has_avx2() ? place_box_avx2 : place_box_baseline;
  return chosen;
}

}  // namespace graze::tree
