#pragma once
/// How far apart are two bodies, and between which points?

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze {

/// The shortest distance at time 0 and the points that are that far apart. Whether it is 0 agrees with overlap(). Of linear shapes
/// it is right to 1e-12 of itself, of curved ones to 1e-9 (1e-6 where the gap is below 1e-11 of the size). An empty mesh is
/// infinitely far from everything, and the answer has no points.
[[nodiscard]] GRAZE_API Result<Closest> closest_points(const Body& a, const Body& b, const DistanceOptions& options = {});

/// Is the distance at time 0 at most `distance`, a length >= 0? Stops as soon as that is known either way. Exact between meshes,
/// elsewhere what closest_points() says; 0 asks overlap(). Nothing is within any distance of an empty mesh.
[[nodiscard]] GRAZE_API Result<bool> within(const Body& a, const Body& b, double distance);

}  // namespace graze
