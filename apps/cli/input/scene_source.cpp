/// Reads files of many bodies and brings them to one unit.

#include "input/scene_source.h"

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <map>
#include <variant>

#include <fmt/format.h>

#include <graze/mesh_file.h>
#include <graze/scene_file.h>

#include "answer/units.h"
#include "shard/neighbours.h"

namespace graze::cli {
namespace {

std::string ending_of(const std::filesystem::path& file) {
  std::string ending = file.extension().string();
  std::ranges::transform(ending, ending.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return ending;
}

/// That of what is compressed.
std::string ending_inside(const std::filesystem::path& file) { return ending_of(file.extension() == ".gz" ? file.stem() : file); }

Solids solids_for(Solidity solidity) {
  return solidity == Solidity::none ? Solids::none : solidity == Solidity::all ? Solids::all : Solids::closed;
}

/// Links by the name of their robot.
using LinkNames = std::map<std::string, std::vector<std::string>>;

Result<void> add_robot(const SceneRobot& robot, SceneSource& source, LinkNames& links_of) {
  return robot_bodies(robot).map([&](const RobotBodies& links) {
    source.bodies.insert(source.bodies.end(), links.bodies.begin(), links.bodies.end());
    source.exclude.insert(source.exclude.end(), links.exclude.begin(), links.exclude.end());
    std::vector<std::string>& names = links_of[robot.name];
    for (const SceneBody& link : links.bodies) names.push_back(link.name);
  });
}

/// The name of a robot stands for all of its links, as it does in make_scene().
void exclude(const std::array<std::string, 2>& pair, const LinkNames& links_of, SceneSource& source) {
  const auto bodies = [&](const std::string& name) {
    const auto robot = links_of.find(name);
    return robot == links_of.end() ? std::vector{name} : robot->second;
  };
  for (const std::string& a : bodies(pair[0]))
    for (const std::string& b : bodies(pair[1]))
      if (a != b) source.exclude.push_back({a, b});
}

SceneReadShare share_among(const Neighbours& neighbours) {
  return {neighbours.index, neighbours.count, [&](std::optional<std::string> mine) -> std::optional<std::vector<std::string>> {
            auto all = neighbours.exchange(mine ? Result<std::string>(*std::move(mine)) : fail(ErrorCode::file, ""));
            if (!all) return std::nullopt;
            return *std::move(all);
          }};
}

}  // namespace

bool is_scene_source(const std::string& file, const AssemblyOptions& options) {
  const std::string ending = ending_inside(file);
  return ending == ".json" || ending == ".gltf" || ending == ".glb" || ending == ".3mf" || ending == ".urdf" || ending == ".step" ||
         ending == ".stp" || (options.split && ending == ".obj");
}

Result<SceneSource> read_scene_source(const std::string& file, const AssemblyOptions& options, const std::string& unit,
                                      const Neighbours* neighbours) {
  SceneReadOptions reading{.animation = options.animation, .split = options.split, .solids = solids_for(options.loading.solidity)};
  reading.cad = options.loading.deflection.has_value();
  if (reading.cad && *options.loading.deflection > 0) {
    const std::optional<double> metres = unit.empty() ? std::nullopt : metres_per_unit(file);
    reading.deflection = *options.loading.deflection * (metres ? metres_in(unit) / *metres : 1);
  }
  for (const std::string& folder : options.packages) reading.packages.emplace_back(folder);
  std::optional<StoredScene> stored;
  if (neighbours != nullptr && ending_of(file) == ".json") stored = StoredScene::open(file, reading, share_among(*neighbours));
  Result<SceneFile> read = stored ? stored->rest() : read_scene(file, reading);
  if (!read) return tl::make_unexpected(read.error());
  SceneSource source{std::move(stored),      std::move(read->bodies), {}, read->units, read->end,
                     std::move(read->notes), std::move(read->cad)};
  LinkNames links_of;
  for (const SceneRobot& robot : read->robots)
    if (const Result<void> added = add_robot(robot, source, links_of); !added)
      return fail(added.error().code, fmt::format("{}: {}: {}", file, robot.name, added.error().message));
  for (const std::array<std::string, 2>& pair : read->exclude) exclude(pair, links_of, source);
  return source;
}

Result<SceneBody> rescaled(SceneBody body, double factor) {
  if (factor == 1) return body;
  Motion* motion = std::get_if<Motion>(&body.motion);
  if (motion == nullptr) return fail(ErrorCode::bad_option, "its motion cannot be converted to another unit; leave --units out");
  motion->velocity *= factor;
  if (motion->center) *motion->center *= factor;
  body.pose.translation *= factor;
  body.scale *= factor;
  return body;
}

std::string kind_of(const SceneBody& body) {
  const auto kind = [](const BodyPart& part) -> std::string {
    return !part.geometry.is_mesh() ? "shape" : part.solid ? "solid" : "surface";
  };
  const std::string first = body.parts.empty() ? "shape" : kind(body.parts.front());
  return std::ranges::all_of(body.parts, [&](const BodyPart& part) { return kind(part) == first; }) ? first : "compound";
}

}  // namespace graze::cli
