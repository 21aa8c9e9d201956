#pragma once
/// Where does a line, a ray or a segment pass through a body?

#include <array>
#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>
#include <graze/shapes.h>

namespace graze {

/// Against b at time 0. The line need not be a Geometry; its numbers are checked: finite. A mesh that is no solid has no inside to
/// start in.
[[nodiscard]] GRAZE_API Result<Raycast> raycast(const Ray& ray, const Body& b, const RaycastOptions& options = {});
[[nodiscard]] GRAZE_API Result<Raycast> raycast(const Line& line, const Body& b, const RaycastOptions& options = {});
/// t runs from 0 at the first end of the segment to 1 at the second.
[[nodiscard]] GRAZE_API Result<Raycast> raycast(const Segment& segment, const Body& b, const RaycastOptions& options = {});

/// The same for a body that is a line, a ray or a segment.
[[nodiscard]] GRAZE_API Result<Raycast> raycast(const Body& a, const Body& b, const RaycastOptions& options = {});

/// Where on its triangle a crossing of a line, ray or segment a with a triangle or mesh b is: the weights of the three corners,
/// which add up to 1. Each is the exact number rounded to nearest, unless the line lies in the plane of the triangle: then the
/// crossing's rounded point counts. Nothing of other bodies.
[[nodiscard]] GRAZE_API std::optional<std::array<double, 3>> barycentric(const Body& a, const Body& b, const Crossing& crossing);
[[nodiscard]] GRAZE_API std::optional<std::array<double, 3>> barycentric(const Ray& ray, const Body& b, const Crossing& crossing);

}  // namespace graze
