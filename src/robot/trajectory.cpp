/// Checks joint trajectories and cuts them into cubics.

#include "robot/trajectory.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

namespace graze::robots {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

template <class... Args>
tl::unexpected<Error> wrong(fmt::format_string<Args...> format, Args&&... args) {
  return fail(ErrorCode::bad_option, fmt::format(format, std::forward<Args>(args)...));
}

/// Why a name is no driver.
std::string reason_against(const Robot& robot, const std::string& name) {
  for (const RobotJoint& joint : robot.model().joints) {
    if (joint.name != name) continue;
    if (joint.kind == JointKind::fixed) return "is fixed";
    if (joint.kind == JointKind::planar) return fmt::format("is planar: name {0}/x, {0}/y, {0}/theta", name);
    if (joint.kind == JointKind::floating) return fmt::format("is floating: name {0}/x, /y, /z, /yaw, /pitch, /roll", name);
    return fmt::format("mimics {} and has no position of its own", robot.model().joints[joint.mimic->driver].name);
  }
  return "is not a joint of the robot";
}

Result<std::vector<std::size_t>> drivers_of(const Robot& robot, const JointTrajectory& trajectory) {
  std::vector<std::size_t> drivers;
  for (std::size_t k = 0; k < trajectory.joints.size(); ++k) {
    const std::string& name = trajectory.joints[k];
    const auto driver = robot.find_driver(name);
    if (!driver) return wrong("joints[{}]: {} {}", k, name, reason_against(robot, name));
    if (std::find(drivers.begin(), drivers.end(), *driver) != drivers.end()) return wrong("joints[{}]: {} is there twice", k, name);
    drivers.push_back(*driver);
  }
  return drivers;
}

Result<void> check_rows(const std::vector<std::vector<double>>& rows, const char* what, const JointTrajectory& trajectory) {
  if (rows.size() != trajectory.times.size()) return wrong("{}: {} rows for {} times", what, rows.size(), trajectory.times.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != trajectory.joints.size())
      return wrong("{}[{}]: {} numbers for {} joints", what, i, rows[i].size(), trajectory.joints.size());
    for (std::size_t k = 0; k < rows[i].size(); ++k) {
      if (!std::isfinite(rows[i][k])) return fail(ErrorCode::not_finite, fmt::format("{}[{}][{}]: {}", what, i, k, rows[i][k]));
    }
  }
  return {};
}

Result<void> check(const JointTrajectory& trajectory) {
  const std::vector<double>& times = trajectory.times;
  if (times.empty()) return wrong("times: none");
  for (std::size_t k = 0; k < times.size(); ++k) {
    if (!std::isfinite(times[k])) return fail(ErrorCode::not_finite, fmt::format("times[{}]: {}", k, times[k]));
    if (k > 0 && !(times[k] > times[k - 1])) return wrong("times[{}]: {} is not after {}", k, times[k], times[k - 1]);
  }
  if (const auto rows = check_rows(trajectory.positions, "positions", trajectory); !rows) return rows;
  return trajectory.velocities.empty() ? Result<void>{} : check_rows(trajectory.velocities, "velocities", trajectory);
}

/// The farthest that a number goes beyond its limits.
struct Excess {
  double by = 0, value = 0, at = 0;

  void look(double x, double time, const JointLimits& limits) {
    const double beyond = std::max(x - limits.upper, limits.lower - x);
    if (beyond > by) *this = {beyond, x, time};
  }
};

void find_violations(const Robot& robot, Segments& segments) {
  const Robot::Data& data = robot.data();
  for (std::size_t k = 0; k < data.model.joints.size(); ++k) {
    const RobotJoint& joint = data.model.joints[k];
    if (!joint.limits || joint.kind == JointKind::continuous || data.axis_of_joint[k] >= data.axes.size()) continue;
    const Axis& axis = data.axes[data.axis_of_joint[k]];
    Excess excess;
    for (const Segment& piece : segments.pieces) {
      const Cubic& cubic = piece.drivers[axis.driver];
      const auto look = [&](double u) {
        excess.look(axis.multiplier * value_at(cubic, u) + axis.offset, piece.from + u * (piece.to - piece.from), *joint.limits);
      };
      look(0);
      const Extremes extremes = extremes_of(cubic);
      for (std::size_t i = 0; i < extremes.count; ++i) look(extremes.at[i]);
      look(1);
    }
    if (excess.by > 0) segments.violations.push_back({joint.name, excess.at, excess.value, *joint.limits});
  }
}

}  // namespace

double Segment::time_before(double u) const {
  if (u <= 0) return from;
  return std::clamp(std::nextafter(from + u * (to - from), -infinite), from, to);
}

double Segment::time_after(double u) const {
  if (u >= 1) return to;
  return std::clamp(std::nextafter(from + u * (to - from), infinite), from, to);
}

Result<Segments> segments_of(const Robot& robot, const JointTrajectory& trajectory) {
  if (const auto checked = check(trajectory); !checked) return tl::make_unexpected(checked.error());
  const auto drivers = drivers_of(robot, trajectory);
  if (!drivers) return tl::make_unexpected(drivers.error());
  Segments made;
  std::vector<Cubic> still;
  for (std::size_t k = 0; k < robot.drivers().size(); ++k) {
    const Driver& driver = robot.drivers()[k];
    still.push_back(line(driver.rest, driver.rest));
    if (std::find(drivers->begin(), drivers->end(), k) == drivers->end()) made.assumed.push_back({driver.name, driver.rest});
  }
  const std::size_t count = trajectory.times.size();
  for (std::size_t i = 0; i < std::max<std::size_t>(1, count - 1); ++i) {
    const std::size_t j = std::min(i + 1, count - 1);
    Segment piece{trajectory.times[i], trajectory.times[j], still};
    for (std::size_t k = 0; k < drivers->size(); ++k) {
      const double from = trajectory.positions[i][k], to = trajectory.positions[j][k], duration = piece.to - piece.from;
      piece.drivers[(*drivers)[k]] = trajectory.velocities.empty() ? line(from, to)
                                                                   : hermite(from, to, duration * trajectory.velocities[i][k],
                                                                             duration * trajectory.velocities[j][k]);
    }
    made.pieces.push_back(std::move(piece));
  }
  find_violations(robot, made);
  return made;
}

}  // namespace graze::robots
