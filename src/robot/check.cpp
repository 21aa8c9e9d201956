/// Options, names: what all checks of a robot in its cell have in common.

#include "robot/check.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "geometry/mirrored.h"

namespace graze::robots {
namespace {

/// Margins of boxes and leaves hold the error of coordinates up to so many times. No unit. tree/walk/window_view.cpp
constexpr double rounding_in_margins = 8;
/// What roundings may make of the tolerance unasked, over the size. No unit. Cubics that swing far reach a hundredth of it.
/// RobotCell.RefusesPositionsSoFarThatCoordinatesAreNotKnown
constexpr double coarsest_rounding = 0x1p-20;
/// A tolerance above this part of the robot says nothing about it. No unit. RobotCell.RefusesSurroundingsThatAreTooLarge
constexpr double coarsest_tolerance = 0x1p-10;

/// The object that reaches farthest, or the base.
std::string farthest_of(const RobotCell::Data& cell) {
  double farthest = cell.base.translation.lpNorm<1>();
  std::string name = "base";
  for (std::size_t k = 0; k < cell.origins.size(); ++k) {
    if (!cell.origins[k].is_object) continue;
    const windows::WindowShape& shape = cell.scene.shapes()[k];
    const double reach = shape.body.pose.translation.lpNorm<1>() + shape.center.lpNorm<1>() + shape.radius;
    if (!(reach > farthest)) continue;
    farthest = reach;
    name = cell.world[cell.origins[k].owner].name;
  }
  return fmt::format("{} reaches {:.2g} far", name, farthest);
}

}  // namespace

Result<double> tolerance_for(const RobotCell::Data& cell, const std::optional<double>& wanted) {
  if (wanted && !(*wanted > 0 && std::isfinite(*wanted)))
    return fail(ErrorCode::bad_option, fmt::format("tolerance: {} is not positive", *wanted));
  const double least = least_robot_tolerance * cell.size;
  if (least > std::max(wanted.value_or(0), coarsest_tolerance * cell.reach))
    return fail(ErrorCode::limit,
                fmt::format("{}, so that coordinates are known to {:.2g} only; a tolerance of that or more would do",
                            farthest_of(cell), least));
  return std::max(wanted.value_or(default_tolerance * cell.reach), least);
}

Result<void> check_clearance(double clearance) {
  if (clearance >= 0 && std::isfinite(clearance)) return {};
  return fail(ErrorCode::bad_option, fmt::format("clearance: {} is negative or not finite", clearance));
}

Result<void> check_reach(const RobotCell::Data& cell, std::span<const Cubic> drivers) {
  if (!cell.reach_limit) return {};
  double reach = cell.reach;
  for (const Axis& axis : cell.robot.data().axes) {
    if (axis.turns) continue;
    const Cubic& cubic = drivers[axis.driver];
    double most = std::max(std::abs(value_at(cubic, 0)), std::abs(value_at(cubic, 1)));
    const Extremes extremes = extremes_of(cubic);
    for (std::size_t i = 0; i < extremes.count; ++i) most = std::max(most, std::abs(value_at(cubic, extremes.at[i])));
    reach += std::abs(axis.multiplier) * most + std::abs(axis.offset);
  }
  if (reach <= 2 * *cell.reach_limit) return {};
  return fail(ErrorCode::limit, fmt::format("the robot slides {} from its base; its unbounded surroundings were cut at {}", reach,
                                            2 * *cell.reach_limit));
}

Result<double> tolerance_along(const RobotCell::Data& cell, std::span<const Cubic> drivers, double tolerance) {
  const Rounding rounding = rounding_along(cell.robot.data(), drivers, cell.size);
  const double resolved = rounding_in_margins * rounding.error;
  if (resolved <= std::max(tolerance, coarsest_rounding * cell.size)) return std::max(tolerance, resolved);
  const Driver& driver = cell.robot.drivers()[rounding.driver];
  const Cubic& cubic = drivers[rounding.driver];
  double farthest = value_at(cubic, 0);
  const auto look = [&](double u) {
    if (const double value = value_at(cubic, u); std::abs(value) > std::abs(farthest)) farthest = value;
  };
  look(1);
  const Extremes extremes = extremes_of(cubic);
  for (std::size_t i = 0; i < extremes.count; ++i) look(extremes.at[i]);
  if (!std::isfinite(farthest)) return fail(ErrorCode::limit, driver.name + " moves farther than doubles reach");
  const std::string limits =
      driver.limits ? fmt::format(" (allowed {} to {})", driver.limits->lower, driver.limits->upper) : std::string();
  return fail(
      ErrorCode::limit,
      fmt::format("{} goes to {:.9g}{}, so far that coordinates are known to {:.2g} only; a tolerance of that or more would do",
                  driver.name, farthest, limits, resolved));
}

RobotContact named(const RobotCell::Data& cell, const windows::WindowContact& contact, const Segment& piece) {
  const windows::ShapePair& pair = cell.scene.pairs()[contact.pair];
  const NamedPair& tag = cell.tags[pair.tag];
  const ShapeOrigin &of_a = cell.origins[pair.a], &of_b = cell.origins[pair.b];
  const bool swaps = of_a.is_object || of_a.owner != tag.link;
  RobotContact answer;
  answer.a = cell.name_of(tag, 0);
  answer.b = cell.name_of(tag, 1);
  answer.b_is_object = tag.is_object;
  answer.t_lo = piece.time_before(contact.t_lo);
  if (contact.t_hi) answer.t_hi = piece.time_after(*contact.t_hi);
  answer.closest = swaps ? mirrored(contact.closest) : contact.closest;
  const Vec3 way = answer.closest.points[1] - answer.closest.points[0];
  if (answer.closest.distance > 0 && way.norm() > 0) answer.normal = way.normalized();
  answer.shapes = {swaps ? of_b.part : of_a.part, swaps ? of_a.part : of_b.part};
  return answer;
}

}  // namespace graze::robots
