#pragma once
/// When do two linear or rounded shapes in relative translation first and last meet?
///
/// Whether they ever do is decided exactly: they do just when the one meets everything that the other sweeps. The distance is a
/// convex function of time, so the plane across the shortest segment between them gives a time before which there is no contact;
/// steps from one such time to the next never overshoot [Mirtich96, VanDenBergen04]. While the nearest features stay the same the
/// distance is the root of a quadratic, whose zero is tried first.

#include <optional>

#include <graze/answers.h>

#include "polytope/contact/sweep.h"
#include "views/rounded_body.h"

namespace graze::distance {

/// Contact within [0, t_max], t_max >= 0 and perhaps infinite; nothing when there is none. `first` is never late and `last` never
/// early, each within a few roundings. The set holds one point; it and the normal are left out for bodies that overlap at time 0.
[[nodiscard]] std::optional<Impact> sweep(const Rounded& a, const Rounded& b, const sat::Velocities& velocities, double t_max);

}  // namespace graze::distance
