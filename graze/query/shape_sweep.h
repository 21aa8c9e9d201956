#pragma once
/// Two convex shapes in relative translation: whichever method knows both.

#include <optional>

#include <graze/core/contact.h>
#include <graze/core/pose.h>
#include <graze/sat/sweep.h>
#include <graze/shapes/shapes.h>

namespace graze::query {

struct PlacedShape {
  const Shape& shape;
  const Pose& pose;
};

/// Any convex shapes.
[[nodiscard]] std::optional<Impact> shape_sweep(const PlacedShape& a, const PlacedShape& b, const sat::Velocities& velocities,
                                                double t_max);

}  // namespace graze::query
