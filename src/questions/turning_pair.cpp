/// Conservative advancement of two bodies of constant velocities, with the bound taken along the difference of the closest points
/// of convex ones.

#include "questions/turning_pair.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/path.h>

#include "body/pair.h"
#include "motion/turning/advancement.h"
#include "questions/ring.h"
#include "views/rounded_body.h"

namespace graze::query {
namespace {

double finite_part(const std::array<Reach, 2>& reach) {
  const double sum = reach[0].center + reach[1].center;
  return std::isfinite(sum) ? sum : std::min(reach[0].center, reach[1].center);
}

/// The size of the numbers that the pose of a body at a time is computed from.
double coordinates_of(const Body& body, double t) {
  const double center = body.motion.center ? body.motion.center->stableNorm() : 0;
  return body.pose.translation.stableNorm() + center + body.motion.velocity.stableNorm() * t;
}

bool is_flat(const Body& body) { return distance::boundary_plane_of(body.geometry.shape()).has_value(); }

/// Whether a gap along a direction keeps the two apart as long as it lasts: of convex bodies, and of any body and a plane.
bool parts_along_directions(const Body& a, const Body& b) {
  const bool has_ring = is_ring(a) || is_ring(b);
  return !is_mesh(a) && !is_mesh(b) && (!has_ring || is_flat(a) || is_flat(b));
}

}  // namespace

Body at_rest(const Body& body, double t) { return {body.geometry, pose_at(body.pose, body.motion, t), {}}; }

ApproachSpeed::ApproachSpeed(const Body& a, const Body& b, const std::array<Reach, 2>& reach)
    : velocity_(b.motion.velocity - a.motion.velocity),
      turning_{a.motion.angular_velocity, b.motion.angular_velocity},
      reach_(reach),
      is_convex_(parts_along_directions(a, b)) {}

double ApproachSpeed::along(const Vec3& direction) const {
  double speed = is_convex_ ? -direction.dot(velocity_) : velocity_.stableNorm();
  for (int k = 0; k < 2; ++k)
    speed += (is_convex_ ? direction.cross(turning_[k]).stableNorm() : turning_[k].stableNorm()) * reach_[k].axis;
  return speed + advancement_margin * whole();
}

double ApproachSpeed::whole() const {
  return velocity_.stableNorm() + turning_[0].stableNorm() * reach_[0].axis + turning_[1].stableNorm() * reach_[1].axis;
}

Result<Closest> ConstantVelocityPair::closest_at(double t) const { return closest_points(at_rest(a_, t), at_rest(b_, t)); }

double ConstantVelocityPair::coordinates(const Closest& closest, double t) const {
  return closest.points[0].stableNorm() + closest.points[1].stableNorm() + finite_part(reach_) + coordinates_of(a_, t) +
         coordinates_of(b_, t);
}

std::optional<double> ConstantVelocityPair::free_until(double gap, const Closest& closest, double t) const {
  const double approach = speed_.along((closest.points[1] - closest.points[0]).stableNormalized());
  const double step = gap / approach;
  if (!(approach > 0) || !std::isfinite(step) || t + step > end_) return std::nullopt;
  return std::nextafter(t + step, t);
}

}  // namespace graze::query
