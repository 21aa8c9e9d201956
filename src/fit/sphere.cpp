/// The smallest ball by growing a support of at most four points, and a radius that contains all points exactly.

#include "fit/sphere.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include <Eigen/LU>

#include "fit/point_set.h"
#include "fit/scale.h"
#include "numbers/double_double.h"

namespace graze {
namespace {

/// How far a point may stick out of the ball of a support, relative to its squared radius. No unit. Solving for a centre loses
/// a few digits of 2^-52; the final radius is measured. FitSphere.HasTheLeastRadius
constexpr double sticking_out = 0x1p-40;
/// Squares of shorter offsets underflow; the sum of the components stands in for them. A length, of points of any size.
/// FitMethods.TakeDegenerateSets
constexpr double least_square_root = 0x1p-450;
/// Of a squared distance, a dozen operations. No unit. FitMethods.ContainTheirInputInExactArithmetic
constexpr double square_error = 16 * DoubleDouble::unit;
/// The radius grows with each support, so none comes twice; rounding could make them alternate.
constexpr int max_supports = 1000;

struct FittedBall {
  Vec3 center = Vec3::Zero();
  double squared_radius = 0;
};

/// The smallest ball with all (at most four) points on its surface, if they are affinely independent.
std::optional<FittedBall> circumscribed(std::span<const Vec3> points) {
  const auto dimensions = static_cast<Eigen::Index>(points.size()) - 1;
  if (dimensions == 0) return FittedBall{points[0], 0};
  Eigen::Matrix<double, 3, Eigen::Dynamic, 0, 3, 3> sides(3, dimensions);
  for (Eigen::Index k = 0; k < dimensions; ++k) sides.col(k) = points[static_cast<std::size_t>(k) + 1] - points[0];
  const Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3> gram = sides.transpose() * sides;
  const Eigen::FullPivLU<Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 3, 3>> solver(gram);
  if (!solver.isInvertible()) return std::nullopt;
  const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> half_squares = 0.5 * gram.diagonal();
  const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 3, 1> weights = solver.solve(half_squares);
  const Vec3 offset = sides * weights;
  return FittedBall{points[0] + offset, offset.squaredNorm()};
}

bool holds(const FittedBall& ball, std::span<const Vec3> points) {
  return std::all_of(points.begin(), points.end(),
                     [&](const Vec3& p) { return (p - ball.center).squaredNorm() <= ball.squared_radius * (1 + sticking_out); });
}

struct BallSupport {
  FittedBall ball;
  std::vector<Vec3> points;
};

/// Of at most five points: the smallest ball around all of them among those through some.
BallSupport least_support(const std::vector<Vec3>& points) {
  BallSupport least;
  least.ball.squared_radius = std::numeric_limits<double>::infinity();
  for (unsigned subset = 1; subset < 1U << points.size(); ++subset) {
    std::vector<Vec3> chosen;
    for (std::size_t k = 0; k < points.size(); ++k)
      if (subset >> k & 1U) chosen.push_back(points[k]);
    if (chosen.size() > 4) continue;
    const std::optional<FittedBall> ball = circumscribed(chosen);
    if (ball && ball->squared_radius < least.ball.squared_radius && holds(*ball, points)) least = {*ball, chosen};
  }
  return least;
}

Vec3 center_of_least_ball(std::span<const Vec3> points) {
  BallSupport support{{points.front(), 0}, {points.front()}};
  for (int k = 0; k < max_supports; ++k) {
    const auto distance = [&](const Vec3& p) { return (p - support.ball.center).squaredNorm(); };
    const Vec3 farthest =
        *std::max_element(points.begin(), points.end(), [&](const Vec3& p, const Vec3& q) { return distance(p) < distance(q); });
    if (distance(farthest) <= support.ball.squared_radius * (1 + sticking_out)) break;
    std::vector<Vec3> candidates = support.points;
    candidates.push_back(farthest);
    BallSupport next = least_support(candidates);
    if (!(next.ball.squared_radius > support.ball.squared_radius) || next.points.empty()) break;
    support = std::move(next);
  }
  return support.ball.center;
}

DoubleDouble squared_distance(const Vec3& p, const Vec3& q) {
  DoubleDouble sum;
  for (int k = 0; k < 3; ++k) {
    const DoubleDouble d = exact_sum(p[k], -q[k]);
    sum = sum + d * d;
  }
  return sum;
}

/// The least double that is certainly no smaller than the distance.
double distance_rounded_up(const Vec3& p, const Vec3& q) {
  const Vec3 offset = (p - q).cwiseAbs();
  if (offset.maxCoeff() < least_square_root) return std::nextafter((1 + sticking_out) * offset.sum(), 1.0);
  const DoubleDouble square = squared_distance(p, q);
  const DoubleDouble bound = square + DoubleDouble{square_error * square.hi};
  double root = std::sqrt(square.hi);
  while (exact_product(root, root) < bound) root = std::nextafter(root, std::numeric_limits<double>::infinity());
  return root;
}

}  // namespace

Sphere fit_sphere(std::span<const Vec3> input) {
  std::vector<Vec3> points = point_set(input);
  if (points.size() == 1) return {points.front(), 0};
  const PowerOfTwo scale = scale_to_unit(points);
  for (Vec3& p : points) p = scale.times(p);
  Sphere sphere{center_of_least_ball(points), 0};
  for (const Vec3& p : points) sphere.radius = std::max(sphere.radius, distance_rounded_up(p, sphere.center));
  if (scale.is_one()) return sphere;
  const Obb cube = scale.undo({sphere.center, world_frame(), Vec3::Constant(sphere.radius)});
  return {cube.center, std::nextafter(cube.half_extents.x(), std::numeric_limits<double>::infinity())};
}

}  // namespace graze
