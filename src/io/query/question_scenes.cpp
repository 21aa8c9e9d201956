/// Loads the scenes and robots of questions.

#include "io/query/question_scenes.h"

#include <array>
#include <exception>
#include <optional>

#include <fmt/format.h>

#include <graze/scene_file.h>

#include "io/files/fence.h"
#include "io/files/source.h"
#include "io/json/fields.h"
#include "io/scene/json_robot.h"
#include "io/scene/json_scene.h"

namespace graze {
namespace {

/// "scene: cell.json: bodies[3].t: …" of files, "scene.bodies[3].t: …" of what stands in the question.
Error in_file_of(std::string_view field, const Error& error) { return {error.code, fmt::format("{}: {}", field, error.message)}; }

/// The file, and which animation of it.
struct NamedFile {
  std::string name;
  std::optional<std::size_t> animation{};
};

Result<NamedFile> file_in(const Json& object) {
  JsonFields fields(object, ErrorCode::bad_option);
  NamedFile file{fields.string("file"), {}};
  if (fields.has("animation")) file.animation = fields.count("animation");
  for (const auto& [name, value] : object.items()) {
    if (name != "file" && name != "animation")
      fields.report(ErrorCode::bad_option, fmt::format("{}: unknown field beside file", io::printable(name)));
  }
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return file;
}

Result<SceneFile> read_file(const NamedFile& file, const std::filesystem::path& directory, Solids solids, std::string_view field) {
  const std::filesystem::path path = (directory / file.name).lexically_normal();
  return read_scene(path, {.animation = file.animation, .solids = solids}).map_error([&](const Error& error) {
    return in_file_of(field, error);
  });
}

/// Under the name of the field that it stands in.
Result<SceneFile> read_scene_field(const Json& root, std::string_view field, const std::filesystem::path& directory) {
  const auto found = root.find(field);
  if (found == root.end()) return fail(ErrorCode::bad_option, fmt::format("{}: missing", field));
  const Solids solids = solids_of(root);
  if (found->is_string()) return read_file({found->get<std::string>()}, directory, solids, field);
  if (!found->is_object())
    return fail(ErrorCode::bad_option, fmt::format("{}: expected a file or a scene, found {}", field, kind_of(*found)));
  if (!found->contains("file"))
    return io::scene_from_json(*found, directory, {.solids = solids}).map_error([&](const Error& e) { return at(field, e); });
  const Result<NamedFile> file = file_in(*found);
  if (!file) return tl::make_unexpected(at(field, file.error()));
  return read_file(*file, directory, solids, field);
}

Result<std::shared_ptr<const QuestionScene>> made_scene(const Json& root, const std::filesystem::path& directory) {
  const Result<SceneFile> file = read_scene_field(root, "scene", directory);
  if (!file) return tl::make_unexpected(file.error());
  Result<Scene> scene = make_scene(*file);
  if (!scene) return tl::make_unexpected(at("scene", scene.error()));
  return std::make_shared<const QuestionScene>(QuestionScene{*std::move(scene), file->end});
}

Result<SceneRobot> read_robot(const Json& root, const std::filesystem::path& directory) {
  const auto found = root.find("robot");
  if (found == root.end()) return fail(ErrorCode::bad_option, "robot: missing");
  const Json object = found->is_string() ? Json{{"robot", *found}} : *found;
  if (!object.is_object())
    return fail(ErrorCode::bad_option, fmt::format("robot: expected a file or a robot, found {}", kind_of(*found)));
  if (object.contains("trajectory")) return fail(ErrorCode::bad_option, "robot.trajectory: stands beside the robot in a question");
  return io::robot_from_json(object, directory, {.solids = solids_of(root)}).map_error([&](const Error& error) {
    return found->is_string() ? error : at("robot", error);
  });
}

Result<std::shared_ptr<const RobotCell>> made_cell(const Json& root, const std::filesystem::path& directory) {
  Result<SceneRobot> read = read_robot(root, directory);
  if (!read) return tl::make_unexpected(read.error());
  std::vector<WorldObject> world;
  if (root.contains("world")) {
    const Result<SceneFile> around = read_scene_field(root, "world", directory);
    if (!around) return tl::make_unexpected(around.error());
    Result<std::vector<WorldObject>> objects = world_of(*around);
    if (!objects) return tl::make_unexpected(in_file_of("world", objects.error()));
    world = *std::move(objects);
  }
  const Result<Robot> robot = Robot::make(std::move(read->model));
  if (!robot) return tl::make_unexpected(in_file_of("robot", robot.error()));
  return RobotCell::make(*robot, std::move(world), {.base = read->base, .ignored = std::move(read->ignored)})
      .map([](RobotCell cell) { return std::make_shared<const RobotCell>(std::move(cell)); });
}

/// The fields that make a difference, as text.
std::string key_of(const Json& root, std::span<const std::string_view> fields) {
  std::string key;
  for (const std::string_view field : fields) {
    if (const auto found = root.find(field); found != root.end())
      key += fmt::format("{}:{}\n", field, found->dump(-1, ' ', false, Json::error_handler_t::replace));
  }
  return key;
}

constexpr auto scene_key = std::to_array<std::string_view>({"scene", "solid"});
constexpr auto cell_key = std::to_array<std::string_view>({"robot", "world", "solid"});

}  // namespace

Solids solids_of(const Json& root) {
  const auto solid = root.find("solid");
  if (solid == root.end() || !solid->is_boolean()) return Solids::closed;
  return solid->get<bool>() ? Solids::all : Solids::none;
}

Result<std::shared_ptr<const QuestionScene>> QuestionScenes::scene(const Json& root) {
  return scenes_.get(key_of(root, scene_key), [&] { return io::fenced("scene", [&] { return made_scene(root, directory_); }); });
}

Result<std::shared_ptr<const RobotCell>> QuestionScenes::cell(const Json& root) {
  return cells_.get(key_of(root, cell_key), [&] { return io::fenced("robot", [&] { return made_cell(root, directory_); }); });
}

}  // namespace graze
