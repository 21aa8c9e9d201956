#pragma once
/// The depth of two bodies in each other along one direction: as a range from the filter, as a fraction under a root from exact
/// numbers, and what is answered when the least is known.

#include "polytope/contact/contact_times.h"
#include "polytope/contact/penetration.h"

namespace graze::sat {

/// `overlap` over the length of `normal`.
struct ExactDepth {
  Vector3<Dyadic> normal;  ///< from a to b, not zero: the direction in which b leaves
  Dyadic overlap;          ///< >= 0
};

/// What the filter knows of overlap / |axis|; everything for an axis that may be zero.
[[nodiscard]] inline Range depth_range(const Bounded& overlap, const Vector3<Bounded>& axis) {
  const Bounded squared = dot(axis, axis);
  if (sign_of(squared) != Sign::positive) return {};
  const double shortest = std::sqrt(std::max(0.0, squared.value - squared.error));
  const double longest = std::sqrt(squared.value + squared.error);
  const double low = overlap.value - overlap.error;
  const double high = overlap.value + overlap.error;
  const Range range{rounded_down(low / (low < 0 ? shortest : longest)), rounded_up(high / (high < 0 ? longest : shortest))};
  return std::isnan(range.lo) || std::isnan(range.hi) ? Range{} : range;
}

/// Compares without roots or quotients.
[[nodiscard]] inline bool shallower(const ExactDepth& x, const ExactDepth& y) {
  return x.overlap * x.overlap * dot(y.normal, y.normal) < y.overlap * y.overlap * dot(x.normal, x.normal);
}

/// The answer for the least depth, between these features.
[[nodiscard]] Penetration finished(const Convex& a, const Convex& b, const ExactDepth& depth,
                                   const std::array<Feature, 2>& features, World world, Manifold manifold);

}  // namespace graze::sat
