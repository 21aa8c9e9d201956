/// Conservative advancement: from one certainly free time to the next, by the distance over what bounds the speed of approach.
/// [Mirtich96, with the bound taken along the shortest way between convex bodies]

#include <algorithm>
#include <array>
#include <cmath>

#include <graze/motion/pose_at.h>
#include <graze/query/pair.h>
#include <graze/query/questions.h>
#include <graze/query/shape_bound.h>

namespace graze {
namespace {

using namespace query;

/// Poses, distances and speeds are off by some dozen roundings of the coordinates they are made of: every distance counts for less
/// by this part of them. No unit. SweepTurning.NeverReportsAContactLate
constexpr double slack = 0x1p-44;
/// What distances of curved bodies may be off by, relative, rounded up. No unit.
constexpr double distance_error = 0x1p-29;
/// The default tolerance, relative to the size of the bodies.
constexpr double default_tolerance = 1e-7;
/// How often the search for a time of certain contact halves or doubles its step.
constexpr int refinements = 60;

/// Of a body that turns: how far its points are from its axis and from its centre, always.
struct Reach {
  double axis = 0;    ///< length; 0 for bodies that do not turn
  double center = 0;  ///< length, infinite for unbounded shapes
};

std::vector<Vec3> outline(const Body& body) {
  std::vector<Vec3> points;
  if (const MeshTree* tree = body.geometry.tree()) {
    for (const Vec3& v : tree->mesh().vertices) points.push_back(body.pose.to_world(v));
  } else if (const auto box = box_around(body.geometry.shape(), body.pose)) {
    for (int k = 0; k < 8; ++k) {
      Vec3 corner = box->center;
      for (int i = 0; i < 3; ++i) corner += ((k >> i & 1) != 0 ? 1 : -1) * box->half_extents[i] * box->axes[i];
      points.push_back(corner);
    }
  }
  return points;
}

Reach reach_of(const Body& body) {
  const std::vector<Vec3> points = outline(body);
  if (points.empty()) {
    const bool is_endless = body.geometry.tree() == nullptr;
    return {0, is_endless ? std::numeric_limits<double>::infinity() : 0};
  }
  const Vec3 center = motion::center_of(body.pose, body.motion);
  const Vec3 along = body.motion.rotates() ? body.motion.angular_velocity.stableNormalized() : Vec3::Zero();
  Reach reach;
  for (const Vec3& p : points) {
    reach.center = std::max(reach.center, (p - center).norm());
    if (body.motion.rotates()) reach.axis = std::max(reach.axis, along.cross(p - center).norm());
  }
  return {reach.axis * (1 + slack), reach.center * (1 + slack)};
}

/// An upper bound of how fast the distance of the bodies can shrink, at any time.
class ApproachSpeed {
 public:
  ApproachSpeed(const Body& a, const Body& b, const std::array<Reach, 2>& reach)
      : velocity_(b.motion.velocity - a.motion.velocity),
        turning_{a.motion.angular_velocity, b.motion.angular_velocity},
        reach_(reach),
        is_convex_(!as_mesh(a) && !as_mesh(b)) {}

  /// Convex bodies stay apart as long as their gap along any fixed direction lasts; of others only the whole speed is known.
  [[nodiscard]] double along(const Vec3& way) const {
    double speed = is_convex_ ? -way.dot(velocity_) : velocity_.norm();
    for (int k = 0; k < 2; ++k) speed += (is_convex_ ? way.cross(turning_[k]).norm() : turning_[k].norm()) * reach_[k].axis;
    return speed + slack * whole();
  }
  [[nodiscard]] double whole() const {
    return velocity_.norm() + turning_[0].norm() * reach_[0].axis + turning_[1].norm() * reach_[1].axis;
  }

