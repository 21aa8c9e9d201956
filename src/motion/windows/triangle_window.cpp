/// Projects two triangles, one of which moves, on axes that can separate them.

#include "motion/windows/triangle_window.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

namespace graze::windows {
namespace {

/// Squares of directions beyond these have lost their digits. Unit of the input to the fourth power.
constexpr double least_squared = 0x1p-900, greatest_squared = 0x1p900;

/// Sine below which two triangles may lie in a common plane: then no product of edges separates what lies side by side. No unit.
/// RobotCell.FollowsJawsInACommonPlane
constexpr double common_plane = 0.05;

/// Windows are not passed over in longer rows than this: a guess that is wrong costs at most so many halvings too many.
constexpr std::uint8_t longest_sleep = 6;

using Heights = std::array<double, 3>;

Heights heights(const Vec3& n, const std::array<Vec3, 3>& v) { return {n.dot(v[0]), n.dot(v[1]), n.dot(v[2])}; }
double lowest(const Heights& h) { return std::min({h[0], h[1], h[2]}); }
double highest(const Heights& h) { return std::max({h[0], h[1], h[2]}); }

std::array<Vec3, 3> edges(const std::array<Vec3, 3>& v) { return {v[1] - v[0], v[2] - v[1], v[0] - v[2]}; }

}  // namespace

TriangleWindow::TriangleWindow(const Triangle& a, const Triangle& b, const tree::WindowMotion& motion, double lift)
    : a_(a.v), b_(b.v), normal_(motion.normal), lift_(lift) {
  double reach = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    const Vec3 arm = b_[k] - motion.reference;
    const Vec3 turned = motion.turn.cross(arm);
    shift_[k] = motion.shift + turned;
    bend_[k] = motion.bend + motion.bend_turn.cross(arm) + 0.5 * motion.turn.cross(turned);
    reach = std::max(reach, arm.squaredNorm());
  }
  reach = std::sqrt(reach);
  most_ = motion.most[0] + motion.most[1] * reach;
  rest_ = motion.rest[0] + motion.rest[1] * reach;
  flat_ = motion.flat[0] + motion.flat[1] * reach;
}

double TriangleWindow::motion() const {
  double first = 0, second = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    first = std::max(first, shift_[k].squaredNorm());
    second = std::max(second, bend_[k].squaredNorm());
  }
  return std::sqrt(first) + std::min(most_, std::sqrt(second) + rest_ + flat_);
}

bool TriangleWindow::separates(const Vec3& n) {
  const Heights of_a = heights(n, a_), of_b = heights(n, b_);
  const double b_above = lowest(of_b) - highest(of_a), a_above = lowest(of_a) - highest(of_b);
  if (!(std::max(b_above, a_above) > 0)) return false;  // most axes: known before the length of the direction is
  const double square = n.squaredNorm();
  if (!(square > least_squared && square < greatest_squared)) return false;
  were_apart_ = true;
  const double side = b_above > a_above ? 1 : -1;
  double first = std::numeric_limits<double>::infinity(), second = first;
  for (std::size_t k = 0; k < 3; ++k) {
    const double sunk = side * of_b[k] - std::abs(n.dot(shift_[k]));
    first = std::min(first, sunk);
    second = std::min(second, sunk - std::abs(n.dot(bend_[k])));
  }
  const double floor = side > 0 ? highest(of_a) : -lowest(of_a), shrink = 1 / std::sqrt(square);
  if ((first - floor) * shrink - most_ > lift_) return true;
  const double rest = flat_ > 0 ? rest_ + flat_ * shrink * n.cross(normal_).norm() : rest_;
  if ((second - floor) * shrink - rest > lift_) return true;
  const double gap = std::max(b_above, a_above) * shrink - lift_;
  guess_sleep(gap, gap + lift_ - (second - floor) * shrink, rest);
  return false;
}

/// Of a direction with a gap, less the lift, first and second order together, and the third.
void TriangleWindow::guess_sleep(double gap, double moves, double rest) {
  if (2 * moves > gap) return;
  std::uint8_t halvings = 0;
  for (double left = moves / 2; halvings < longest_sleep; left /= 2, ++halvings) {
    rest /= 8;
    if (moves + left + rest < gap) break;
  }
  sleeps_ = std::min(sleeps_, halvings);
}

bool TriangleWindow::stay_apart() {
  const Vec3 between = b_[0] + b_[1] + b_[2] - a_[0] - a_[1] - a_[2];
  const std::array<Vec3, 3> of_a = edges(a_), of_b = edges(b_);
  const Vec3 normal_a = of_a[0].cross(of_a[1]), normal_b = of_b[0].cross(of_b[1]);
  if (separates(normal_a) || separates(normal_b) || separates(between)) return true;
  return by_products(of_a, of_b) || in_common_plane(of_a, of_b, normal_a, normal_b);
}

bool TriangleWindow::by_products(const std::array<Vec3, 3>& of_a, const std::array<Vec3, 3>& of_b) {
  for (const Vec3& e : of_a) {
    for (const Vec3& f : of_b) {
      if (separates(e.cross(f))) return true;
    }
  }
  return false;
}

bool TriangleWindow::in_common_plane(const std::array<Vec3, 3>& of_a, const std::array<Vec3, 3>& of_b, const Vec3& normal_a,
                                     const Vec3& normal_b) {
  if (normal_a.cross(normal_b).squaredNorm() > common_plane * common_plane * normal_a.squaredNorm() * normal_b.squaredNorm())
    return false;
  for (std::size_t k = 0; k < 3; ++k) {
    if (separates(normal_a.cross(of_a[k])) || separates(normal_b.cross(of_b[k]))) return true;
  }
  return false;
}

}  // namespace graze::windows
