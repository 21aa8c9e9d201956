/// Robots: what may be asked about their joints and poses.

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "robot/data.h"
#include "robot/kinematics.h"

namespace graze {

Robot::Robot(std::shared_ptr<const Data> data) : data_(std::move(data)) {}

const RobotModel& Robot::model() const { return data_->model; }
std::size_t Robot::root() const { return data_->root; }
std::span<const Driver> Robot::drivers() const { return data_->drivers; }

std::optional<std::size_t> Robot::find_driver(std::string_view name) const {
  const auto& drivers = data_->drivers;
  const auto found = std::find_if(drivers.begin(), drivers.end(), [&](const Driver& d) { return d.name == name; });
  return found == drivers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - drivers.begin()));
}

std::vector<double> Robot::rest() const {
  std::vector<double> positions;
  for (const Driver& driver : data_->drivers) positions.push_back(driver.rest);
  return positions;
}

Result<void> robots::check_positions(const Robot& robot, std::span<const double> positions) {
  const std::span<const Driver> drivers = robot.drivers();
  if (positions.size() != drivers.size())
    return fail(ErrorCode::bad_option, fmt::format("positions: {} numbers for {} drivers", positions.size(), drivers.size()));
  for (std::size_t k = 0; k < positions.size(); ++k) {
    if (!std::isfinite(positions[k]))
      return fail(ErrorCode::not_finite, fmt::format("position of {}: {}", drivers[k].name, positions[k]));
  }
  return {};
}

Result<std::vector<Pose>> Robot::link_poses(std::span<const double> positions) const {
  if (const auto checked = robots::check_positions(*this, positions); !checked) return tl::make_unexpected(checked.error());
  const std::vector<Pose> groups = robots::group_poses(*data_, positions);
  std::vector<Pose> poses;
  for (std::size_t k = 0; k < data_->model.links.size(); ++k)
    poses.push_back(groups[data_->group_of_link[k]] * data_->link_in_group[k]);
  return poses;
}

}  // namespace graze
