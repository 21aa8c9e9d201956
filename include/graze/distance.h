#pragma once
/// How far apart are two bodies, and between which points? With a sign, to the boundary of a solid; and how two lines lie.

#include <array>
#include <optional>
#include <string_view>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/vec.h>

namespace graze {

/// The shortest distance at time 0 and the points that are that far apart. Whether it is 0 agrees with overlap(). Of linear shapes
/// it is right to 1e-12 of itself, of curved ones to 1e-9 (1e-6 where the gap is below 1e-11 of the size). An empty mesh is
/// infinitely far from everything, and the answer has no points.
[[nodiscard]] GRAZE_API Result<Closest> closest_points(const Body& a, const Body& b, const DistanceOptions& options = {});
/// The same answer, perhaps sooner: the memory takes part only between meshes.
[[nodiscard]] GRAZE_API Result<Closest> closest_points(const Body& a, const Body& b, WarmStart& memory,
                                                       const DistanceOptions& options = {});

/// Is the distance at time 0 at most `distance`, a length >= 0? Stops as soon as that is known either way. Exact between meshes,
/// elsewhere what closest_points() says; 0 asks overlap(). Nothing is within any distance of an empty mesh.
[[nodiscard]] GRAZE_API Result<bool> within(const Body& a, const Body& b, double distance);

/// How far a body is from the boundary of a solid, and on which side of it.
struct SignedDistance {
  /// Positive apart, negative where a is in b: minus the length of the least translation that brings a out of b, minus infinity
  /// where none does. Of a ball that of its centre less its radius, whatever b is.
  double distance = 0;
  /// The point of a and the point of b's boundary that are so far apart; from inside too, then the nearest of the boundary. Of
  /// points, of balls and of what is apart; of planes, always.
  std::optional<std::array<Vec3, 2>> points{};
  std::optional<Vec3> normal{};  ///< unit: the way out of b, along which the distance grows; absent where they just touch
};

/// At time 0, to any convex body, plane or closed mesh b, and the other way round. A plane counts as the half-space behind it, of
/// which the normal points out: in front of it distances are positive; a line of the plane likewise, its front being to the left. A
/// mesh counts as the solid it bounds; one with open edges is an error, and so is a body that is neither point nor ball and meets a
/// mesh.
///
/// To planes the distance is the exact number within a unit in the last place; apart it is as right as closest_points(), inside
/// convex bodies as penetration(); inside meshes as the distance from the surface, and which side it is on is exact.
[[nodiscard]] GRAZE_API Result<SignedDistance> signed_distance(const Body& a, const Body& b);

[[nodiscard]] GRAZE_API std::string_view name_of(LineRelation relation);

/// How two lines, rays or segments lie, and where they are nearest.
struct LineReport {
  LineRelation relation = LineRelation::skew;
  bool intersect = false;  ///< exact: do the two themselves meet, not only the lines that carry them?
  double distance = 0;     ///< as of closest_points()
  /// Of nearest points, one on each within its range: a parameter t of o + t d with d as given, of a segment from 0 to 1. Where
  /// many pairs are equally near, least in the sum of their squares. Exact, rounded to nearest; infinite where no double is so
  /// large.
  std::array<double, 2> parameters{};
  std::array<Vec3, 2> points{Vec3::Zero(), Vec3::Zero()};  ///< there, rounded to nearest
  /// Of collinear ones that meet: what they share, as parameters of the first, perhaps infinite.
  std::optional<std::array<double, 2>> common{};
};

/// At time 0. Bodies that are no lines, rays or segments are an error.
[[nodiscard]] GRAZE_API Result<LineReport> lines(const Body& a, const Body& b);

}  // namespace graze
