#include "triangle/closest_lanes.h"

#include "simd/processor.h"

namespace graze::distance {

LeastSquared least_squared_of_processor() {
  static const LeastSquared chosen = simd::has_avx2() ? least_squared_avx2 : least_squared_baseline;
  return chosen;
}

}  // namespace graze::distance
