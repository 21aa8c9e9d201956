/// Reads bodies, robots and excluded pairs; every error has the path to its culprit.

#include "io/scene/json_scene.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "io/json/fields.h"
#include "io/mesh/text.h"
#include "io/scene/json_place.h"
#include "io/scene/json_robot.h"
#include "io/scene/json_shapes.h"
#include "io/scene/names.h"

namespace graze::io {

namespace {

constexpr auto root_fields = std::to_array<std::string_view>(
    {"units", "shapes", "bodies", "objects", "exclude", "name", "comment", "schema", "graze", "$schema"});
constexpr auto known_units = std::to_array<std::string_view>({"m", "cm", "mm", "um", "km", "in", "ft"});

/// Keyframes end; constant velocities do not.
double end_of(const BodyMotion& motion) {
  const auto* path = std::get_if<Path>(&motion);
  return path == nullptr ? 0 : std::max(0.0, path->leg_at(std::numeric_limits<double>::max()).from);
}

class JsonSceneReader {
 public:
  JsonSceneReader(const Json& root, const std::filesystem::path& folder, const SceneReadOptions& options)
      : root_(root),
        folder_(folder),
        options_(options),
        meshes_(folder),
        shapes_(root.contains("shapes") ? &root["shapes"] : nullptr, meshes_, options.solids) {}

  Result<SceneFile> read() {
    for (const auto& [name, value] : root_.items()) {
      if (std::ranges::find(root_fields, name) == root_fields.end())
        return fail(ErrorCode::bad_shape, printable(name) + ": unknown field");
    }
    if (const auto ok = read_units(); !ok) return tl::make_unexpected(ok.error());
    if (const auto ok = shapes_.check_all(); !ok) return tl::make_unexpected(ok.error());
    if (root_.contains("bodies") == root_.contains("objects"))
      return fail(ErrorCode::bad_shape, root_.contains("bodies") ? "objects: not together with bodies" : "bodies: missing");
    const char* list_name = root_.contains("bodies") ? "bodies" : "objects";
    const Json& list = root_[list_name];
    if (const auto ok = must_be_list(list); !ok) return tl::make_unexpected(at(list_name, ok.error()));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const Result<void> added = add(list[i], i);
      if (!added && added.error().message.starts_with("shapes.")) return tl::make_unexpected(added.error());
      if (!added) return tl::make_unexpected(at(fmt::format("{}[{}]", list_name, i), added.error()));
    }
    if (const auto ok = read_excluded(); !ok) return tl::make_unexpected(ok.error());
    return std::move(scene_);
  }

 private:
  Result<void> read_units() {
    if (!root_.contains("units")) return {};
    JsonFields fields(root_, ErrorCode::bad_shape);
    scene_.units = fields.string("units");
    if (fields.error()) return tl::make_unexpected(*fields.error());
    if (std::ranges::find(known_units, scene_.units) != known_units.end()) return {};
    return fail(ErrorCode::bad_shape,
                fmt::format("units: \"{}\" is not one of m, cm, mm, um, km, in, ft", printable(scene_.units)));
  }

  Result<void> add(const Json& object, std::size_t number) {
    if (const auto ok = must_be_object(object); !ok) return ok;
    JsonFields fields(object, ErrorCode::bad_shape);
    const std::string name = fields.has("name") ? fields.string("name") : fmt::format("body{}", number);
    if (fields.error()) return tl::make_unexpected(*fields.error());
    if (name.empty()) return fail(ErrorCode::bad_shape, "name: empty");
    if (!names_.take(name)) return fail(ErrorCode::bad_shape, fmt::format("name: \"{}\" is used twice", printable(name)));
    return object.contains("robot") ? add_robot(object, name) : add_body(object, name);
  }

  Result<void> add_robot(const Json& object, const std::string& name) {
    Result<SceneRobot> robot = robot_from_json(object, folder_, options_);
    if (!robot) return tl::make_unexpected(robot.error());
    robot->name = name;
    if (robot->trajectory) scene_.end = std::max(scene_.end, robot->trajectory->times.back());
    scene_.robots.push_back(std::move(*robot));
    return {};
  }