 private:
  Vec3 velocity_;
  std::array<Vec3, 2> turning_;
  std::array<Reach, 2> reach_;
  bool is_convex_;
};

struct Times {
  double from = 0;
  double to = 0;
};

/// The times at which balls around the centres of motion, which hold the bodies, meet; nothing when they never do.
std::optional<Times> times_in_reach(const Body& a, const Body& b, double reach, double t_max) {
  if (!std::isfinite(reach)) return Times{0, t_max};
  const Vec3 way = motion::center_of(b.pose, b.motion) - motion::center_of(a.pose, a.motion);
  const Vec3 velocity = b.motion.velocity - a.motion.velocity;
  const double room = reach * (1 + slack) + slack * way.norm();
  const double square = velocity.squaredNorm();
  if (!(square > 0)) return way.norm() <= room ? std::optional(Times{0, t_max}) : std::nullopt;
  const double middle = -way.dot(velocity) / square;
  const double off = (way + middle * velocity).norm();
  if (off > room * (1 + slack) + slack * way.norm()) return std::nullopt;
  const double half = std::sqrt(std::max(0.0, room * room - off * off) / square) * (1 + slack) + slack * std::abs(middle);
  const Times times{std::max(0.0, middle - half), std::min(t_max, middle + half)};
  return times.from <= times.to ? std::optional(times) : std::nullopt;
}

/// One turn is all there is when the bodies stay where they are and only one of them turns.
double one_turn(const Body& a, const Body& b, double t_max) {
  const bool stays = a.motion.velocity == b.motion.velocity;
  if (!stays || a.motion.rotates() == b.motion.rotates()) return t_max;
  const double speed = a.motion.angular_velocity.norm() + b.motion.angular_velocity.norm();
  constexpr double turn = 6.283185307179587;  // rounded up
  return std::min(t_max, turn / speed * (1 + slack));
}

Body moved(const Body& body, double t) { return {body.geometry, motion::pose_at(body.pose, body.motion, t), {}}; }

/// A time shortly after t_lo at which the bodies meet: steps twice as long each time, then halves of the last.
std::optional<double> time_of_meeting(const Body& a, const Body& b, double t_lo, double t_max, double first_step) {
  const auto meet = [&](double t) { return overlap(moved(a, t), moved(b, t)).value_or(false); };
  if (meet(t_lo)) return t_lo;
  double free = t_lo;
  double step = first_step;
  for (int i = 0; i < refinements && free < t_max; ++i, step *= 2) {
    double hit = std::min(t_lo + step, t_max);
    if (!meet(hit)) {
      free = hit;
      continue;
    }
    for (int k = 0; k < refinements; ++k) {
      const double middle = free + (hit - free) / 2;
      (meet(middle) ? hit : free) = middle;
    }
    return hit;
  }
  return std::nullopt;
}

Result<void> check_turning(const Body& a, const Body& b, const TurningOptions& options) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (options.tolerance && !(*options.tolerance > 0)) return fail(ErrorCode::bad_option, "tol: must be > 0");
  return check_bodies(a, b);
}

}  // namespace

std::string_view name_of(TurningStatus status) {
  switch (status) {
    case TurningStatus::clear: return "clear";
    case TurningStatus::contact: return "contact";
    case TurningStatus::unfinished: return "unfinished";
  }
  return "clear";
}

Result<TurningImpact> sweep_turning(const Body& a, const Body& b, const TurningOptions& options) {
  if (const auto ok = check_turning(a, b, options); !ok) return tl::make_unexpected(ok.error());
  const std::array reach{reach_of(a), reach_of(b)};
  if ((a.motion.rotates() && std::isinf(reach[0].center)) || (b.motion.rotates() && std::isinf(reach[1].center)))
    return unsupported("sweep of a turning unbounded shape", a, b);
  const ApproachSpeed speed(a, b, reach);
  const auto times = times_in_reach(a, b, reach[0].center + reach[1].center, one_turn(a, b, options.t_max));
  TurningImpact impact;
  if (!times) return impact;
  const double finite_reach = std::isfinite(reach[0].center + reach[1].center) ? reach[0].center + reach[1].center
                                                                               : std::min(reach[0].center, reach[1].center);
  const double tolerance = options.tolerance.value_or(default_tolerance * finite_reach);
  impact.t_lo = times->from;
  for (std::size_t i = 0; i < options.max_evaluations; ++i) {
    const auto closest = closest_points(moved(a, impact.t_lo), moved(b, impact.t_lo));
    if (!closest) return tl::make_unexpected(closest.error());
    impact.closest = *closest;
    if (closest->distance <= tolerance) {
      impact.status = TurningStatus::contact;
      impact.t_hi = time_of_meeting(a, b, impact.t_lo, times->to, tolerance / speed.whole());
      return impact;
    }
    const double size = closest->points[0].norm() + closest->points[1].norm() + finite_reach;
    const double approach = speed.along((closest->points[1] - closest->points[0]).stableNormalized());
    const double step = std::max(0.0, closest->distance * (1 - distance_error) - slack * size) / approach * (1 - slack);
    if (!(approach > 0) || !std::isfinite(step) || impact.t_lo + step > times->to) return TurningImpact{};
    impact.t_lo = std::nextafter(impact.t_lo + step, impact.t_lo);
  }
  impact.status = TurningStatus::unfinished;
  return impact;
}

}  // namespace graze
