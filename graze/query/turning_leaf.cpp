#include <graze/query/turning_leaf.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace graze::query {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// Squared lengths of directions beyond these lose their digits to underflow or overflow. Unit of the input to the fourth power.
constexpr double least_square = 0x1p-900, greatest_square = 0x1p900;

/// A dozen roundings behind a time or a curvature, all of sums of positive numbers, with room to spare. No unit.
/// FreeTriangles.NeverExceedTheTrueFreeTime
constexpr double few_roundings = 0x1p-44;

/// When g + r s - k s^2 / 2 first vanishes, g > 0 and k >= 0. Each form of the root cancels where the other one does not.
double first_root(double g, double r, double k) {
  const double root = std::max(std::sqrt(r * r + 2 * k * g), std::abs(r)) + std::abs(r);
  if (r > 0) return k > 0 ? root / k : infinity;
  return root > 0 ? 2 * g / root : infinity;
}

double least(const std::array<double, 3>& x) { return std::min({x[0], x[1], x[2]}); }
double greatest(const std::array<double, 3>& x) { return std::max({x[0], x[1], x[2]}); }

std::array<double, 3> along(const Vec3& n, const std::array<Vec3, 3>& v) { return {n.dot(v[0]), n.dot(v[1]), n.dot(v[2])}; }

std::array<Vec3, 3> edges_of(const MovingTriangle& t) { return {t.v[1] - t.v[0], t.v[2] - t.v[1], t.v[0] - t.v[2]}; }

/// |n x turn|, rounded up.
double sine(const Vec3& n, const Vec3& turn) { return n.cross(turn).norm() + few_roundings * turn.lpNorm<1>(); }

}  // namespace

void FreeTriangles::try_all_axes() {
  const std::array<Vec3, 3> edges_a = edges_of(a_), edges_b = edges_of(b_);
  try_axis(edges_a[0].cross(edges_a[1]));
  try_axis(edges_b[0].cross(edges_b[1]));
  for (const Vec3& e : edges_a) {
    for (const Vec3& f : edges_b) {
      if (time_ > room_.horizon) return;
      try_axis(e.cross(f));
    }
  }
}

void FreeTriangles::try_axis(const Vec3& direction) {
  const double square = direction.squaredNorm();
  if (!(square > least_square && square < greatest_square)) return;
  const Vec3 n = direction / std::sqrt(square);
  const Heights of_a = along(n, a_.v), of_b = along(n, b_.v);
  const double b_above = least(of_b) - greatest(of_a), a_above = least(of_a) - greatest(of_b);
  const double lift = 2 * room_.position + room_.clearance * (1 + few_roundings);
  const double gap = std::max(b_above, a_above) - lift;
  if (!(gap > 0)) return;
  gap_ = std::max(gap_, gap);
  const Side side_a{of_a, along(n, a_.velocity)}, side_b{of_b, along(n, b_.velocity)};
  const bool is_b_above = b_above > a_above;
  time_ = std::max(time_, time_of_first_order(is_b_above ? n : Vec3(-n), gap));
  if (time_ > room_.horizon) return;
  const double curvature = curvature_along(n);
  time_ = std::max(time_, is_b_above ? time_of_second_order(side_b, side_a, lift, curvature)
                                     : time_of_second_order(side_a, side_b, lift, curvature));
}

void FreeTriangles::try_distance(double distance) {
  const double gap = distance * (1 - few_roundings) - 4 * room_.position - room_.clearance * (1 + few_roundings);
  const double speed = (b_.body_velocity - a_.body_velocity).norm() + a_.rim_speed + b_.rim_speed + 2 * room_.rate;
  if (!(gap > 0)) return;
  gap_ = std::max(gap_, gap);
  time_ = std::max(time_, gap / speed);
}

double FreeTriangles::time() const { return time_ * (1 - few_roundings); }

/// Bounds by how much b can sink towards a along n in a unit of time, whenever.
double FreeTriangles::speed_along(const Vec3& n) const {
  return n.dot(a_.body_velocity - b_.body_velocity) + sine(n, a_.turn) * a_.radius + sine(n, b_.turn) * b_.radius + 2 * room_.rate;
}

double FreeTriangles::curvature_along(const Vec3& n) const {
  if (room_.is_linear) return 0;
  return (sine(n, a_.turn) * a_.rim_speed + sine(n, b_.turn) * b_.rim_speed) * (1 + few_roundings);
}

double FreeTriangles::time_of_first_order(const Vec3& n, double gap) const {
  const double speed = speed_along(n);
  return speed > 0 ? gap / speed : infinity;
}

/// The first time at which any corner of the upper triangle may have come down to one of the lower.
double FreeTriangles::time_of_second_order(const Side& upper, const Side& lower, double lift, double curvature) const {
  double time = infinity;
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      const double gap = upper.height[k] - lower.height[l] - lift;
      const double rate = upper.rate[k] - lower.rate[l] - 2 * room_.rate;
      const bool is_later = std::isfinite(time) && gap + (rate - curvature / 2 * time) * time > 0;
      if (!is_later) time = std::min(time, first_root(gap, rate, curvature));
      if (time <= time_) return time;
    }
  }
  return time;
}

}  // namespace graze::query
