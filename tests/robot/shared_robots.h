#pragma once
/// The shared robots with their trajectories, worlds and right answers, where they are present.

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <vector>

#include <oracle/folders.h>
#include <nlohmann/json.hpp>

#include <graze/mesh_file.h>
#include <graze/robot.h>
#include <graze/robot_file.h>

#include "io/json/shape.h"

namespace graze::arms {

using nlohmann::json;

/// The message of an error is what a test shows then.
template <class T>
T taken(Result<T> result) {
  if (!result) throw std::runtime_error(result.error().message);
  return std::move(*result);
}

inline std::filesystem::path shared_robots() { return testing::shared_folder() / "robots"; }

inline json json_of(const std::filesystem::path& path) {
  std::ifstream file(path);
  return json::parse(file);
}

inline Robot shared_robot(const std::filesystem::path& folder) {
  const json about = json_of(folder / "robot.json");
  UrdfOptions options;
  for (const json& package : about["packages"]) options.packages.push_back(folder / package.get<std::string>());
  return taken(Robot::make(taken(read_urdf(folder / about["urdf"].get<std::string>(), options))));
}

inline std::vector<IgnoredPair> shared_ignored(const std::filesystem::path& folder) {
  std::vector<IgnoredPair> pairs;
  const json about = json_of(folder / "robot.json");  // a temporary would be gone before the loop
  for (const json& pair : about["ignored_pairs"]) pairs.push_back({pair["a"], pair["b"], pair["why"]});
  return pairs;
}

inline JointTrajectory shared_trajectory(const std::filesystem::path& path) {
  const json file = json_of(path);
  return {file["joints"], file["times"], file["positions"], {}};
}

inline std::vector<WorldObject> shared_world(const std::filesystem::path& path) {
  std::vector<WorldObject> world;
  const json file = json_of(path);
  for (json object : file["objects"]) {
    const std::string name = object["name"];
    Pose pose;
    for (Eigen::Index i = 0; i < 3; ++i) {
      for (Eigen::Index k = 0; object.contains("R") && k < 3; ++k) pose.rotation(i, k) = object["R"][i][k];
      if (object.contains("t")) pose.translation[i] = object["t"][i];
    }
    if (object.contains("file")) {
      const Vec3 scale = taken(scale_from_json(object));
      const auto mesh = read_geometry(path.parent_path() / object["file"].get<std::string>(), scale);
      world.push_back({name, {{taken(mesh), pose, {}, false}}});
      continue;
    }
    object.erase("name");
    const AnyShape shape = taken(shape_from_json(object));
    world.push_back({name, {{Geometry::make(std::get<Shape>(shape)).value(), pose, {}, false}}});
  }
  return world;
}

}  // namespace graze::arms
