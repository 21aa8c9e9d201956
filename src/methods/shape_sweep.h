#pragma once
/// Two convex shapes in relative translation: whichever method knows both.

#include <optional>

#include <graze/answers.h>
#include <graze/pose.h>
#include <graze/shapes.h>

#include "polytope/contact/sweep.h"

namespace graze::query {

/// A shape and its pose, by reference.
struct PosedShape {
  const Shape& shape;
  const Pose& pose;
};

/// Any convex shapes.
[[nodiscard]] std::optional<Impact> shape_sweep(const PosedShape& a, const PosedShape& b, const sat::Velocities& velocities,
                                                double t_max);

}  // namespace graze::query
