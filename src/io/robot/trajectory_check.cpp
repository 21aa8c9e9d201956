/// Names differ, times increase, rows are complete, all numbers are finite.

#include "io/robot/trajectory_check.h"

#include <cmath>
#include <set>

#include <fmt/format.h>

#include "io/files/source.h"

namespace graze::io {

namespace {

std::string names_trouble(const std::vector<std::string>& joints) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    if (joints[i].empty()) return fmt::format("joints[{}]: has no name", i);
    if (!seen.insert(joints[i]).second) return fmt::format("joints[{}]: \"{}\" is there twice", i, printable(joints[i]));
  }
  return {};
}

std::string times_trouble(const std::vector<double>& times) {
  if (times.empty()) return "times: no way-points";
  for (std::size_t i = 0; i < times.size(); ++i) {
    if (!std::isfinite(times[i])) return fmt::format("times[{}]: not finite", i);
    if (i > 0 && !(times[i] > times[i - 1])) return fmt::format("times[{}]: not after {}", i, times[i - 1]);
  }
  return {};
}

std::string rows_trouble(std::string_view name, const std::vector<std::vector<double>>& rows, std::size_t count,
                         std::size_t width) {
  if (rows.size() != count) return fmt::format("{}: {} rows for {} times", name, rows.size(), count);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (rows[i].size() != width) return fmt::format("{}[{}]: expected {} numbers, found {}", name, i, width, rows[i].size());
    for (std::size_t k = 0; k < width; ++k) {
      if (!std::isfinite(rows[i][k])) return fmt::format("{}[{}][{}]: not finite", name, i, k);
    }
  }
  return {};
}

}  // namespace

std::string trajectory_trouble(const JointTrajectory& trajectory) {
  if (std::string trouble = names_trouble(trajectory.joints); !trouble.empty()) return trouble;
  if (std::string trouble = times_trouble(trajectory.times); !trouble.empty()) return trouble;
  const std::size_t count = trajectory.times.size();
  const std::size_t width = trajectory.joints.size();
  if (std::string trouble = rows_trouble("positions", trajectory.positions, count, width); !trouble.empty()) return trouble;
  return trajectory.velocities.empty() ? std::string{} : rows_trouble("velocities", trajectory.velocities, count, width);
}

}  // namespace graze::io
