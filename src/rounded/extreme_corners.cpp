/// Extreme corners: shortlisted in doubles, chosen exactly.

#include "rounded/extreme_corners.h"

#include <algorithm>
#include <utility>

#include "numbers/magnitude.h"

namespace graze::distance {
namespace {

Vector3<double> rounded_direction(const Vector3<Dyadic>& v) {
  const Magnitude size = std::max({abs(v.x), abs(v.y), abs(v.z)});
  return {(Magnitude(v.x) / size).to_double(), (Magnitude(v.y) / size).to_double(), (Magnitude(v.z) / size).to_double()};
}

/// What a height of a corner along a rounded direction may be off by.
double hidden(const MinkowskiDifference& d) { return 3 * d.error + 3 * (ray_error + 4 * tolerance::rounding) * d.reach; }

/// Finds the corners that may be least along the direction, as far as doubles can tell.
void find_perhaps_least(const sat::Vectors<double>& corners, const Vector3<double>& direction, double hidden,
                        CornerIndices& found) {
  const double limit = least_along(corners, direction).value + 2 * hidden;
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(corners.size()); ++i) {
    if (!(dot(corners[i], direction) > limit)) found.push_back(i);
  }
}

/// Leaves those that are least along the exact direction.
template <class ExactCorner>
void keep_exactly_least(CornerIndices& corners, const Vector3<Dyadic>& direction, ExactCorner exact_corner) {
  if (corners.size() == 1) return;
  std::size_t kept = 0;
  Dyadic least;
  for (const std::int32_t i : corners) {
    Dyadic value = dot(exact_corner(i), direction);
    if (kept > 0 && value > least) continue;
    if (kept > 0 && value < least) kept = 0;
    corners[kept++] = i;
    least = std::move(value);
  }
  corners.resize(kept);
}

CornerIndices least_of_a(const MinkowskiDifference& d, const Vector3<double>& rounded, const Vector3<Dyadic>& exact) {
  CornerIndices found;
  find_perhaps_least(d.a, rounded, hidden(d), found);
  keep_exactly_least(found, exact, [&](std::int32_t i) { return d.exact_a(i); });
  return found;
}

CornerIndices least_of_b(const MinkowskiDifference& d, const Vector3<double>& rounded, const Vector3<Dyadic>& exact) {
  CornerIndices found;
  find_perhaps_least(d.b, rounded, hidden(d), found);
  keep_exactly_least(found, exact, [&](std::int32_t j) { return d.exact_b(j); });
  return found;
}

}  // namespace

ExactDirection::ExactDirection(const Vector3<Dyadic>& nonzero) : exact(nonzero), rounded(rounded_direction(nonzero)) {}

Generator least_generator(const MinkowskiDifference& d, const ExactDirection& direction) {
  return {least_of_a(d, direction.rounded, direction.exact)[0], least_of_b(d, -direction.rounded, -direction.exact)[0]};
}

CornerIndices extreme_corners_of_a(const MinkowskiDifference& d, const ExactDirection& direction) {
  return least_of_a(d, -direction.rounded, -direction.exact);
}

CornerIndices extreme_corners_of_b(const MinkowskiDifference& d, const ExactDirection& direction) {
  return least_of_b(d, -direction.rounded, -direction.exact);
}

}  // namespace graze::distance
