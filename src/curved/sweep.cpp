/// Newton's method on the distance as a convex function of time, from both sides.

#include "curved/sweep.h"

#include <cassert>
#include <cmath>
#include <limits>

#include "curved/gap.h"
#include "curved/penetration.h"

namespace graze::distance {
namespace {

using namespace gjk;

constexpr double infinity = std::numeric_limits<double>::infinity();

/// How closely a gap is known before a step is taken: looser wastes the step, tighter the effort. No unit.
constexpr double step_accuracy = 0x1p-10;

/// Part of a gap that is not used, for the roundings of gap, speed, quotient and time. No unit. CurvedSweep.IsNeverLate
constexpr double unused = 0x1p-40;

/// Deeper than this by the reaches, overlapping bodies are not merely touching. No unit. CurvedSweep.TellsTouchingFromOverlapping
constexpr double touching_depth = 0x1p-42;

/// Bodies that touch and part, having moved this much by the reaches, part at once. No unit. Those that part along the tangent of
/// their curvature leave touching_gap only after its root. CurvedSweep.KnowsWhenTheyPartAlongTheirTangent
constexpr double at_once = 0x1p-20;

/// Steps of Newton's method. Grazing contacts halve the time to go with each step, all others converge faster.
constexpr int step_limit = 1000;

/// Two bodies and the velocity of b as seen from a.
class RelativeMotion {
 public:
  RelativeMotion(const Curved& a, const Curved& b, const sat::Velocities& v)
      : a_(&a), b_(&b), velocity_(lifted<DoubleDouble>(v.b) - lifted<DoubleDouble>(v.a)) {
    if (a.core == CurvedCore::line) velocity_ = across(a, velocity_);
    if (b.core == CurvedCore::line) velocity_ = across(b, velocity_);
    speed_ = size(velocity_);
  }

  [[nodiscard]] bool rests() const { return !(speed_ > 0); }
  [[nodiscard]] double greatest_speed() const { return speed_; }
  [[nodiscard]] double reach() const { return a_->reach + b_->reach; }
  [[nodiscard]] CurvedGap gap_at(double t) const { return gap_between(*a_, *b_, DoubleDouble(t) * velocity_, {step_accuracy}); }

  /// The velocity of a contact point that was found with a at rest and b in this motion: that of a or, when a is a line and only
  /// motion across it counts, of b less this motion.
  [[nodiscard]] Vec3 carries_along(const sat::Velocities& v) const {
    return a_->core == CurvedCore::line ? rounded(lifted<DoubleDouble>(v.b) - velocity_) : v.a;
  }

  /// How fast b recedes from a along the normal of a gap. A plane, past which nothing slides, is asked in DoubleDouble: the least
  /// speed toward it counts in the end.
  [[nodiscard]] double receding(const CurvedGap& gap) const {
    const Curved* flat = a_->is_flat_unbounded() ? a_ : b_->is_flat_unbounded() ? b_ : nullptr;
    if (flat == nullptr) return gap.normal.dot(rounded(velocity_));
    const Vector3<DoubleDouble> normal = world_direction(*flat);
    const double along = double(dot(normal, velocity_) / length(normal));
    return gap.normal.dot(rounded(normal)) < 0 ? -along : along;
  }

  /// A time from which on they are apart for good; infinite when there is none.
  [[nodiscard]] double parting_time() const {
    if (a_->is_flat_unbounded()) return parting_from_flat(*a_, *b_, velocity_);
    if (b_->is_flat_unbounded()) return parting_from_flat(*b_, *a_, -velocity_);
    if (a_->core == CurvedCore::ray) return parting_from_ray(*a_, *b_, velocity_);
    if (b_->core == CurvedCore::ray) return parting_from_ray(*b_, *a_, -velocity_);
    Vector3<DoubleDouble> offset = b_->position - a_->position;
    if (a_->core == CurvedCore::line) offset = across(*a_, offset);
    if (b_->core == CurvedCore::line) offset = across(*b_, offset);
    return parting(offset, speed_);
  }

 private:
  /// Of a vector in the world's units, whose square may overflow.
  static double size(const Vector3<DoubleDouble>& v) { return rounded(v).stableNorm(); }

  static Vector3<DoubleDouble> world_direction(const Curved& body) {
    Vector3<DoubleDouble> sum;
    for (int i = 0; i < 3; ++i) sum = sum + DoubleDouble(body.direction[i]) * lifted<DoubleDouble>(body.rotation.col(i));
    return sum;
  }

  /// The part of a vector across a line: along itself a line does not move.
  static Vector3<DoubleDouble> across(const Curved& line, const Vector3<DoubleDouble>& v) {
    const Vector3<DoubleDouble> d = world_direction(line);
    return v - (dot(d, v) / dot(d, d)) * d;
  }

  [[nodiscard]] double parting(const Vector3<DoubleDouble>& offset, double speed) const {
    return speed > 0 ? 2 * ((size(offset) + reach()) / speed) : infinity;
  }

