#pragma once
/// Bounding volumes of bodies.

#include <graze/error.h>
#include <graze/export.h>
#include <graze/fit.h>
#include <graze/geometry.h>

namespace graze {

/// What bounds, in world coordinates at time 0, a shape with corners: around these as the pose rounds them. Of a mesh, around the
/// vertices that triangles use. Round, unbounded and empty shapes are ErrorCode::unsupported_pair.
[[nodiscard]] GRAZE_API Result<BoundingVolume> fit(const Body& body, FitMethod method);

/// The same of a shape of the plane.
[[nodiscard]] GRAZE_API Result<BoundingArea> fit(const Body& body, PlaneFitMethod method);

}  // namespace graze
