/// Two shapes of JSON: columns of times and rows, or way-points one by one as ROS has them.

#include "io/robot/trajectory_json.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "io/files/source.h"
#include "io/robot/trajectory_check.h"

namespace graze::io {

namespace {

tl::unexpected<Error> wrong(const std::string& where, std::string_view wanted, const Json& found) {
  return fail(ErrorCode::bad_json, fmt::format("{}: expected {}, found {}", where, wanted, kind_of(found)));
}

template <std::size_t N>
Result<void> only_fields(const Json& object, const std::array<std::string_view, N>& allowed, const std::string& where) {
  for (const auto& [name, value] : object.items()) {
    if (std::ranges::find(allowed, name) == allowed.end())
      return fail(ErrorCode::bad_json, fmt::format("{}{}: unknown field", where, printable(name)));
  }
  return {};
}

Result<const Json*> list_in(const Json& object, const char* name, const std::string& where) {
  const auto found = object.find(name);
  if (found == object.end()) return fail(ErrorCode::bad_json, fmt::format("{}{}: missing", where, name));
  if (!found->is_array()) return wrong(where + name, "a list", *found);
  return &*found;
}

Result<std::vector<double>> numbers_in(const Json& list, const std::string& where) {
  if (!list.is_array()) return wrong(where, "a list of numbers", list);
  std::vector<double> numbers;
  for (const Json& number : list) {
    if (!number.is_number()) return wrong(fmt::format("{}[{}]", where, numbers.size()), "a number", number);
    numbers.push_back(number.get<double>());
  }
  return numbers;
}

Result<std::vector<std::string>> names_in(const Json& root, const char* field) {
  const Result<const Json*> list = list_in(root, field, "");
  if (!list) return tl::make_unexpected(list.error());
  std::vector<std::string> names;
  for (const Json& name : **list) {
    if (!name.is_string()) return wrong(fmt::format("{}[{}]", field, names.size()), "a string", name);
    names.push_back(name.get<std::string>());
  }
  return names;
}

Result<std::vector<std::vector<double>>> rows_in(const Json& root, const char* field) {
  const Result<const Json*> list = list_in(root, field, "");
  if (!list) return tl::make_unexpected(list.error());
  std::vector<std::vector<double>> rows;
  for (const Json& row : **list) {
    Result<std::vector<double>> numbers = numbers_in(row, fmt::format("{}[{}]", field, rows.size()));
    if (!numbers) return tl::make_unexpected(numbers.error());
    rows.push_back(std::move(*numbers));
  }
  return rows;
}

Result<JointTrajectory> from_columns(const Json& root) {
  constexpr auto allowed = std::to_array<std::string_view>({"joints", "times", "positions", "velocities", "comment"});
  if (const Result<void> known = only_fields(root, allowed, ""); !known) return tl::make_unexpected(known.error());
  JointTrajectory trajectory;
  Result<std::vector<std::string>> joints = names_in(root, "joints");
  if (!joints) return tl::make_unexpected(joints.error());
  const Result<const Json*> times_list = list_in(root, "times", "");
  if (!times_list) return tl::make_unexpected(times_list.error());
  Result<std::vector<double>> times = numbers_in(**times_list, "times");
  if (!times) return tl::make_unexpected(times.error());
  Result<std::vector<std::vector<double>>> positions = rows_in(root, "positions");
  if (!positions) return tl::make_unexpected(positions.error());
  trajectory.joints = std::move(*joints);
  trajectory.times = std::move(*times);
  trajectory.positions = std::move(*positions);
  if (!root.contains("velocities")) return trajectory;
  Result<std::vector<std::vector<double>>> velocities = rows_in(root, "velocities");
  if (!velocities) return tl::make_unexpected(velocities.error());
  if (velocities->empty()) return fail(ErrorCode::bad_json, "velocities: an empty list; leave it out where there are none");
  trajectory.velocities = std::move(*velocities);
  return trajectory;
}

/// Seconds, or whole seconds and nanoseconds by the names of either version of ROS.
Result<double> seconds_in(const Json& time, const std::string& where) {
  if (time.is_number()) return time.get<double>();
  if (!time.is_object()) return wrong(where, "a number or seconds and nanoseconds", time);
  constexpr auto allowed = std::to_array<std::string_view>({"sec", "nanosec", "secs", "nsecs"});
  if (const Result<void> known = only_fields(time, allowed, where + "."); !known) return tl::make_unexpected(known.error());
  double whole = 0;
  double nano = 0;
  for (const auto& [name, value] : time.items()) {
    if (!value.is_number_integer()) return wrong(where + "." + name, "a whole number", value);
    (name.starts_with("sec") ? whole : nano) = value.get<double>();
  }
  constexpr double per_second = 1'000'000'000;
  return whole + nano / per_second;
}

Result<void> add_point(const Json& point, const std::string& where, JointTrajectory& trajectory) {
  if (!point.is_object()) return wrong(where, "an object", point);
  constexpr auto allowed =
      std::to_array<std::string_view>({"positions", "velocities", "accelerations", "effort", "time_from_start"});
  if (const Result<void> known = only_fields(point, allowed, where + "."); !known) return known;
  const Result<const Json*> list = list_in(point, "positions", where + ".");
  if (!list) return tl::make_unexpected(list.error());
  Result<std::vector<double>> positions = numbers_in(**list, where + ".positions");
  if (!positions) return tl::make_unexpected(positions.error());
  const auto given_time = point.find("time_from_start");
  if (given_time == point.end()) return fail(ErrorCode::bad_json, where + ".time_from_start: missing");
  const Result<double> time = seconds_in(*given_time, where + ".time_from_start");
  if (!time) return tl::make_unexpected(time.error());
  Result<std::vector<double>> velocities = std::vector<double>{};
  if (point.contains("velocities")) velocities = numbers_in(point["velocities"], where + ".velocities");
  if (!velocities) return tl::make_unexpected(velocities.error());
  const bool is_first = trajectory.times.empty();
  const bool had_velocities = !trajectory.velocities.empty();
  if (!is_first && velocities->empty() == had_velocities)
    return fail(ErrorCode::bad_json, fmt::format("{}.velocities: some way-points have them and others have not", where));
  trajectory.times.push_back(*time);
  trajectory.positions.push_back(std::move(*positions));
  if (!velocities->empty()) trajectory.velocities.push_back(std::move(*velocities));
  return {};
}

Result<JointTrajectory> from_points(const Json& root) {
  constexpr auto allowed = std::to_array<std::string_view>({"header", "joint_names", "points"});
  if (const Result<void> known = only_fields(root, allowed, ""); !known) return tl::make_unexpected(known.error());
  JointTrajectory trajectory;
  Result<std::vector<std::string>> joints = names_in(root, "joint_names");
  if (!joints) return tl::make_unexpected(joints.error());
  trajectory.joints = std::move(*joints);
  const Result<const Json*> points = list_in(root, "points", "");
  if (!points) return tl::make_unexpected(points.error());
  for (const Json& point : **points) {
    const std::string where = fmt::format("points[{}]", trajectory.times.size());
    if (const Result<void> added = add_point(point, where, trajectory); !added) return tl::make_unexpected(added.error());
  }
  return trajectory;
}

}  // namespace

Result<JointTrajectory> trajectory_from_json(const Json& root) {
  if (!root.is_object()) return fail(ErrorCode::bad_json, fmt::format("expected a trajectory, found {}", kind_of(root)));
  Result<JointTrajectory> trajectory = root.contains("joint_names") ? from_points(root) : from_columns(root);
  if (!trajectory) return trajectory;
  if (std::string trouble = trajectory_trouble(*trajectory); !trouble.empty()) return fail(ErrorCode::bad_json, std::move(trouble));
  return trajectory;
}

OrderedJson json_of(const JointTrajectory& trajectory) {
  OrderedJson root;
  root["joints"] = trajectory.joints;
  root["times"] = trajectory.times;
  root["positions"] = trajectory.positions;
  if (!trajectory.velocities.empty()) root["velocities"] = trajectory.velocities;
  return root;
}

}  // namespace graze::io
