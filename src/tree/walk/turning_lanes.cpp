#include "tree/walk/turning_lanes.h"

#include "simd/processor.h"

namespace graze::tree {

FreeTimes free_times() {
  static const FreeTimes chosen = simd::has_avx2() ? free_times_avx2 : free_times_baseline;
  return chosen;
}

}  // namespace graze::tree
