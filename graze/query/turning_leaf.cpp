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
/// FreeTriangles.NeverExceedTheTrueFreeTime, FreeConvex.NeverExceedsTheTrueFreeTime
constexpr double few_roundings = 0x1p-44;

double least(const std::array<double, 3>& x) { return std::min({x[0], x[1], x[2]}); }
double greatest(const std::array<double, 3>& x) { return std::max({x[0], x[1], x[2]}); }

std::array<double, 3> along(const Vec3& n, const std::array<Vec3, 3>& v) { return {n.dot(v[0]), n.dot(v[1]), n.dot(v[2])}; }

std::array<Vec3, 3> edges_of(const MovingTriangle& t) { return {t.v[1] - t.v[0], t.v[2] - t.v[1], t.v[0] - t.v[2]}; }

/// |n x turn|, rounded up.
double sine(const Vec3& n, const Vec3& turn) { return n.cross(turn).norm() + few_roundings * turn.lpNorm<1>(); }

}  // namespace

/// Each form of the root cancels where the other one does not.
double first_root(double g, double r, double k) {
  const double root = std::max(std::sqrt(r * r + 2 * k * g), std::abs(r)) + std::abs(r);
  if (r > 0) return k > 0 ? root / k : infinity;
  return root > 0 ? 2 * g / root : infinity;
}

std::optional<Vec3> FreeParts::unit(const Vec3& direction) {
  const double square = direction.squaredNorm();
  if (!(square > least_square && square < greatest_square)) return std::nullopt;
  return direction / std::sqrt(square);
}

double FreeParts::lift() const { return 2 * room_.position + room_.clearance * (1 + few_roundings); }

void FreeParts::try_distance(double distance) {
  const double gap = distance * (1 - few_roundings) - 4 * room_.position - room_.clearance * (1 + few_roundings);
  const double speed =
      (motion_b_.body_velocity - motion_a_.body_velocity).norm() + motion_a_.rim_speed + motion_b_.rim_speed + 2 * room_.rate;
  if (!(gap > 0)) return;
  gap_ = std::max(gap_, gap);
  time_ = std::max(time_, gap / speed);
}

double FreeParts::time() const { return time_ * (1 - few_roundings); }

bool FreeParts::try_first_order(const Vec3& n, double gap) {
  gap_ = std::max(gap_, gap);
  const double speed = speed_along(n);
  add(speed > 0 ? gap / speed : infinity);
  return time_ <= room_.horizon;
}

/// Bounds by how much b can sink towards a along n in a unit of time, whenever.
double FreeParts::speed_along(const Vec3& n) const {
  return n.dot(motion_a_.body_velocity - motion_b_.body_velocity) + sine(n, motion_a_.turn) * motion_a_.radius +
         sine(n, motion_b_.turn) * motion_b_.radius + 2 * room_.rate;
}

double FreeParts::curvature_along(const Vec3& n) const {
  if (room_.is_linear) return 0;
  return (sine(n, motion_a_.turn) * motion_a_.rim_speed + sine(n, motion_b_.turn) * motion_b_.rim_speed) * (1 + few_roundings);
}

void FreeTriangles::try_all_axes() {
  const std::array<Vec3, 3> edges_a = edges_of(a_), edges_b = edges_of(b_);
  try_axis(edges_a[0].cross(edges_a[1]));
  try_axis(edges_b[0].cross(edges_b[1]));
  for (const Vec3& e : edges_a) {
    for (const Vec3& f : edges_b) {
      if (time_so_far() > room().horizon) return;
      try_axis(e.cross(f));
    }
  }
}

void FreeTriangles::try_axis(const Vec3& direction) {
  const std::optional<Vec3> n = unit(direction);
  if (!n) return;
  const Heights of_a = along(*n, a_.v), of_b = along(*n, b_.v);
  const double b_above = least(of_b) - greatest(of_a), a_above = least(of_a) - greatest(of_b);
  const double gap = std::max(b_above, a_above) - lift();
  if (!(gap > 0)) return;
  const bool is_b_above = b_above > a_above;
  if (!try_first_order(is_b_above ? *n : Vec3(-*n), gap)) return;
  const Side side_a{of_a, along(*n, a_.velocity)}, side_b{of_b, along(*n, b_.velocity)};
  const double curvature = curvature_along(*n);
  add(is_b_above ? time_of_second_order(side_b, side_a, curvature) : time_of_second_order(side_a, side_b, curvature));
}

/// The first time at which any corner of the upper triangle may have come down to one of the lower.
double FreeTriangles::time_of_second_order(const Side& upper, const Side& lower, double curvature) const {
  double time = infinity;
  for (int k = 0; k < 3; ++k) {
    for (int l = 0; l < 3; ++l) {
      const double gap = upper.height[k] - lower.height[l] - lift();
      const double rate = upper.rate[k] - lower.rate[l] - 2 * room().rate;
      const bool is_later = std::isfinite(time) && gap + (rate - curvature / 2 * time) * time > 0;
      if (!is_later) time = std::min(time, first_root(gap, rate, curvature));
      if (time <= time_so_far()) return time;
    }
  }
  return time;
}

}  // namespace graze::query
