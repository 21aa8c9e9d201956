#pragma once
/// When do two convex polytopes in relative translation first and last meet? Boolean exact, times exact up to outward rounding.
/// [Eberly01 §6]; the intervals of contact of all axes are intersected, completed: times start at 0, and parallel and coplanar
/// faces keep their normal among the axes.

#include <optional>

#include <graze/answers.h>

#include "numbers/fraction.h"
#include "polytope/convex_pair.h"

namespace graze::sat {

struct Velocities {
  Vec3 a = Vec3::Zero();
  Vec3 b = Vec3::Zero();
};

/// A time as an exact fraction.
using ExactTime = Fraction;

/// The interval of contact before rounding.
struct ExactContact {
  ExactTime first;                ///< >= 0
  std::optional<ExactTime> last;  ///< absent when they never part
  bool initial = false;           ///< they meet at time 0
  std::optional<AxisId> axis;     ///< one along which they just touch at `first`; absent when they overlap in every direction
};

/// Contact within [0, t_max], t_max >= 0 and perhaps infinite; nothing when there is none.
[[nodiscard]] std::optional<ExactContact> contact_interval(const ConvexPair& pair, const Velocities& velocities, double t_max);

/// The first time alone, which takes fewer axes: contact mostly lasts so long that few can end it before it has begun.
[[nodiscard]] std::optional<ExactTime> first_time(const ConvexPair& pair, const Velocities& velocities, double t_max);

/// Writes the times of a contact within [0, t_max], rounded outward: those of the stored numbers, and one place further where a box
/// stands for a rounded rotation, so that a contact is not reported late for it either.
void set_times(Impact& impact, const ExactContact& contact, const Convex& a, const Convex& b, double t_max);

/// The interval with the contact set, the normal and the features.
[[nodiscard]] std::optional<Impact> sweep(const Convex& a, const Convex& b, const Velocities& velocities, double t_max);

}  // namespace graze::sat
