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

/// Directions do not turn by more than this in half a window. Radians, about: a limit of cost, since bounds hold for any, but what
/// goes with the square of it outweighs a gap in longer windows.
/// WindowBounds.OfTrianglesAlongDirectionsThatTurnHoldThroughoutTheWindow
constexpr double most_turn = 0.25;

/// Windows are not passed over in longer rows than this: a guess that is wrong costs at most so many halvings too many.
constexpr std::uint8_t longest_sleep = 6;

using Heights = std::array<double, 3>;

Heights heights(const Vec3& n, const std::array<Vec3, 3>& v) { return {n.dot(v[0]), n.dot(v[1]), n.dot(v[2])}; }
double lowest(const Heights& h) { return std::min({h[0], h[1], h[2]}); }
double highest(const Heights& h) { return std::max({h[0], h[1], h[2]}); }

/// The least value of a + b s + c s^2 for s in [-1, 1].
double least_of_parabola(double a, double b, double c) { return std::abs(b) < 2 * c ? a - b * b / (4 * c) : a - std::abs(b) + c; }

/// An edge that begins at the corner nearest to the other triangle along n. A direction that turns by m stays across it if
/// edge.m + rate = 0.
struct Lean {
  Vec3 edge = Vec3::Zero();  ///< across n
  double rate = 0;
  double height = 0;  ///< of its end above its begin, over its length
};

/// `sign` is 1 where low corners are near.
void add_leans(const std::array<Vec3, 3>& corners, const Vec3& n, double sign, const Vec3& turn, Lean* leans) {
  const Heights h = heights(sign * n, corners);
  const auto nearest = static_cast<std::size_t>(std::min_element(h.begin(), h.end()) - h.begin());
  for (const std::size_t k : {(nearest + 1) % 3, (nearest + 2) % 3}) {
    const Vec3 edge = corners[k] - corners[nearest];
    const Vec3 across = edge - n.dot(edge) * n;
    const double length = across.norm();
    *leans++ = {across, n.dot(turn.cross(edge)),
                length > 0 ? (h[k] - h[nearest]) / length : std::numeric_limits<double>::infinity()};
  }
}

std::array<Vec3, 3> edges(const std::array<Vec3, 3>& v) { return {v[1] - v[0], v[2] - v[1], v[0] - v[2]}; }

}  // namespace

TriangleWindow::TriangleWindow(const Triangle& a, const Triangle& b, const tree::WindowMotion& motion, double lift)
    : a_(a.v), b_(b.v), normal_(motion.normal), turn_(motion.turn), lift_(lift) {
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
  if (gap + lift_ > widest_gap_) {
    widest_gap_ = gap + lift_;
    widest_ = side * shrink * n;
  }
  guess_sleep(gap, gap + lift_ - (second - floor) * shrink, rest);
  return false;
}

/// By the two flattest edges at the nearest corners; the second one counts if it has a direction of its own.
Vec3 TriangleWindow::turn_with_corners(const Vec3& n) const {
  std::array<Lean, 4> leans;
  add_leans(a_, n, -1, Vec3::Zero(), leans.data());
  add_leans(b_, n, 1, turn_, leans.data() + 2);
  std::sort(leans.begin(), leans.end(), [](const Lean& x, const Lean& y) { return x.height < y.height; });
  const Lean& first = leans[0];
  const Vec3 along = first.edge / first.edge.norm(), side = n.cross(along);
  Vec3 turn = -first.rate / first.edge.norm() * along;
  for (std::size_t k = 1; k < leans.size(); ++k) {
    const double own = side.dot(leans[k].edge);
    if (!(std::abs(own) > common_plane * leans[k].edge.norm())) continue;
    turn -= (leans[k].rate + leans[k].edge.dot(turn)) / own * side;
    break;
  }
  return turn - n.dot(turn) * n;  // what roundings left of it along n
}

bool TriangleWindow::separates_turning(const Vec3& n) const {
  const Vec3 turn = turn_with_corners(n);
  const double square = turn.squaredNorm();
  if (!(square < most_turn * most_turn)) return false;
  // Along n + s turn, which is longer than n by less than s^2 square / 2, throughout s from -1 to 1.
  const double lean = std::sqrt(square);
  const double need = lift_ + rest_ + flat_ * std::min(1.0, n.cross(normal_).norm() + lean);
  for (std::size_t j = 0; j < 3; ++j) {
    const double bend = n.dot(bend_[j]) + turn.dot(shift_[j]) - need * square / 2, rest = need + std::abs(turn.dot(bend_[j]));
    for (const Vec3& corner : a_) {
      const Vec3 between = b_[j] - corner;
      if (!(least_of_parabola(n.dot(between) - rest, n.dot(shift_[j]) + turn.dot(between), bend) > 0)) return false;
    }
  }
  return true;
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
