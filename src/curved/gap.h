#pragma once
/// How far two bodies are apart, with both bounds: what all questions about curved bodies are made of.

#include "views/support.h"

namespace graze::distance::gjk {

/// Bodies whose gap is at most this part of the sum of their reaches meet. No unit. A support point of a body is off by up to a
/// dozen roundings of its reach (2^-49), and so is the body's own description when its numbers were rounded by whoever made it.
/// CurvedDistance.TouchingBodiesMeetInAnyPose
inline constexpr double touching_gap = 0x1p-45;

/// In world coordinates and world units.
struct CurvedGap {
  bool meets = false;                                      ///< then the points are one point twice, and the rest means nothing
  double lower = 0;                                        ///< proven along `normal`
  double upper = 0;                                        ///< distance of the points
  Vec3 normal = Vec3::Zero();                              ///< unit, from a to b
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< one of each body
};

/// How much the bounds may differ, by the gap. No unit.
struct GapAccuracy {
  double promised = 0;
  double aimed = promised;  ///< where the roundings of doubles allow: 2^-47 of the reaches
};

/// b moved by `shift`. At most one of the two bodies may be unbounded. Bodies are apart only where a direction proves a gap beyond
/// touching_gap.
[[nodiscard]] CurvedGap gap_between(const Curved& a, const Curved& b, const Vector3<DoubleDouble>& shift,
                                    const GapAccuracy& accuracy);

/// The projection of a bounded body on the normal of a plane or half-space, in number type N.
template <class N>
struct FlatProjection {
  Vector3<N> normal;  ///< unit, in world axes
  N low{};            ///< signed distances from the plane, in the world's unit
  N high{};
  std::array<Vector3<N>, 2> points;  ///< of the body at low and high, in the world
};

template <class N>
[[nodiscard]] FlatProjection<N> projection_on(const Curved& plane, const Curved& body, const Vector3<DoubleDouble>& shift_of_body);

extern template FlatProjection<double> projection_on<double>(const Curved&, const Curved&, const Vector3<DoubleDouble>&);
extern template FlatProjection<DoubleDouble> projection_on<DoubleDouble>(const Curved&, const Curved&,
                                                                         const Vector3<DoubleDouble>&);

}  // namespace graze::distance::gjk
