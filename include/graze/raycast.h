#pragma once
/// Where does a line, a ray or a segment pass through a body?

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

}  // namespace graze
