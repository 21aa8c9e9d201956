#pragma once
/// Lines, rays and segments against each other, in space or in the plane z = 0: where they are nearest and what they share.

#include <array>
#include <optional>

#include <graze/answers.h>
#include <graze/vec.h>

#include "ray/convex.h"

namespace graze::distance {

/// Parameters of the first line that both share.
struct CommonRange {
  double first = 0;  ///< perhaps -infinity
  double last = 0;   ///< perhaps infinity
};

struct LinePair {
  bool intersect = false;  ///< exact
  LineRelation relation = LineRelation::skew;
  /// Of nearest points, one on each within its range; where many are equally near, least in the sum of their squares.
  std::array<double, 2> parameters{0, 0};
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< there
  std::optional<CommonRange> common;                       ///< of collinear ones that meet, in parameters of the first
};

[[nodiscard]] LinePair nearest(const Probe& a, const Probe& b);

}  // namespace graze::distance
