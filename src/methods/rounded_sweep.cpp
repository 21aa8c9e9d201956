#include "methods/rounded_sweep.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <utility>

#include "numbers/magnitude.h"
#include "rounded/core_separation.h"
#include "rounded/feature_names.h"
#include "rounded/plane/plane_sweep.h"
#include "rounded/rounded_advancement.h"

namespace graze::distance {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

bool moves(const Flight& flight) {
  return !(flight.velocity.x.is_zero() && flight.velocity.y.is_zero() && flight.velocity.z.is_zero());
}

/// A time after the last contact; infinite when there is none in reach of doubles.
double after_contact(const Flight& flight, double first) {
  const Magnitude speed = root(Magnitude(dot(flight.velocity, flight.velocity)));
  const Magnitude size = Magnitude(flight.start->reach) * Magnitude(flight.start->unit) + Magnitude(flight.radii);
  double time = std::max((size / speed).to_double(), 2 * first);
  if (!(time > 0)) time = std::numeric_limits<double>::min();
  while (time < infinity) {
    const Moment m = look(flight, time);
    if (m.apart() && m.speed.sign() < 0) break;
    time *= 2;
  }
  return time;
}

/// The last time of contact up to t_max, rounded up. There is a contact at or just after `first`.
double last_contact(const Flight& flight, double first, double t_max) {
  if (!moves(flight)) return t_max;
  const Flight backward{flight.start, -flight.velocity, flight.radii};
  double end = t_max;
  if (std::isfinite(t_max)) {
    if (!look(flight, t_max).apart()) return t_max;
  } else {
    end = never_leaves(flight) ? infinity : after_contact(flight, first);
    if (end == infinity) return infinity;
  }
  const auto found = arrival(backward, look(backward, -end), 0);
  return found ? std::clamp(0.0 - found->time, first, t_max) : first;  // 0 less 0 has no sign
}

/// Point, normal and features of bodies that touch at `time`; those of bodies without radii from the moment before.
void describe(const Flight& flight, const Moment& before, double time, const Rounded& a, const Rounded& b,
              const sat::Velocities& velocities, Impact& out) {
  const Difference then = flight.start->moved(before.time, flight.velocity);
  const Separation s = exact_separation(then, before.nearest);
  const Difference now = flight.start->moved(time, flight.velocity);
  const Separation at_contact = exact_separation(now, nearest(now, s.corral));
  out.normal = at_contact.cores_meet || flight.radii.is_zero() ? s.normal : at_contact.normal;
  out.set.points = {at_contact.on_a + a.radius * *out.normal + time * velocities.a};
  out.features = features_of(s, {&a.core, a.rays.size()}, {&b.core, b.rays.size()});
}

/// In contact at time 0 already.
Impact initial_impact(const Flight& flight, const Moment& start, const Rounded& a, const Rounded& b,
                      const sat::Velocities& velocities, double t_max) {
  Impact out;
  out.initial = true;
  const bool touching = start.just_touching() && !flight.radii.is_zero();
  const bool parts = touching && start.speed.sign() < 0;
  out.last = parts ? 0 : last_contact(flight, 0, t_max);
  out.approaching = !(t_max > 0 && *out.last == 0);
  if (touching) describe(flight, start, 0, a, b, velocities, out);
  return out;
}

/// At the very end of the time allowed, whether the bodies have met is decided at that end. They do meet some time, so those that
/// are apart and part have met before: thin ones pass through each other between two doubles.
bool too_late(const Flight& flight, double first, double t_max) {
  constexpr double close = 8 * tolerance::rounding;  // `first` is rounded down, by no more than this relative
  if (!std::isfinite(t_max) || first < t_max * (1 - close)) return false;
  const Moment end = look(flight, t_max);
  return end.apart() && end.speed.sign() >= 0;
}

Impact swapped(Impact impact) {
  if (impact.normal) impact.normal = -*impact.normal;
  std::swap(impact.features[0], impact.features[1]);
  return impact;
}

}  // namespace

std::optional<Impact> sweep(const Rounded& a, const Rounded& b, const sat::Velocities& velocities, double t_max) {
  assert(t_max >= 0);
  if (a.wall) return sweep_wall(a, b, velocities, t_max);
  if (b.wall) {
    const auto found = sweep_wall(b, a, {velocities.b, velocities.a}, t_max);
    return found ? std::optional(swapped(*found)) : std::nullopt;
  }
  const Core core_a = core_of(a);
  const Core core_b = core_of(b);
  const Difference difference(core_a, core_b);
  const Flight flight{&difference, lifted<Dyadic>(velocities.b) - lifted<Dyadic>(velocities.a),
                      Dyadic(a.radius) + Dyadic(b.radius)};
  const Moment start = look(flight, 0);
  if (!start.apart()) return initial_impact(flight, start, a, b, velocities, t_max);
  if (start.speed.sign() <= 0 || !ever_meets(flight)) return std::nullopt;
  const auto found = arrival(flight, start, t_max);
  if (!found || too_late(flight, found->time, t_max)) return std::nullopt;
  Impact out;
  out.first = found->time;
  out.last = last_contact(flight, out.first, t_max);
  describe(flight, found->before, out.first, a, b, velocities, out);
  return out;
}

}  // namespace graze::distance
