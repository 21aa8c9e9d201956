/// Sweeps of linear and rounded shapes by exact conservative advancement, and the description of their contact.

#include "methods/rounded_sweep.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

#include "geometry/mirrored.h"
#include "methods/facing_part.h"
#include "numbers/magnitude.h"
#include "rounded/core_separation.h"
#include "rounded/feature_names.h"
#include "rounded/plane/plane_sweep.h"
#include "rounded/rounded_advancement.h"

namespace graze::distance {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool moves(const RoundedMotion& motion) {
  return !(motion.velocity.x.is_zero() && motion.velocity.y.is_zero() && motion.velocity.z.is_zero());
}

/// A time after the last contact; infinite when there is none in reach of doubles.
double after_contact(const RoundedMotion& motion, double first) {
  const Magnitude speed = root(Magnitude(dot(motion.velocity, motion.velocity)));
  const Magnitude size = Magnitude(motion.start->reach) * Magnitude(motion.start->unit) + Magnitude(motion.radii);
  double time = std::max((size / speed).to_double(), 2 * first);
  if (!(time > 0)) time = std::numeric_limits<double>::min();
  while (time < infinity) {
    const MotionState m = state_at(motion, time);
    if (m.apart() && m.speed.sign() < 0) break;
    time *= 2;
  }
  return time;
}

/// The last time of contact up to t_max, rounded up. There is a contact at or just after `first`.
double last_contact(const RoundedMotion& motion, double first, double t_max) {
  if (!moves(motion)) return t_max;
  const RoundedMotion backward{motion.start, -motion.velocity, motion.radii};
  double end = t_max;
  if (std::isfinite(t_max)) {
    if (!state_at(motion, t_max).apart()) return t_max;
  } else {
    end = never_leaves(motion) ? infinity : after_contact(motion, first);
    if (end == infinity) return infinity;
  }
  const auto found = rounded_advancement(backward, state_at(backward, -end), 0);
  return found ? std::clamp(0.0 - found->time, first, t_max) : first;  // 0 less 0 has no sign
}

/// Set, normal and features of bodies that touch at `time`; those of bodies without radii from the state before.
void describe(const RoundedMotion& motion, const MotionState& before, double time, const Rounded& a, const Rounded& b,
              const sat::Velocities& velocities, Impact& out) {
  const MinkowskiDifference then = motion.start->moved(before.time, motion.velocity);
  const CoreSeparation s = exact_separation(then, before.nearest);
  const MinkowskiDifference now = motion.start->moved(time, motion.velocity);
  const ExactNearest nearest_now = nearest_exact(now, s.generators);
  const CoreSeparation at_contact = exact_separation(now, nearest_now);
  const bool from_before = at_contact.cores_meet || motion.radii.is_zero();
  out.normal = from_before ? s.normal : at_contact.normal;
  const auto on_surface = [&](const Vec3& p) -> Vec3 { return p + a.radius * *out.normal + time * velocities.a; };
  const sat::FlatPoints facing = facing_part(now, -(from_before ? before.nearest : nearest_now).min_norm.normal);
  for (const sat::FlatPoint& p : facing) out.set.points.push_back(on_surface(in_world(now, p)));
  if (facing.size() < 2) out.set.points = {on_surface(at_contact.on_a)};
  out.features = features_of(s, {&a.core, a.rays.size()}, {&b.core, b.rays.size()});
}

/// In contact at time 0 already.
Impact initial_impact(const RoundedMotion& motion, const MotionState& start, const Rounded& a, const Rounded& b,
                      const sat::Velocities& velocities, double t_max) {
  Impact out;
  out.initial = true;
  const bool touching = start.just_touching() && !motion.radii.is_zero();
  const bool parts = touching && start.speed.sign() < 0;
  out.last = parts ? 0 : last_contact(motion, 0, t_max);
  out.approaching = !(t_max > 0 && *out.last == 0);
  if (touching) describe(motion, start, 0, a, b, velocities, out);
  return out;
}

/// At the very end of the time allowed, whether the bodies have met is decided at that end. They do meet some time, so those that
/// are apart and part have met before: thin ones pass through each other between two doubles.
bool too_late(const RoundedMotion& motion, double first, double t_max) {
  constexpr double close = 8 * tolerance::rounding;  // `first` is rounded down, by no more than this relative
  if (!std::isfinite(t_max) || first < t_max * (1 - close)) return false;
  const MotionState end = state_at(motion, t_max);
  return end.apart() && end.speed.sign() >= 0;
}

}  // namespace

std::optional<Impact> sweep(const Rounded& a, const Rounded& b, const sat::Velocities& velocities, double t_max) {
  assert(t_max >= 0);
  if (a.boundary) return sweep_plane(a, b, velocities, t_max);
  if (b.boundary) {
    const auto found = sweep_plane(b, a, {velocities.b, velocities.a}, t_max);
    return found ? std::optional(mirrored(*found)) : std::nullopt;
  }
  const BodyView core_a = body_view(a);
  const BodyView core_b = body_view(b);
  const MinkowskiDifference difference(core_a, core_b);
  const RoundedMotion motion{&difference, lifted<Dyadic>(velocities.b) - lifted<Dyadic>(velocities.a),
                             Dyadic(a.radius) + Dyadic(b.radius)};
  const MotionState start = state_at(motion, 0);
  if (!start.apart()) return initial_impact(motion, start, a, b, velocities, t_max);
  if (start.speed.sign() <= 0 || !ever_meets(motion)) return std::nullopt;
  const auto found = rounded_advancement(motion, start, t_max);
  if (!found || too_late(motion, found->time, t_max)) return std::nullopt;
  Impact out;
  out.first = found->time;
  out.last = last_contact(motion, out.first, t_max);
  describe(motion, found->before, out.first, a, b, velocities, out);
  return out;
}

}  // namespace graze::distance
