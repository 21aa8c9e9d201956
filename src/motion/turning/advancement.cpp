#include "motion/turning/advancement.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <Eigen/Geometry>

#include "motion/pose_at.h"
#include "body/pair.h"

namespace graze::query {
namespace {

/// Poses, distances and speeds are off by some dozen roundings of the coordinates they are made of: every distance counts for less
/// by this part of them. No unit. SweepTurning.NeverReportsAContactLate
constexpr double slack = 0x1p-44;
/// What distances of curved bodies may be off by, relative, rounded up. No unit.
constexpr double distance_error = 0x1p-29;

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
    double speed = is_convex_ ? -way.dot(velocity_) : velocity_.stableNorm();
    for (int k = 0; k < 2; ++k)
      speed += (is_convex_ ? way.cross(turning_[k]).stableNorm() : turning_[k].stableNorm()) * reach_[k].axis;
    return speed + slack * whole();
  }
  [[nodiscard]] double whole() const {
    return velocity_.stableNorm() + turning_[0].stableNorm() * reach_[0].axis + turning_[1].stableNorm() * reach_[1].axis;
  }

 private:
  Vec3 velocity_;
  std::array<Vec3, 2> turning_;
  std::array<Reach, 2> reach_;
  bool is_convex_;
};

Body moved(const Body& body, double t) { return {body.geometry, motion::pose_at(body.pose, body.motion, t), {}}; }

double finite_part(const std::array<Reach, 2>& reach) {
  const double sum = reach[0].center + reach[1].center;
  return std::isfinite(sum) ? sum : std::min(reach[0].center, reach[1].center);
}

/// What the place of a body at a time is made of.
double coordinates_of(const Body& body, double t) {
  const double center = body.motion.center ? body.motion.center->stableNorm() : 0;
  return body.pose.translation.stableNorm() + center + body.motion.velocity.stableNorm() * t;
}

}  // namespace

Result<TurningImpact> advance_turning(const Body& a, const Body& b, const AdvanceTask& task) {
  const ApproachSpeed speed(a, b, task.reach);
  TurningImpact impact;
  impact.t_lo = task.times.from;
  for (std::size_t i = 0; i < task.max_evaluations; ++i) {
    const auto closest = closest_points(moved(a, impact.t_lo), moved(b, impact.t_lo));
    if (!closest) return tl::make_unexpected(closest.error());
    impact.closest = *closest;
    if (!std::isfinite(closest->distance)) break;  // too far apart for doubles to tell
    const double size = closest->points[0].stableNorm() + closest->points[1].stableNorm() + finite_part(task.reach) +
                        coordinates_of(a, impact.t_lo) + coordinates_of(b, impact.t_lo);
    // Nearer than that no step could be taken.
    if (closest->distance <= std::max(task.tolerance, 2 * slack * size)) {
      impact.status = TurningStatus::contact;
      return impact;
    }
    const double approach = speed.along((closest->points[1] - closest->points[0]).stableNormalized());
    const double step = std::max(0.0, closest->distance * (1 - distance_error) - slack * size) / approach * (1 - slack);
    if (!(approach > 0) || !std::isfinite(step) || impact.t_lo + step > task.times.to) return TurningImpact{};
    impact.t_lo = std::nextafter(impact.t_lo + step, impact.t_lo);
  }
  impact.status = TurningStatus::unfinished;
  return impact;
}

}  // namespace graze::query
