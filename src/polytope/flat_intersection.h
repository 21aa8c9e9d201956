#pragma once
/// Intersections of convex sets of which one has at most two dimensions, in exact arithmetic: the corners of contact sets.

#include <array>
#include <cstdint>
#include <span>

#include "numbers/dyadic.h"
#include "numbers/kept_blocks.h"
#include "numbers/vector.h"
#include "polytope/short_list.h"

namespace graze::sat {

/// The point x / w; w > 0. Crossings of lines are fractions, so points carry their denominator.
struct FlatPoint {
  Vector3<Dyadic> x;
  Dyadic w = 1;
};

/// Inline storage: two triangles share at most six corners; repeated ones that the first steps find go to the hull.
using FlatPoints = ShortList<FlatPoint, 8>;

/// The intersection of the hulls of two sets of points that all lie in one plane with this (nonzero) normal: corners in order.
[[nodiscard]] FlatPoints intersection_in_plane(const Vector3<Dyadic>& normal, const FlatPoints& a, const FlatPoints& b);

/// The intersection of the hulls of two sets of points, each of at most two dimensions, anywhere in space: corners in order.
[[nodiscard]] FlatPoints flat_intersection(const FlatPoints& a, const FlatPoints& b);

/// The hull of points of one plane with this (nonzero) normal: its corners in order, without those inside a side.
[[nodiscard]] FlatPoints hull_in_plane(const Vector3<Dyadic>& normal, FlatPoints points);

/// Two corners of a body, by their numbers.
using Chord = std::array<std::int32_t, 2>;

/// Every two of so many corners.
[[nodiscard]] KeptList<Chord> all_chords(std::int32_t count);

/// A solid as the hull of its corners. The chords are its edges, perhaps with others.
struct FlatSolid {
  FlatPoints corners;
  KeptList<Chord> chords;
};

/// The part of a set of at most two dimensions in a solid: corners in order.
[[nodiscard]] FlatPoints flat_intersection(const FlatPoints& flat, const FlatSolid& solid);

/// The part of a solid in the plane with this (nonzero) normal through a point: corners in order.
[[nodiscard]] FlatPoints section(const FlatSolid& solid, const Vector3<Dyadic>& normal, const FlatPoint& origin);

/// The part of a set of at most two dimensions in the half-space below that plane: corners in order.
[[nodiscard]] FlatPoints part_below(const FlatPoints& flat, const Vector3<Dyadic>& normal, const FlatPoint& origin);

/// A normal of the points' plane, zero when they are collinear.
[[nodiscard]] Vector3<Dyadic> plane_normal(const FlatPoints& points);

/// Whether the points lie in one plane.
[[nodiscard]] bool is_flat(const FlatPoints& points);

/// The points at right angles onto the plane of the largest triangle that the first of them makes with two others; collinear points
/// stay where they are.
[[nodiscard]] FlatPoints flattened(FlatPoints points);

}  // namespace graze::sat
