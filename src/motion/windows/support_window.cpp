/// The gap of two convex parts throughout a window, from four support points.

#include "motion/windows/support_window.h"

#include <algorithm>
#include <limits>

#include <Eigen/Geometry>

namespace graze::windows {

double ConvexPart::lowest(const Vec3& m) const {
  if (triangle != nullptr) return std::min({m.dot(triangle->v[0]), m.dot(triangle->v[1]), m.dot(triangle->v[2])});
  const Mat3& rotation = placed->pose.rotation;
  const Vec3 local = placed->shape->support->support(rotation.transpose() * -m);
  return m.dot(placed->pose.to_world(local)) - placed->shape->blur * m.norm();
}

double gap_throughout(const ConvexPart& a, const ConvexPart& b, const tree::WindowMotion& motion, double radius, const Vec3& n) {
  const Vec3 turned = n.cross(motion.turn);
  const Vec3 bent = n.cross(motion.bend_turn) + 0.5 * turned.cross(motion.turn);
  const double top_of_a = -a.lowest(-n);
  double first = std::numeric_limits<double>::infinity(), second = first;
  for (const double s : {-1.0, 1.0}) {
    for (const double q : {0.0, 1.0}) {
      const Vec3 slope = s * turned + q * bent;
      const double fixed = s * n.dot(motion.shift) + q * n.dot(motion.bend) - slope.dot(motion.reference);
      const double height = fixed + b.lowest(n + slope);
      second = std::min(second, height);
      if (q == 0) first = std::min(first, height);
    }
  }
  const double most = motion.most[0] + motion.most[1] * radius, flat = motion.flat[0] + motion.flat[1] * radius;
  const double rest = motion.rest[0] + motion.rest[1] * radius + flat * n.cross(motion.normal).norm();
  return std::max(first - most, second - rest) - top_of_a;
}

}  // namespace graze::windows
