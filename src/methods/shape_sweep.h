#pragma once
/// Two convex shapes in relative translation: whichever method knows both.

#include <optional>

#include <graze/answers.h>
#include <graze/pose.h>
#include <graze/shapes.h>

#include "polytope/contact/sweep.h"

namespace graze::query {

struct PlacedShape {
  const Shape& shape;
  const Pose& pose;
};

/// Any convex shapes.
[[nodiscard]] std::optional<Impact> shape_sweep(const PlacedShape& a, const PlacedShape& b, const sat::Velocities& velocities,
                                                double t_max);

}  // namespace graze::query
