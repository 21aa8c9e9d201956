#pragma once
/// How do two lines, rays or segments lie, and where are they nearest?

#include <array>
#include <optional>
#include <string_view>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/vec.h>

namespace graze {

[[nodiscard]] GRAZE_API std::string_view name_of(LineRelation relation);

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
