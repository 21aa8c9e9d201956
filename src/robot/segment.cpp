/// Follows a piece of a joint trajectory, and bounds how points move within windows of it.

#include "robot/segment.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

namespace graze::robots {
namespace {

/// Poses are products of as many rotations and sums as there are axes on the way, of coordinates up to the size, at angles that are
/// off by roundings of themselves: for each axis some dozen roundings. No unit. RobotCell.NeverReportsAContactLate
constexpr double rounding_of_kinematics = 0x1p-49;
/// Bounds only have to be large enough; a few hundred roundings. No unit.
constexpr double derivative_up = 1 + 0x1p-40;
/// Sine of the angle below which axes count as parallel, and turning by less in half a window as none, as what was meant to stand
/// still does: far above roundings. No unit. SegmentMovement.KnowsThatWhatTurnsStaysInPlanesAcrossTheFirstAxis
constexpr double parallel_sine = 0x1p-22;
/// What part of the third derivative is across a direction is told where it is this many times the rest: else it costs more than it
/// settles. No unit. Measured with benchmarks/robot_bench.cpp.
constexpr double worth_telling = 4;

bool turns_little(const Rates& rates, double half_window) { return half_window * rates.first < parallel_sine; }

/// Bounds of derivatives of a point at a distance r from a reference: [0] + [1] r.
using Line = Eigen::Array2d;
struct Moved {
  Line first = Line::Zero(), second = Line::Zero(), third = Line::Zero();

  void operator+=(const Moved& more) {
    first += more.first;
    second += more.second;
    third += more.third;
  }
};

/// By the chain rule: what axis i and those beyond it do to a point is the product of two power series, and is across axis i.
Moved by_turning(const Rates& q, double distance, const Moved& beyond) {
  const double e1 = q.first, e2 = e1 * e1 + q.second, e3 = e1 * e1 * e1 + 3 * e1 * q.second + q.third;
  const Line arm(distance, 1);
  return {e1 * arm, e2 * arm + 2 * e1 * beyond.first, e3 * arm + 3 * (e2 * beyond.first + e1 * beyond.second)};
}

/// `flat` is the part of the third derivative across a direction, but for `tilt` of it.
windows::DerivativeBounds bounds_of(const Moved& all, Line flat, double tilt, const Vec3& direction) {
  Line third = all.third - (1 - tilt) * flat;
  if (!(flat >= worth_telling * third).all()) {
    third = all.third;
    flat.setZero();
  }
  windows::DerivativeBounds bounds;
  for (int k = 0; k < 2; ++k) {
    bounds.second[k] = all.second[k] * derivative_up;
    bounds.third[k] = third[k] * derivative_up;
    bounds.flat[k] = flat[k] * derivative_up;
  }
  bounds.normal = direction;
  return bounds;
}

}  // namespace

Cubic line(double from, double to) { return {from, to - from, 0, 0}; }

Cubic hermite(double from, double to, double slope_from, double slope_to) {
  const double way = to - from;
  return {from, slope_from, 3 * way - 2 * slope_from - slope_to, slope_from + slope_to - 2 * way};
}

double value_at(const Cubic& c, double u) { return c[0] + u * (c[1] + u * (c[2] + u * c[3])); }

Extremes extremes_of(const Cubic& c) {
  Extremes found;
  const auto add = [&](double u) {
    if (u > 0 && u < 1) found.at[found.count++] = u;
  };
  const double a = 3 * c[3], half_b = c[2], square = half_b * half_b - a * c[1];
  if (square < 0 || (a == 0 && half_b == 0)) return found;
  // Each form of a root cancels where the other one does not.
  const double root = -(half_b + std::copysign(std::sqrt(square), half_b));
  if (a != 0) add(root / a);
  if (root != 0) add(c[1] / root);
  return found;
}

Chain chain_between(const Robot::Data& robot, std::size_t from, std::size_t to) {
  const auto parent = [&](std::size_t group) { return robot.axes[group - 1].parent; };
  Chain up, down;
  while (from != to) {
    if (robot.depth_of_group[from] > robot.depth_of_group[to]) {
      up.push_back(static_cast<std::uint32_t>(from - 1));
      from = parent(from);
    } else {
      down.push_back(static_cast<std::uint32_t>(to - 1));
      to = parent(to);
    }
  }
  up.insert(up.end(), down.rbegin(), down.rend());
  return up;
}

SegmentMovement::SegmentMovement(const Robot::Data& robot, const Pose& base, const std::vector<Chain>& chains, double size)
    : robot_(robot),
      chains_(chains),
      size_(size),
      axes_(robot.axes.size()),
      states_(robot.group_count()),
      lines_(robot.axes.size()),
      rates_(robot.axes.size()) {
  states_[0].pose = base;
}

Rounding rounding_along(const Robot::Data& robot, std::span<const Cubic> drivers, double size) {
  const double count = static_cast<double>(robot.axes.size()) + 4;
  Rounding rounding;
  double angles = 0, lengths = 0, greatest = -1;
  for (const Axis& axis : robot.axes) {
    double most = std::abs(axis.offset);
    for (std::size_t i = 0; i < 4; ++i)
      most += std::abs(axis.multiplier) * std::abs(drivers[axis.driver][i]) * static_cast<double>(1 + 3 * i);
    (axis.turns ? angles : lengths) += most;
    const double share = most * (axis.turns ? size : count);
    if (share > greatest) rounding.driver = axis.driver;
    greatest = std::max(greatest, share);
  }
  rounding.error = rounding_of_kinematics * (count + angles) * (size + lengths);
  return rounding;
}

void SegmentMovement::set(std::span<const Cubic> drivers) {
  is_straight_ = true;
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const Axis& axis = robot_.axes[k];
    const Cubic& driver = drivers[axis.driver];
    for (std::size_t i = 0; i < 4; ++i) axes_[k][i] = axis.multiplier * driver[i];
    axes_[k][0] += axis.offset;
    is_straight_ = is_straight_ && driver[2] == 0 && driver[3] == 0;
  }
  error_ = rounding_along(robot_, drivers, size_).error;
  rates_for_ = -1;
}

