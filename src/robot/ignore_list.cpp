/// Which pairs of links need no check: adjacent ones, and those that random poses find always or never in contact.

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>

#include <fmt/format.h>

#include <graze/batch.h>

#include "robot/check.h"

namespace graze {
namespace robots {
namespace {

/// [Steele14 §4]: the same numbers whatever the order in which samples are taken.
std::uint64_t mixed(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15U;
  x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31U);
}

/// Within [0, 1).
double random_part(std::uint64_t seed, std::uint64_t sample, std::uint64_t driver) {
  return static_cast<double>(mixed(mixed(mixed(seed) ^ sample) ^ driver) >> 11U) * 0x1p-53;
}

/// Drivers without limits: one turn, or a unit of length to either side.
JointLimits range_of(const Driver& driver) {
  if (driver.limits) return *driver.limits;
  const double half = driver.is_angle ? std::numbers::pi : 1;
  return {-half, half};
}

std::vector<double> random_pose(const Robot& robot, std::uint64_t seed, std::uint64_t sample) {
  std::vector<double> positions;
  for (std::size_t k = 0; k < robot.drivers().size(); ++k) {
    const JointLimits range = range_of(robot.drivers()[k]);
    positions.push_back(range.lower + random_part(seed, sample, k) * (range.upper - range.lower));
  }
  return positions;
}

using Names = std::pair<std::string, std::string>;

Result<std::map<Names, std::size_t>> contact_counts(const RobotCell& cell, const IgnoreListOptions& options) {
  std::vector<Result<std::vector<IgnoredPair>>> found(options.samples);
  for_each_in_parallel(options.samples, {.threads = options.threads},
                       [&](std::size_t k) { found[k] = cell.touching(random_pose(cell.robot(), options.seed, k)); });
  std::map<Names, std::size_t> counts;
  for (const auto& pairs : found) {
    if (!pairs) return tl::make_unexpected(pairs.error());
    for (const IgnoredPair& pair : *pairs) ++counts[{pair.a, pair.b}];
  }
  return counts;
}

}  // namespace
}  // namespace robots

Result<IgnoreList> default_ignore_list(const Robot& robot, const IgnoreListOptions& options) {
  if (options.samples == 0) return fail(ErrorCode::bad_option, "samples: 0");
  if (!(options.always > 0 && options.always <= 1))
    return fail(ErrorCode::bad_option, fmt::format("always: {} is not in (0, 1]", options.always));
  const Result<RobotCell> cell = RobotCell::make(robot);
  if (!cell) return tl::make_unexpected(cell.error());
  const auto counts = robots::contact_counts(*cell, options);
  if (!counts) return tl::make_unexpected(counts.error());
  IgnoreList list;
  list.samples = options.samples;
  const std::span<const IgnoredPair> known = cell->ignored();
  const auto& links = robot.model().links;
  for (std::size_t i = 0; i < links.size(); ++i) {
    for (std::size_t j = i + 1; j < links.size(); ++j) {
      const std::string &a = links[i].name, &b = links[j].name;
      if (links[i].shapes.empty() || links[j].shapes.empty()) continue;
      const auto is_known = std::find_if(known.begin(), known.end(), [&](const IgnoredPair& p) { return p.a == a && p.b == b; });
      const auto counted = counts->find({a, b});
      const std::size_t count = counted == counts->end() ? 0 : counted->second;
      if (is_known != known.end()) {
        list.pairs.push_back(*is_known);
      } else if (count == 0) {
        list.pairs.push_back({a, b, fmt::format("never in contact in {} samples", options.samples)});
      } else if (static_cast<double>(count) >= options.always * static_cast<double>(options.samples)) {
        list.pairs.push_back({a, b, fmt::format("always in contact ({} of {} samples)", count, options.samples)});
      }
    }
  }
  return list;
}

}  // namespace graze
