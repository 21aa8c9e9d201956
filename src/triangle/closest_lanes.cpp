#include "triangle/closest_lanes.h"

#include "box/eight_lanes.h"

namespace graze::distance {

LeastSquared least_squared_of_processor() {
  static const LeastSquared chosen = sat::has_avx2() ? least_squared_avx2 : least_squared_baseline;
  return chosen;
}

}  // namespace graze::distance
