/// Bounds from below how long two triangles stay apart, along axes that can separate them.

#include "motion/turning/leaf.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "body/infinity.h"
#include "motion/turning/kernels.h"

namespace graze::query {
namespace {

/// Squared lengths of directions beyond these lose their digits to underflow or overflow. Unit of the input to the fourth power.
constexpr double least_square = 0x1p-900, greatest_square = 0x1p900;

/// A dozen roundings behind a time or a curvature, all of sums of positive numbers, amply. No unit.
/// FreeTriangles.NeverExceedTheTrueFreeTime, FreeConvex.NeverExceedsTheTrueFreeTime
constexpr double time_margin = 0x1p-44;

double least(const std::array<double, 3>& x) { return std::min({x[0], x[1], x[2]}); }
double greatest(const std::array<double, 3>& x) { return std::max({x[0], x[1], x[2]}); }

std::array<double, 3> along(const Vec3& n, const std::array<Vec3, 3>& v) { return {n.dot(v[0]), n.dot(v[1]), n.dot(v[2])}; }

std::array<Vec3, 3> edges_of(const MovingTriangle& t) { return {t.v[1] - t.v[0], t.v[2] - t.v[1], t.v[0] - t.v[2]}; }

/// The first of the greatest, without branches: which it is cannot be guessed.
int greatest_of(const double (&x)[axis_count]) {
  int best = 0;
  double greatest = x[0];
  for (int k = 1; k < axis_count; ++k) {
    const bool is_greater = x[k] > greatest;
    best += (k - best) * static_cast<int>(is_greater);
    greatest = std::max(greatest, x[k]);
  }
  return best;
}

/// |n x turn|, rounded up.
double sine(const Vec3& n, const Vec3& turn) { return n.cross(turn).norm() + time_margin * turn.lpNorm<1>(); }

}  // namespace

/// Each form of the root cancels where the other one does not.
double first_root(double g, double r, double k) {
  const double root = std::max(std::sqrt(r * r + 2 * k * g), std::abs(r)) + std::abs(r);
  if (r > 0) return k > 0 ? root / k : infinity;
  return root > 0 ? 2 * g / root : infinity;
}

double FreeParts::inverse_length(const Vec3& direction) {
  const double square = direction.squaredNorm();
  return square > least_square && square < greatest_square ? 1 / std::sqrt(square) : 0;
}

double FreeParts::lift() const { return 2 * margins_.position + margins_.clearance * (1 + time_margin); }

void FreeParts::try_distance(double distance) {
  const double gap = distance * (1 - time_margin) - 4 * margins_.position - margins_.clearance * (1 + time_margin);
  const double speed =
      (motion_b_.body_velocity - motion_a_.body_velocity).norm() + motion_a_.rim_speed + motion_b_.rim_speed + 2 * margins_.rate;
  if (!(gap > 0)) return;
  gap_ = std::max(gap_, gap);
  time_ = std::max(time_, gap / speed);
}

double FreeParts::time() const { return time_ * (1 - time_margin); }

bool FreeParts::try_first_order(double gap, double speed) {
  gap_ = std::max(gap_, gap);
  add(speed > 0 ? gap / speed : infinity);
  return time_ <= margins_.horizon;
}

FreeParts::Bounds FreeParts::bounds_along(const Vec3& n) const {
  Bounds bounds{n.dot(motion_a_.body_velocity - motion_b_.body_velocity) + 2 * margins_.rate, 0};
  for (const PartMotion* part : {&motion_a_, &motion_b_}) {
    if (part->radius == 0) continue;
    const double across = sine(n, part->turn);
    bounds.speed += across * part->radius;
    bounds.curvature += across * part->rim_speed;
  }
  bounds.curvature *= margins_.is_linear ? 0 : 1 + time_margin;
  return bounds;
}

void FreeTriangles::try_all_axes() {
  const std::array<Vec3, 3> edges_a = edges_of(a_), edges_b = edges_of(b_);
  try_axis(edges_a[0].cross(edges_a[1]));
  try_axis(edges_b[0].cross(edges_b[1]));
  for (const Vec3& e : edges_a) {
    for (const Vec3& f : edges_b) {
      if (time_so_far() > margins().horizon) return;
      try_axis(e.cross(f));
    }
  }
}

/// Axes are guessed at in lanes and tried, the best first, as long as one may tell more than is certain.
void FreeTriangles::try_best_axes() {
  const Vec3 body_approach = a_.body_velocity - b_.body_velocity;
  const TrianglePairMotion pair{{a_.v[0].data(), b_.v[0].data()},
                                {a_.velocity[0].data(), b_.velocity[0].data()},
                                {a_.turn.data(), b_.turn.data()},
                                body_approach.data(),
                                {a_.rim_speed, b_.rim_speed},
                                {a_.radius, b_.radius},
                                lift(),
                                2 * margins().rate,
                                margins().is_linear ? 0.0 : 1.0};
  double promised[axis_count];
  turning_kernels().axis_times(pair, promised);
  while (time_so_far() <= margins().horizon) {
    const int best = greatest_of(promised);
    if (!(promised[best] > time_so_far())) return;
    promised[best] = 0;
    try_axis(axis(best));
  }
}

Vec3 FreeTriangles::axis(int k) const {
  const auto edge = [](const MovingTriangle& t, int i) -> Vec3 {
    return t.v[static_cast<std::size_t>((i + 1) % 3)] - t.v[static_cast<std::size_t>(i)];
  };
  if (k < first_product) return k == 0 ? edge(a_, 0).cross(edge(a_, 1)) : edge(b_, 0).cross(edge(b_, 1));
  return edge(a_, (k - first_product) / 3).cross(edge(b_, (k - first_product) % 3));
}

void FreeTriangles::try_axis(const Vec3& direction) {
  const Heights far_a = along(direction, a_.v), far_b = along(direction, b_.v);
  const double b_above = least(far_b) - greatest(far_a), a_above = least(far_a) - greatest(far_b);
  const double far_gap = std::max(b_above, a_above);
  if (!(far_gap > 0)) return;  // most axes: known before the length of the direction is
  const double shrink = inverse_length(direction);
  const double gap = far_gap * shrink - lift();
  if (!(gap > 0)) return;
  const Vec3 n = (b_above > a_above ? shrink : -shrink) * direction;
  const Bounds bounds = bounds_along(n);
  if (!try_first_order(gap, bounds.speed)) return;
  const Side side_a{along(n, a_.v), along(n, a_.velocity)}, side_b{along(n, b_.v), along(n, b_.velocity)};
  add(time_of_second_order(side_b, side_a, bounds.curvature));
}

/// The first time at which any corner of the upper triangle may have come down to one of the lower. Every pair of corners bounds it
/// from above, so those that are nearest at one bound lead to the next, until they stay the same.
double FreeTriangles::time_of_second_order(const Side& upper, const Side& lower, double curvature) const {
  double time = infinity, at = 0;
  for (int k = -1, l = -1;;) {
    const int nearest_k = lowest_after(at, upper, 1), nearest_l = lowest_after(at, lower, -1);
    if (k == nearest_k && l == nearest_l) return time;
    k = nearest_k;
    l = nearest_l;
    const double gap = upper.height[k] - lower.height[l] - lift();
    const double rate = upper.rate[k] - lower.rate[l] - 2 * margins().rate;
    const double root = first_root(gap, rate, curvature);
    if (!(root < time) && at > 0) return time;
    time = root;
    if (time <= time_so_far()) return time;
    at = std::min(time, margins().horizon);  // what comes later is of no interest
  }
}

/// Of heights times `side`, if all corners keep their velocities.
int FreeTriangles::lowest_after(double s, const Side& corners, double side) {
  const bool is_endless = std::isinf(s);
  const auto height = [&](int k) { return side * (is_endless ? corners.rate[k] : corners.height[k] + s * corners.rate[k]); };
  const double h0 = height(0), h1 = height(1), h2 = height(2);
  if (h0 <= h1) return h0 <= h2 ? 0 : 2;
  return h1 <= h2 ? 1 : 2;
}

}  // namespace graze::query
