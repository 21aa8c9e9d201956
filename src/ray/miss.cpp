/// A bounding ball for every bounded shape, and the test of a line against it in doubles.

#include "ray/miss.h"

#include <Eigen/Geometry>

#include "numbers/tolerance.h"
#include "views/ball_around.h"

namespace graze::distance {
namespace {

/// Of a length that two frames may stretch which are orthonormal as far as they must be: |A x| <= (1 + 3 defect) |x| for each. No
/// unit. RaycastMiss.IsNeverTrueOfWhatIsHit
constexpr double stretch = 1 + 8 * tolerance::orthonormal_frame;

/// For the roundings of positions, in parts of the coordinates they are made of: a few dozen, generously rounded up, since a ball
/// that is a little larger costs no answer. No unit. RaycastMiss.IsNeverTrueOfWhatIsHit
constexpr double position_slack = 1024 * tolerance::rounding;

/// Products of two squares between these neither vanish nor overflow. RaycastMiss.IsNeverTrueOfWhatIsHit
constexpr double least_square = 0x1p-500;
constexpr double greatest_square = 0x1p+500;

bool is_measured(double square) { return square > least_square && square < greatest_square; }

}  // namespace

bool surely_misses(const Probe& probe, const Shape& shape, const Pose& pose) {
  const auto ball = ball_around(shape);
  if (!ball) return false;
  const Vec3 direction = probe.pose.rotation * (probe.end ? Vec3(*probe.end - probe.origin) : probe.direction);
  const Vec3 to_center = pose.to_world(ball->center) - probe.pose.to_world(probe.origin);
  const double numbers = ball->center.lpNorm<1>() + pose.translation.lpNorm<1>() + probe.origin.lpNorm<1>() +
                         probe.pose.translation.lpNorm<1>() + ball->radius;
  const double reach = stretch * ball->radius + position_slack * numbers;
  const double squared = direction.squaredNorm();
  if (!is_measured(squared) || !is_measured(to_center.squaredNorm()) || !is_measured(reach * reach)) return false;
  // Everything is a length times that of the direction.
  const double limit = reach * reach * squared;
  const double along = to_center.dot(direction);
  const auto is_farther = [&](double length) { return length > 0 && length * length > limit; };
  return to_center.cross(direction).squaredNorm() > limit || is_farther(probe.t_min * squared - along) ||
         is_farther(along - probe.t_max * squared);
}

}  // namespace graze::distance
