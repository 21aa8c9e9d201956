/// Times of contact of a moving body with a plane, from the exact heights of its two ends.

#include "rounded/plane/plane_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "numbers/magnitude.h"
#include "rounded/plane/plane_distance.h"

namespace graze::distance {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// One far end of a body in motion: it is within reach of the plane while height + time * speed <= radius, all times w |normal|.
struct MovingEnd {
  const PlanePair* pair = nullptr;
  const Reach* reach = nullptr;
  Dyadic speed;

  [[nodiscard]] int beyond_at(double time) const { return pair->compare_with_radius(reach->height + Dyadic(time) * speed); }
  [[nodiscard]] bool in_reach_at(double time) const { return beyond_at(time) <= 0; }
  [[nodiscard]] bool leaves_at_zero() const { return speed.sign() > 0 && pair->compare_with_radius(reach->height) == 0; }

  /// Where height + time * speed = radius; rounded down when the end comes nearer, up when it leaves.
  [[nodiscard]] double time_at_radius() const {
    if (pair->radius == 0) {
      return speed.sign() < 0 ? quotient_down(reach->height, -speed) : quotient_up(-reach->height, speed);
    }
    const Magnitude per_time = Magnitude(abs(speed)) / (Magnitude(pair->w) * root(Magnitude(pair->squared_normal)));
    const double away = pair->beyond_radius(reach->height);  // positive: still to come, or already gone
    return rounded_to_outside((Magnitude(away) / per_time).to_double() * (speed.sign() < 0 ? 1 : -1));
  }

  /// The double next to the exact time at which the end is not yet, or no longer, below the radius. The estimate is a few off.
  [[nodiscard]] double rounded_to_outside(double estimate) const {
    const double outside = speed.sign() < 0 ? -infinity : infinity;
    double time = std::clamp(estimate, std::numeric_limits<double>::lowest(), std::numeric_limits<double>::max());
    while (std::isfinite(time) && beyond_at(time) < 0) time = std::nextafter(time, outside);
    for (double inner = std::nextafter(time, -outside); std::isfinite(inner) && beyond_at(inner) >= 0;) {
      time = inner;
      inner = std::nextafter(time, -outside);
    }
    return time;
  }
};

/// Both ends that matter.
std::vector<MovingEnd> moving_ends(const PlanePair& pair, const sat::Velocities& v) {
  const Vector3<Dyadic> velocity = lifted<Dyadic>(v.b) - lifted<Dyadic>(v.a);
  const Dyadic speed = pair.w * dot(pair.plane.normal, velocity);
  std::vector<MovingEnd> ends;
  if (pair.ends_above()) ends.push_back({&pair, &pair.low, speed});
  if (pair.ends_below()) ends.push_back({&pair, &pair.high, -speed});
  return ends;
}

struct ContactInterval {
  double first = 0;
  double last = 0;
  const MovingEnd* arriving = nullptr;  ///< which touches at `first`
};

/// Nothing when some end is out of reach for good, or not in reach until t_max.
std::optional<ContactInterval> contact_times(const std::vector<MovingEnd>& ends, double t_max) {
  ContactInterval out{0, t_max, nullptr};
  for (const MovingEnd& end : ends) {
    const bool at_start = end.in_reach_at(0);
    if (end.speed.sign() < 0 && !at_start) {
      const double time = end.time_at_radius();
      if (time > t_max || (std::isfinite(t_max) && !end.in_reach_at(t_max))) return std::nullopt;
      if (time >= out.first) out = {time, out.last, &end};
    }
    if (end.speed.sign() >= 0 && !at_start) return std::nullopt;
    if (end.leaves_at_zero()) out.last = 0;
    if (end.speed.sign() > 0) out.last = std::min(out.last, end.time_at_radius());
  }
  out.first = std::max(0.0, out.first);
  if (out.first > out.last) return std::nullopt;
  return out;
}

/// The end by which bodies touch at time 0 without overlapping.
const MovingEnd* touching_end(const std::vector<MovingEnd>& ends) {
  for (const MovingEnd& end : ends) {
    if (end.pair->compare_with_radius(end.reach->height) == 0) return &end;
  }
  return nullptr;
}

}  // namespace

std::optional<Impact> sweep_plane(const Rounded& plane, const Rounded& other, const sat::Velocities& velocities, double t_max) {
  const PlanePair pair = plane_pair(plane, other);
  const std::vector<MovingEnd> ends = moving_ends(pair, velocities);
  const auto times = contact_times(ends, t_max);
  if (!times) return std::nullopt;
  Impact out;
  out.first = times->first;
  out.last = times->last;
  out.initial = times->arriving == nullptr;
  out.approaching = !(out.initial && t_max > 0 && times->last == 0);
  const MovingEnd* end = out.initial ? touching_end(ends) : times->arriving;
  if (end == nullptr) return out;
  const bool from_above = end->reach == &pair.low;
  out.normal = from_above ? unit_normal(pair) : Vec3(-unit_normal(pair));
  out.features = {Feature{FeatureKind::face, 0}, feature_across(other, *end->reach)};
  if (runs_along(pair, other)) return out;
  for (const Vec3& corner : corners_at(pair, other, *end->reach)) {
    out.set.points.push_back(corner + out.first * velocities.b - other.radius * *out.normal);
  }
  return out;
}

}  // namespace graze::distance
