#include "rounded/rounded_advancement.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numbers/magnitude.h"

namespace graze::distance {
namespace {

/// Steps are shortened by this part, more than a handful of operations on magnitudes can be off. No unit.
/// RoundedSweep.IsNeverLate
constexpr double step_room = 64 * tolerance::rounding;

/// Steps double their right digits; a graze among changing features may halve the error only: 64 bits, and as many features.
constexpr int most_steps = 256;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// time + step, certainly not later.
double later(double time, const Magnitude& step) {
  const double sum = time + step.to_double() * (1 - step_room);
  return std::nextafter(sum, -infinity);  // of an overflow the largest double, which is early enough
}

/// When the plane across the shortest way would be reached: there is no contact before.
double plane_time(const Flight& flight, const Moment& m) {
  const Dyadic& height = m.nearest.foot.height;
  if (flight.radii.is_zero()) return quotient_down(Dyadic(m.time) * m.speed + height, m.speed);
  const Magnitude reach = Magnitude(height) + Magnitude(flight.radii) * root(Magnitude(m.squared_normal));
  return later(m.time, Magnitude(m.excess) / (reach * Magnitude(m.speed)));
}

/// Squared speed of b across the flat that carries the nearest point, times foot.w: of a point or along a line.
Dyadic speed_across(const Flight& flight, const Corral<Dyadic>& corral) {
  if (corral.size() == 1) return dot(flight.velocity, flight.velocity);
  const Vector3<Dyadic> along = corral[1].id.is_ray() ? corral[1].at : corral[1].at - corral[0].at;
  const Vector3<Dyadic> across = cross(flight.velocity, along);
  return dot(across, across);
}

/// When the nearest features would touch if they stayed the nearest: the smaller zero of
///   w |x - t v|^2 = height - 2 t speed + t^2 across = w radii^2.
/// Nothing where that is the plane's time, or where they pass each other.
std::optional<double> feature_time(const Flight& flight, const Moment& m) {
  const Foot<Dyadic>& foot = m.nearest.foot;
  if (flight.radii.is_zero() || m.nearest.corral.size() > 2) return std::nullopt;
  const Dyadic excess = foot.height - flight.radii * flight.radii * foot.w;
  const Dyadic discriminant = m.speed * m.speed - speed_across(flight, m.nearest.corral) * excess;
  if (discriminant.sign() < 0) return std::nullopt;
  return later(m.time, Magnitude(excess) / (Magnitude(m.speed) + root(Magnitude(discriminant))));
}

/// Whether the plane across the shortest way at m still parts the bodies at a time.
bool parts_until(const Flight& flight, const Moment& m, double time) {
  const Dyadic left = m.nearest.foot.height - (Dyadic(time) - Dyadic(m.time)) * m.speed;
  if (left.sign() < 0) return false;
  return (left * left - flight.radii * flight.radii * m.squared_normal).sign() >= 0;
}

/// The latest time up to which the plane at m parts the bodies.
double rounded_down(const Flight& flight, const Moment& m) {
  double time = std::max(m.time, plane_time(flight, m));
  for (double next = time; next < infinity && parts_until(flight, m, next); next = std::nextafter(time, infinity)) time = next;
  return time;
}

/// The next moment without contact before it. The features' own time is right when nothing came between: still apart, and still
/// approaching, since the distance is convex.
std::optional<Moment> advanced(const Flight& flight, const Moment& m, double limit) {
  if (const auto time = feature_time(flight, m); time && *time > m.time && *time <= limit) {
    Moment next = look(flight, *time);
    if (next.apart() && next.speed.sign() > 0) return next;
  }
  const double time = plane_time(flight, m);
  if (!(time > m.time) || time > limit) return std::nullopt;
  Moment next = look(flight, time);
  return next.apart() && next.speed.sign() > 0 ? std::optional(std::move(next)) : std::nullopt;
}

}  // namespace

Moment look(const Flight& flight, double time) {
  const Difference d = flight.start->moved(time, flight.velocity);
  Moment m{time, nearest(d, estimate(d).corral), 0, 0, 0};
  const Foot<Dyadic>& foot = m.nearest.foot;
  m.squared_normal = dot(foot.normal, foot.normal);
  m.speed = dot(foot.normal, flight.velocity);
  m.excess = foot.height * foot.height - flight.radii * flight.radii * m.squared_normal;
  if (m.nearest.meets() && !flight.radii.is_zero()) m.excess = -1;
  return m;
}

bool ever_meets(const Flight& flight) {
  Difference swept = *flight.start;
  swept.sweep(flight.velocity);
  const Foot<Dyadic> foot = nearest(swept, estimate(swept).corral).foot;
  const Dyadic limit = flight.radii * flight.radii * dot(foot.normal, foot.normal);
  return foot.height.is_zero() || foot.height * foot.height <= limit;
}

bool never_leaves(const Flight& flight) {
  const Difference& start = *flight.start;
  for (unsigned mask = 1; mask < 1U << start.rays.size(); ++mask) {
    Corral<Dyadic> corral{{{0, 0}, -flight.velocity}};
    for (std::size_t k = 0; k < start.rays.size() && corral.size() < 4; ++k) {
      if ((mask >> k & 1) != 0) corral.push_back({{static_cast<std::int32_t>(k), -1}, start.exact_ray(k)});
    }
    const auto foot = foot_of(corral);
    if (foot && foot->height.is_zero() && is_inside(corral, *foot)) return true;
  }
  return false;
}

std::optional<Arrival> arrival(const Flight& flight, const Moment& from, double limit) {
  Moment m = from;
  for (int step = 0; step < most_steps; ++step) {
    if (m.speed.sign() <= 0) return std::nullopt;
    auto next = advanced(flight, m, limit);
    if (!next) break;
    m = *std::move(next);
  }
  const double time = rounded_down(flight, m);
  if (time > limit) return std::nullopt;
  return Arrival{std::move(m), time};
}

}  // namespace graze::distance
