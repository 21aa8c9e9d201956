#include "tree/walk/placement_lanes.h"

namespace graze::tree {

PlaceBox place_box() {
  static const PlaceBox chosen = sat::has_avx2() ? place_box_avx2 : place_box_baseline;
  return chosen;
}

}  // namespace graze::tree