  Result<void> add_body(const Json& object, const std::string& name) {
    const bool by_field = object.contains("shape");
    const Json inside = by_field ? Json::object() : shape_fields(object);
    for (const auto& [field, value] : object.items()) {
      const bool known = !is_shape_field(object, field) || field == "scale" || !by_field;
      if (!known) return fail(ErrorCode::bad_shape, printable(field) + ": unknown field of a body");
    }
    if (!by_field && !inside.contains("type")) return fail(ErrorCode::bad_shape, "shape: missing");
    SceneBody body;
    Json shape = by_field ? object["shape"] : inside;
    const bool of_mesh = by_field && is_uneven(object) && is_mesh_without_scale(shape);
    if (of_mesh) shape["scale"] = object["scale"];
    auto parts = shapes_.parts(shape);
    if (!parts && by_field && !parts.error().message.starts_with("shapes.")) return tl::make_unexpected(at("shape", parts.error()));
    if (!parts) return tl::make_unexpected(parts.error());
    body.parts = std::move(*parts);
    body.name = name;
    if (const auto placed = place_from_json(object, body); !placed) return placed;
    JsonFields fields(object, ErrorCode::bad_shape);
    if (fields.has("scale") && !inside.contains("scale") && !of_mesh) body.scale = even_scale(object, fields);
    if (fields.has("group")) body.group = fields.count("group");
    if (fields.has("mask")) body.mask = fields.count("mask");
    if (fields.error()) return tl::make_unexpected(*fields.error());
    if (const auto ok = accepted(body); !ok) return ok;
    scene_.end = std::max(scene_.end, end_of(body.motion));
    scene_.bodies.push_back(std::move(body));
    return {};
  }

  /// Three numbers that differ: a body cannot be scaled so, the mesh of one can.
  static bool is_uneven(const Json& object) {
    if (!object.contains("scale") || !object["scale"].is_array()) return false;
    const Json& scale = object["scale"];
    return scale.size() != 3 || scale[0] != scale[1] || scale[1] != scale[2];
  }

  static bool is_mesh_without_scale(const Json& shape) {
    return shape.is_object() && is_of_type(shape, "mesh") && !shape.contains("scale");
  }

  /// A number, or the same one three times.
  static double even_scale(const Json& object, JsonFields& fields) {
    return object["scale"].is_array() && !is_uneven(object) ? fields.vec<3>("scale")[0] : fields.number("scale");
  }

  /// What a Scene would say later, without the path to the culprit.
  [[nodiscard]] Result<void> accepted(const SceneBody& body) {
    const Result<BodyId> id = judge_.add(body);
    return id ? Result<void>{} : tl::make_unexpected(id.error());
  }

  Result<void> read_excluded() {
    if (!root_.contains("exclude")) return {};
    const Json& list = root_["exclude"];
    if (const auto ok = must_be_list(list); !ok) return tl::make_unexpected(at("exclude", ok.error()));
    for (std::size_t i = 0; i < list.size(); ++i) {
      const std::string where = fmt::format("exclude[{}]", i);
      const bool is_pair = list[i].is_array() && list[i].size() == 2 && list[i][0].is_string() && list[i][1].is_string();
      if (!is_pair) return fail(ErrorCode::bad_shape, where + ": expected two names");
      const std::array<std::string, 2> pair{list[i][0].get<std::string>(), list[i][1].get<std::string>()};
      for (std::size_t k = 0; k < 2; ++k) {
        if (!is_name(pair[k]))
          return fail(ErrorCode::bad_shape, fmt::format("{}[{}]: there is no body \"{}\"", where, k, printable(pair[k])));
      }
      if (pair[0] == pair[1]) return fail(ErrorCode::bad_shape, where + ": the same body twice");
      scene_.exclude.push_back(pair);
    }
    return {};
  }

  /// Of a body, of a robot, or of a link of one: "arm/link3".
  [[nodiscard]] bool is_name(const std::string& name) {
    if (names_.has(name)) return true;
    return std::ranges::any_of(scene_.robots, [&](const SceneRobot& robot) {
      if (!name.starts_with(robot.name + "/")) return false;
      const std::string link = name.substr(robot.name.size() + 1);
      return std::ranges::any_of(robot.model.links, [&](const RobotLink& l) { return l.name == link; });
    });
  }

  const Json& root_;
  const std::filesystem::path& folder_;
  const SceneReadOptions& options_;
  QuestionMeshes meshes_;
  JsonShapes shapes_;
  DistinctNames names_;
  Scene judge_;
  SceneFile scene_;
};

}  // namespace

Result<SceneFile> read_json_scene(const MeshSource& source, const SceneReadOptions& options) {
  const JsonLine json = read_json_line(without_mark(source.bytes));
  const auto in_file = [&](const Error& error) { return error_in(source.path, error.message, error.code); };
  if (!json.root) return tl::make_unexpected(in_file(json.root.error()));
  return scene_from_json(*json.root, source.path.parent_path(), options).map_error(in_file);
}

Result<SceneFile> scene_from_json(const Json& root, const std::filesystem::path& folder, const SceneReadOptions& options) {
  if (const auto ok = must_be_object(root); !ok) return tl::make_unexpected(ok.error());
  return JsonSceneReader(root, folder, options).read();
}

}  // namespace graze::io
