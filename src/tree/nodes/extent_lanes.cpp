#include "tree/nodes/extent_lanes.h"

#include "simd/processor.h"

namespace graze::tree {

ExtentAlong extent_along_lanes() {
  static const ExtentAlong chosen = simd::has_avx2() ? extent_along_avx2 : extent_along_baseline;
  return chosen;
}

}  // namespace graze::tree