void SegmentMovement::go_to(double t) {
  time_ = t;
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const Cubic& c = axes_[k];
    const AxisState state{value_at(c, t), c[1] + t * (2 * c[2] + t * (3 * c[3])), 2 * c[2] + 6 * c[3] * t};
    move_along(robot_.axes[k], state, states_[robot_.axes[k].parent], states_[k + 1], lines_[k]);
  }
  if (!is_straight_) rates_for_ = -1;
}

Rates SegmentMovement::rates_within(const Cubic& c, double from, double to) const {
  const auto first = [&](double u) { return std::abs(c[1] + u * (2 * c[2] + u * (3 * c[3]))); };
  const auto second = [&](double u) { return std::abs(2 * c[2] + 6 * c[3] * u); };
  Rates rates{std::max(first(from), first(to)), std::max(second(from), second(to)), std::abs(6 * c[3])};
  const double vertex = -c[2] / (3 * c[3]);
  if (vertex > from && vertex < to) rates.first = std::max(rates.first, first(vertex));
  const double sizes = std::abs(c[1]) + 6 * std::abs(c[2]) + 9 * std::abs(c[3]);  // what cancels above leaves its roundings
  rates.first += rounding_of_kinematics * sizes;
  rates.second += rounding_of_kinematics * sizes;
  return rates;
}

void SegmentMovement::bound_axes(double half_window) {
  if (rates_for_ == half_window || (is_straight_ && rates_for_ >= 0)) return;
  rates_for_ = half_window;
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const Cubic& c = axes_[k];
    rates_[k] = is_straight_ ? Rates{std::abs(c[1]), 0, 0} : rates_within(c, time_ - half_window, time_ + half_window);
  }
}

/// The axes of a chain that turn about one direction, nearly, up to the first that turns about another: it stands still where it is
/// seen from. Each keeps its angle to the one before, so that none leans by more than twice as many sines as there are axes.
SegmentMovement::Run SegmentMovement::parallel_run(const Chain& chain, double half_window) const {
  Run run;
  for (run.end = 0; run.end < chain.size(); ++run.end) {
    const std::uint32_t k = chain[run.end];
    if (!robot_.axes[k].turns || turns_little(rates_[k], half_window)) continue;
    const Vec3& direction = lines_[k].direction;
    if (run.has_begun && !(std::abs(direction.dot(run.direction)) > 1 - parallel_sine * parallel_sine / 2)) break;
    if (!run.has_begun) run.direction = direction;
    run.has_begun = true;
  }
  return run;
}

/// With D the distance of a point from a turning axis, or 1 for one that slides, every derivative by axes i <= ... <= k has a
/// length of at most D_k, vanishes unless all of them but perhaps the last turn, and is across axis i if that turns. They are
/// summed by i, from the far end. D_k changes by what axes beyond k do, but never exceeds the links stretched out.
windows::DerivativeBounds SegmentMovement::bounds(std::size_t chain_index, const Vec3& reference, double half_window) {
  bound_axes(half_window);
  const Chain& chain = chains_[chain_index];
  const Run run = parallel_run(chain, half_window);
  double stretched = 0;  // what axes beyond can move a point by, from the next point on
  bool slides_beyond = false;
  Vec3 next = reference;
  Moved beyond;
  Line flat = Line::Zero();
  for (std::size_t n = chain.size(); n-- > 0;) {
    const std::uint32_t k = chain[n];
    const AxisLine& line = lines_[k];
    const Rates& rates = rates_[k];
    if (!robot_.axes[k].turns) {
      slides_beyond = true;
      beyond += {Line(rates.first, 0), Line(rates.second, 0), Line(rates.third, 0)};
    } else if (!rates.is_zero()) {
      double distance = line.direction.cross(reference - line.point).norm() + half_window * beyond.first[0];
      if (!slides_beyond) distance = std::min(distance, line.direction.cross(next - line.point).norm() + stretched);
      const Moved moved = by_turning(rates, distance, beyond);
      beyond += moved;
      if (n < run.end && !turns_little(rates, half_window)) flat += moved.third;
    }
    stretched += (next - line.point).norm();
    next = line.point;
  }
  return bounds_of(beyond, flat, static_cast<double>(2 * run.end) * parallel_sine, run.direction);
}

}  // namespace graze::robots
