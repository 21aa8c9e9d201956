#pragma once
/// When do two polytopes in relative translation first and last meet? Few corners are asked by axes, many by a line cast through
/// their difference; both are exact, and the second knows nothing of faces that rounding may have joined.

#include "polytope/contact/sweep.h"

namespace graze::distance {

/// As sat::sweep(); outlines will do.
[[nodiscard]] std::optional<Impact> sweep(const sat::Convex& a, const sat::Convex& b, const sat::Velocities& velocities,
                                          double t_max);

/// The same by the corners, however few; by axes only where the difference of the bodies is flat.
[[nodiscard]] std::optional<Impact> sweep_by_corners(const sat::Convex& a, const sat::Convex& b, const sat::Velocities& velocities,
                                                     double t_max);

/// The exact first time, of bodies that touch then along some normal; nothing where they overlap at the start, or do not meet.
[[nodiscard]] std::optional<sat::ExactTime> time_of_touching(const sat::Convex& a, const sat::Convex& b,
                                                             const sat::Velocities& velocities, double t_max);

/// The times alone, which take much less for bodies that overlap at the start.
[[nodiscard]] std::optional<Impact> times_of_contact(const sat::Convex& a, const sat::Convex& b, const sat::Velocities& velocities,
                                                     double t_max);

}  // namespace graze::distance