  [[nodiscard]] double parting_from_ray(const Curved& ray, const Curved& body, const Vector3<DoubleDouble>& velocity) const {
    const Vector3<DoubleDouble> offset = body.position - ray.position;
    const Vector3<DoubleDouble> v = across(ray, velocity);
    if (size(v) > 0) return parting(across(ray, offset), size(v));
    return dot(world_direction(ray), velocity) < DoubleDouble(0) ? parting(offset, speed_) : infinity;
  }

  [[nodiscard]] double parting_from_flat(const Curved& flat, const Curved& body, const Vector3<DoubleDouble>& velocity) const {
    const auto projection = projection_on<DoubleDouble>(flat, body, {});
    const double speed = double(dot(projection.normal, velocity));
    if (speed == 0 || (flat.core == CurvedCore::half_space && speed < 0)) return infinity;
    return 2 * ((std::fabs(double(projection.low)) + std::fabs(double(projection.high)) + reach()) / std::fabs(speed));
  }

  const Curved* a_;
  const Curved* b_;
  Vector3<DoubleDouble> velocity_;
  double speed_ = 0;
};

/// Where Newton's method from the left ended.
struct CurvedArrival {
  double time = 0;
  Vec3 normal = Vec3::Zero();  ///< of the plane that kept them apart until then; zero at time 0
  Vec3 point = Vec3::Zero();   ///< where they meet, if a had not moved
};

Vec3 middle(const CurvedGap& gap) { return 0.5 * gap.points[0] + 0.5 * gap.points[1]; }

/// From a state before which there is no contact.
std::optional<CurvedArrival> first_contact(const RelativeMotion& motion, CurvedArrival at, double t_max) {
  for (int step = 0; step < step_limit; ++step) {
    const CurvedGap gap = motion.gap_at(at.time);
    at.point = middle(gap);
    if (gap.meets) return at;
    const double closing = -motion.receding(gap);
    if (!(closing > 0)) return std::nullopt;
    const double next = std::nextafter(at.time + (1 - unused) * (gap.lower / closing), 0.0);
    if (next > t_max || next == std::numeric_limits<double>::max()) return std::nullopt;  // later than any time there is
    at.normal = gap.normal;
    if (!(next > at.time)) return at;  // nearer than the next representable time
    at.time = next;
  }
  return at;
}

Curved whole_line(Curved body) {
  if (body.core == CurvedCore::ray) body.core = CurvedCore::line;
  return body;
}

/// A ray is met no sooner than its line. Bodies that slide along a ray would take small steps without end; along a line they rest.
std::optional<CurvedArrival> first_contact(const Curved& a, const Curved& b, const sat::Velocities& velocities, double t_max) {
  std::optional<CurvedArrival> at = CurvedArrival{};
  if (a.core == CurvedCore::ray || b.core == CurvedCore::ray) {
    const Curved line_a = whole_line(a);
    const Curved line_b = whole_line(b);
    at = first_contact(RelativeMotion(line_a, line_b, velocities), *at, t_max);
  }
  return at ? first_contact(RelativeMotion(a, b, velocities), *at, t_max) : std::nullopt;
}

/// Newton's method from the right; contact is known to exist at `first`.
double last_contact(const RelativeMotion& motion, double first, double t_max) {
  double t = std::min(t_max, motion.parting_time());
  for (int step = 0; step < step_limit && std::isfinite(t); ++step) {
    const CurvedGap gap = motion.gap_at(t);
    const double receding = motion.receding(gap);
    if (gap.meets || !(receding > 0)) return t;
    const double next = std::nextafter(t - (1 - unused) * (gap.lower / receding), infinity);
    if (next <= first) return first;
    if (!(next < t)) return t;
    t = next;
  }
  return t;
}

/// Touching or overlapping at time 0.
void describe_start(Impact& impact, const Curved& a, const Curved& b, const RelativeMotion& motion, const Vec3& point) {
  impact.initial = true;
  const auto depth = depth_of(a, b);
  const bool touching = depth && depth->upper <= touching_depth * motion.reach();
  if (!touching) return;
  impact.set.points = {point};
  impact.normal = depth->normal;
  if (motion.rests() || *impact.last * motion.greatest_speed() > at_once * motion.reach()) return;
  impact.approaching = false;
  impact.last = 0;
}

}  // namespace

std::optional<Impact> sweep(const Curved& a, const Curved& b, const sat::Velocities& velocities, double t_max) {
  assert(t_max >= 0);
  const RelativeMotion motion(a, b, velocities);
  const auto arrival = first_contact(a, b, velocities, t_max);
  if (!arrival) return std::nullopt;
  Impact impact;
  impact.first = arrival->time;
  impact.last = motion.rests() ? t_max : last_contact(motion, impact.first, t_max);
  if (arrival->normal == Vec3::Zero()) {
    describe_start(impact, a, b, motion, arrival->point);
    if (t_max == 0) impact.approaching = true;
    return impact;
  }
  impact.set.points = {arrival->point + impact.first * motion.carries_along(velocities)};
  impact.normal = arrival->normal;
  return impact;
}

}  // namespace graze::distance
