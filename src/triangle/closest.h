#pragma once
/// Closest points of points, segments and triangles, each perhaps of a posed body. Zero exactly when they meet; otherwise the
/// distance has a relative error below relative_error, whatever the gap: small gaps are measured in exact arithmetic.
///
/// Bodies mean their stored numbers in real arithmetic, pose included, as in triangle/overlap.h.

#include <optional>
#include <span>

#include <graze/answers.h>

#include "triangle/features.h"
#include "triangle/overlap.h"

namespace graze::distance {

/// Doubles are trusted while their error bound stays below this part of the squared distance. No unit. Half of it is the error of
/// the distance, 2^-41 < 1e-12. TriangleClosest.HasTinyRelativeErrorForEveryGap
inline constexpr double trusted_error = 0x1p-40;

/// A point, segment or triangle of a posed body. Refers to the pose.
struct PlacedSimplex {
  PosedTriangle triangle;  ///< degenerate for fewer corners
  int corners = 3;

  [[nodiscard]] Simplex world() const { return {triangle.world.v, corners}; }
};

[[nodiscard]] PlacedSimplex placed_point(const Vec3& p, const Pose& pose);
[[nodiscard]] PlacedSimplex placed_segment(const Vec3& p, const Vec3& q, const Pose& pose);
[[nodiscard]] PlacedSimplex placed_triangle(const Triangle& triangle, const Pose& pose);

/// Bounds of a distance.
struct Bracket {
  double low = 0;
  double high = 0;
};

/// Of two simplices that are known not to meet, from their rounded coordinates.
[[nodiscard]] Bracket bracket_of_apart(const PlacedSimplex& a, const PlacedSimplex& b);

/// True only if they are farther apart than the limit: a quick look along the line between their middles, which misses little where
/// the gap exceeds their sizes.
[[nodiscard]] bool are_clearly_beyond(const PlacedSimplex& a, const PlacedSimplex& b, double limit);

/// Of two simplices that are known not to meet.
[[nodiscard]] Closest closest_of_apart(const PlacedSimplex& a, const PlacedSimplex& b);

/// The distance of a point and a triangle of the world, as closest() answers it. `near` is what nearest_features() found of them,
/// `doubt` that of the squared distance. Nothing where doubles cannot be trusted, and 0 only if the point is in the triangle.
[[nodiscard]] std::optional<double> length_in_doubles(const Vec3& point, const Simplex& triangle, const NearFeatures& near,
                                                      double doubt);

/// A point that two simplices share, in doubles; they are known to meet.
[[nodiscard]] Closest meeting_point(const PlacedSimplex& a, const PlacedSimplex& b);

[[nodiscard]] Closest closest(const PlacedSimplex& a, const PlacedSimplex& b);

}  // namespace graze::distance
