#pragma once
/// Discs, balls and ellipsoids inside balls, cylinders, cones, ellipsoids and capsules: the pairs that polynomials do not decide.
///
/// Inside a quadric: the greatest value of a quadratic on a circle or a sphere, from its dual problem, which is convex in one
/// variable [Stern95]. Inside a capsule: the distance from its segment is convex, so over a piece of an arc or of an ellipsoid it
/// is no greater than at the corners of a polytope around that piece; pieces are split until that decides.

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::distance {

/// How far a disc, ball or ellipsoid may stick out of a quadric, relative to the greatest coefficient of the quadratic that
/// measures it, which is about the squared size of the two. No unit. Coefficients are exact up to the rounding of a disc's
/// directions, the eigenvalues of three by three numbers come within 2^-48, so 2^-40 is ample.
/// ContainsCurved.AnInscribedShapeIsInsideAndOneThatSticksOutByAMillionthIsNot
inline constexpr double quadric_slack = 0x1p-40;

/// The same for capsules, relative to the radius of the capsule plus the size of the inner shape. No unit. A piece of extent x
/// overestimates the distance by x^2 / 2, so this needs pieces of 2^-15: a circle that touches all around takes 2^17 of them.
/// ContainsCurved.AnInscribedShapeIsInsideAndOneThatSticksOutByAMillionthIsNot
inline constexpr double capsule_slack = 0x1p-30;

/// Are the rounded points of the inner shape, with their discs, balls or ellipsoids, inside the curved side of the outer one (not
/// asked: its planes)? The outer one has a curved side.
[[nodiscard]] bool holds_rounded_points(const Shape& outer, const Pose& outer_pose, const Shape& inner, const Pose& inner_pose);

}  // namespace graze::distance
