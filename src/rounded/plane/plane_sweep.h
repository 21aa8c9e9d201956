#pragma once
/// A body that moves against a plane or half-space: heights are linear in time, so times of contact are quotients.

#include <graze/answers.h>

#include "polytope/contact/sweep.h"
#include "views/rounded_body.h"

namespace graze::distance {

/// With the plane as the first body.
[[nodiscard]] std::optional<Impact> sweep_plane(const Rounded& plane, const Rounded& other, const sat::Velocities& velocities,
                                                double t_max);

}  // namespace graze::distance
