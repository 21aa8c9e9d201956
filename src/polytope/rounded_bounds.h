#pragma once
/// A box around exact points in doubles, by which most sets that do not meet are told apart.

#include <cstddef>

#include <graze/vec.h>

#include "polytope/flat_intersection.h"

namespace graze::sat {

/// Points rounded to nearest keep their order, so sets that meet have boxes that do.
struct RoundedBounds {
  Vec3 low = Vec3::Zero();
  Vec3 high = Vec3::Zero();

  [[nodiscard]] bool meets(const RoundedBounds& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
};

/// Of at least one point.
[[nodiscard]] inline RoundedBounds rounded_bounds(const FlatPoints& points) {
  RoundedBounds box;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const FlatPoint& p = points[k];
    const Vec3 at(quotient_nearest(p.x.x, p.w), quotient_nearest(p.x.y, p.w), quotient_nearest(p.x.z, p.w));
    box.low = k == 0 ? at : Vec3(box.low.cwiseMin(at));
    box.high = k == 0 ? at : Vec3(box.high.cwiseMax(at));
  }
  return box;
}

}  // namespace graze::sat
