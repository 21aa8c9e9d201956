/// Loads the model, its ignored pairs and its trajectory, and checks that they fit together.

#include "io/scene/json_robot.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "io/files/source.h"
#include "io/json/fields.h"
#include "io/robot/trajectory_json.h"
#include "io/scene/json_place.h"

namespace graze::io {

namespace {

constexpr auto robot_fields =
    std::to_array<std::string_view>({"name", "robot", "packages", "trajectory", "srdf", "ignore", "comment"});

Result<std::vector<std::filesystem::path>> folders_from_json(const Json& object, const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> folders;
  if (!object.contains("packages")) return folders;
  const Json& list = object["packages"];
  if (const auto ok = must_be_list(list); !ok) return tl::make_unexpected(at("packages", ok.error()));
  for (const Json& name : list) {
    if (!name.is_string())
      return fail(ErrorCode::bad_shape, fmt::format("packages[{}]: expected a string, found {}", folders.size(), kind_of(name)));
    folders.push_back((folder / name.get<std::string>()).lexically_normal());
  }
  return folders;
}

Result<void> joints_are_known(const JointTrajectory& trajectory, const RobotModel& model) {
  for (std::size_t i = 0; i < trajectory.joints.size(); ++i) {
    const std::string name = trajectory.joints[i].substr(0, trajectory.joints[i].find('/'));
    const bool known =
        std::ranges::any_of(model.joints, [&](const RobotJoint& j) { return j.name == trajectory.joints[i] || j.name == name; });
    if (!known)
      return fail(ErrorCode::bad_shape, fmt::format("joints[{}]: there is no joint \"{}\"", i, printable(trajectory.joints[i])));
  }
  return {};
}

Result<void> add_ignored(const Json& list, SceneRobot& robot) {
  if (const auto ok = must_be_list(list); !ok) return ok;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const Json& pair = list[i];
    const bool is_pair = pair.is_array() && (pair.size() == 2 || pair.size() == 3) &&
                         std::ranges::all_of(pair, [](const Json& n) { return n.is_string(); });
    if (!is_pair) return fail(ErrorCode::bad_shape, fmt::format("[{}]: expected two links and perhaps a reason", i));
    IgnoredPair ignored{pair[0].get<std::string>(), pair[1].get<std::string>(),
                        pair.size() == 3 ? pair[2].get<std::string>() : "asked for"};
    for (const std::string& name : {ignored.a, ignored.b}) {
      const bool known = std::ranges::any_of(robot.model.links, [&](const RobotLink& l) { return l.name == name; });
      if (!known) return fail(ErrorCode::bad_shape, fmt::format("[{}]: there is no link \"{}\"", i, printable(name)));
    }
    robot.ignored.push_back(std::move(ignored));
  }
  return {};
}

}  // namespace

Result<JointTrajectory> trajectory_field(const Json& value, const std::filesystem::path& folder) {
  if (value.is_object()) return trajectory_from_json(value).map_error([](const Error& error) { return at("trajectory", error); });
  if (!value.is_string())
    return fail(ErrorCode::bad_shape, fmt::format("trajectory: expected a file or a trajectory, found {}", kind_of(value)));
  return read_trajectory((folder / value.get<std::string>()).lexically_normal()).map_error([](const Error& error) {
    return Error{error.code, "trajectory: " + error.message};
  });
}

Result<SceneRobot> robot_from_json(const Json& object, const std::filesystem::path& folder, const SceneReadOptions& options) {
  for (const auto& [name, value] : object.items()) {
    const bool known = is_pose_field(name) || std::ranges::find(robot_fields, name) != robot_fields.end();
    if (!known) return fail(ErrorCode::bad_shape, printable(name) + ": unknown field of a robot");
  }
  JsonFields fields(object, ErrorCode::bad_shape);
  const std::string file = fields.string("robot");
  const std::string srdf_name = fields.has("srdf") ? fields.string("srdf") : std::string{};
  if (fields.error()) return tl::make_unexpected(*fields.error());
  auto packages = folders_from_json(object, folder);
  if (!packages) return tl::make_unexpected(packages.error());
  SceneRobot robot;
  robot.file = (folder / file).lexically_normal();
  robot.packages = *packages;
  packages->insert(packages->end(), options.packages.begin(), options.packages.end());
  auto model = read_urdf(robot.file, {.packages = *packages, .solid = options.solids != Solids::none});
  if (!model) return tl::make_unexpected(Error{model.error().code, "robot: " + model.error().message});
  robot.model = std::move(*model);
  if (!srdf_name.empty()) {
    auto srdf = read_srdf((folder / srdf_name).lexically_normal(), robot.model);
    if (!srdf) return tl::make_unexpected(Error{srdf.error().code, "srdf: " + srdf.error().message});
    robot.ignored = std::move(srdf->ignored);
  }
  if (object.contains("ignore")) {
    if (const auto ok = add_ignored(object["ignore"], robot); !ok)
      return tl::make_unexpected(
          Error{ok.error().code, "ignore" + (ok.error().message.starts_with('[') ? "" : std::string(": ")) + ok.error().message});
  }
  const Result<Pose> base = pose_from_json(object);
  if (!base) return tl::make_unexpected(base.error());
  robot.base = *base;
  if (!object.contains("trajectory")) return robot;
  auto trajectory = trajectory_field(object["trajectory"], folder);
  if (!trajectory) return tl::make_unexpected(trajectory.error());
  if (const auto ok = joints_are_known(*trajectory, robot.model); !ok) return tl::make_unexpected(at("trajectory", ok.error()));
  robot.trajectory = std::move(*trajectory);
  return robot;
}

}  // namespace graze::io
