#pragma once
/// The point of a circle that is nearest to another body: branch and bound over its angle, with both bounds.
///
/// A torus is all that is near its circle, so its distance from a body is that of the circle less the radius of the tube. The
/// distance f from a convex body is a convex function, so with its gradient g at the middle m of an arc f(x) >= f(m) + g.(x - m)
/// for the points x of the arc. From a circle f bends down too, no more than the inverse distance from its axis. From any other
/// body the distance of the triangle that holds the arc is a bound.

#include <array>
#include <cstdint>
#include <functional>

#include "ring/placed_ring.h"

namespace graze::ring {

/// The nearest point of a body, and how far it is; the same point where it is in the body.
struct NearestPoint {
  Vec3 point = Vec3::Zero();
  double distance = 0;
};

/// What a formula of a dozen operations may be off by, relative. No unit. Torus.DistanceOfTwoAgreesWithASampling
inline constexpr double few_roundings = 0x1p-48;

/// A body as the search sees it. Its functions hold no more than a pointer, for which std::function needs no heap.
struct Partner {
  std::function<NearestPoint(const Vec3& point)> nearest;
  /// Bounds how strongly the distance bends down within `radius` of a point, 1/length, infinite where there is no bound; nothing
  /// of bodies that are not convex and no circle either.
  std::function<double(const Vec3& point, double radius)> bends_down;
  /// Of such bodies: at most their distance from the triangle.
  std::function<double(const Triangle& triangle)> least_distance;
  double distance_error = few_roundings;  ///< of `nearest`, relative: what the distance may be too large by
  double reach = 0;                       ///< how large the body and its coordinates are; 0 if unbounded
};

struct CircleGap {
  double lower = 0;                                        ///< no point of the circle is nearer
  double upper = 0;                                        ///< distance of the points
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< of the circle and of the body
};

/// The bounds differ by at most 1e-12 of the distance less the radius of the tube, 2^-29 of the reaches, or twice what distances of
/// the other body may be off by, whichever is most, and by 2^-45 of the reaches where the tube is nearly met, unless the limit of
/// the search ends it: where a whole circle of points is equally near.
[[nodiscard]] CircleGap nearest_to_circle(const PlacedRing& ring, const Partner& other);

/// Another torus, by its circle; it has to stay there.
[[nodiscard]] Partner circle_of(const PlacedRing& ring);

}  // namespace graze::ring
