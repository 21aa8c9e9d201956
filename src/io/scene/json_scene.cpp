/// Reads bodies, robots and excluded pairs; every error has the path to its culprit.

#include "io/scene/json_scene.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "io/json/fields.h"
#include "io/json/listed.h"
#include "io/mesh/text.h"
#include "io/scene/json_place.h"
#include "io/scene/names.h"

namespace graze::io {

namespace {

constexpr auto root_fields = std::to_array<std::string_view>(
    {"units", "shapes", "bodies", "objects", "exclude", "name", "comment", "schema", "graze", "$schema"});
constexpr auto list_names = std::to_array<std::string_view>({"bodies", "objects"});
constexpr auto known_units = std::to_array<std::string_view>({"m", "cm", "mm", "um", "km", "in", "ft"});

/// Keyframes end; constant velocities do not.
double end_of(const BodyMotion& motion) {
  const auto* path = std::get_if<Path>(&motion);
  return path == nullptr ? 0 : std::max(0.0, path->leg_at(std::numeric_limits<double>::max()).from);
}

/// Says what a Scene would say later, without the path to the culprit.
class BodyJudge {
 public:
  Result<void> accepts(const SceneBody& body) {
    constexpr std::size_t bodies_at_once = 1024;  // with more it would hold as much again as what is read
    if (scene_.size() == bodies_at_once) scene_ = Scene();
    const Result<BodyId> id = scene_.add(body);
    return id ? Result<void>{} : tl::make_unexpected(id.error());
  }

 private:
  Scene scene_;
};

class JsonSceneReader {
 public:
  JsonSceneReader(const Json& root, JsonBodies& bodies) : root_(root), bodies_(bodies) {}

  Result<SceneFile> read(const JsonEntries& entries) {
    return read_around([&](const char* list_name) {
      return entries([&](const Json& entry, std::size_t number) -> Result<void> {
        const Result<void> added = add(entry, number);
        if (added || added.error().message.starts_with("shapes.")) return added;
        return tl::make_unexpected(at(fmt::format("{}[{}]", list_name, number), added.error()));
      });
    });
  }

  /// Of entries that somebody has looked at, robots alone are read.
  Result<SceneFile> read_rest(const std::function<Result<void>(const TakeEntry& take)>& entries,
                              const std::function<Result<Json>(std::size_t number)>& text) {
    return read_around([&](const char*) {
      return entries([&](const SceneEntry& known, std::size_t number) -> Result<void> {
        if (const Result<void> taken = take_name(known.name); !taken) return taken;
        scene_.end = std::max(scene_.end, known.end);
        if (!known.is_robot) return {};
        return text(number).and_then([&](const Json& object) { return add_robot(object, known.name); });
      });
    });
  }

 private:
  /// The list in the middle.
  Result<SceneFile> read_around(const std::function<Result<void>(const char* list_name)>& read_list) {
    for (const auto& [name, value] : root_.items()) {
      if (std::ranges::find(root_fields, name) == root_fields.end())
        return fail(ErrorCode::bad_shape, printable(name) + ": unknown field");
    }
    if (const auto ok = check_head(); !ok) return tl::make_unexpected(ok.error());
    if (const auto ok = read_units(); !ok) return tl::make_unexpected(ok.error());
    if (const auto ok = bodies_.check_shapes(); !ok) return tl::make_unexpected(ok.error());
    if (root_.contains("bodies") == root_.contains("objects"))
      return fail(ErrorCode::bad_shape, root_.contains("bodies") ? "objects: not together with bodies" : "bodies: missing");
    const char* list_name = root_.contains("bodies") ? "bodies" : "objects";
    if (const auto ok = must_be_list(root_[list_name]); !ok) return tl::make_unexpected(at(list_name, ok.error()));
    if (const auto ok = read_list(list_name); !ok) return tl::make_unexpected(ok.error());
    if (const auto ok = read_excluded(); !ok) return tl::make_unexpected(ok.error());
    return std::move(scene_);
  }

  /// Fields that only tell of the file.
  Result<void> check_head() {
    JsonFields fields(root_, ErrorCode::bad_shape);
    for (const char* name : {"name", "comment", "graze", "$schema"})
      if (root_.contains(name)) static_cast<void>(fields.string(name));
    if (root_.contains("schema")) static_cast<void>(fields.count("schema"));
    return fields.error() ? tl::make_unexpected(*fields.error()) : Result<void>{};
  }

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
    const Result<std::string> name = JsonBodies::name(object, number);
    if (!name) return tl::make_unexpected(name.error());
    if (const Result<void> taken = take_name(*name); !taken) return taken;
    return JsonBodies::is_robot(object) ? add_robot(object, *name) : add_body(object, *name);
  }

  Result<void> take_name(const std::string& name) {
    if (names_.take(name)) return {};
    return fail(ErrorCode::bad_shape, fmt::format("name: \"{}\" is used twice", printable(name)));
  }

  Result<void> add_robot(const Json& object, const std::string& name) {
    Result<SceneRobot> robot = bodies_.robot(object, name);
    if (!robot) return tl::make_unexpected(robot.error());
    if (robot->trajectory) scene_.end = std::max(scene_.end, robot->trajectory->times.back());
    scene_.robots.push_back(std::move(*robot));
    return {};
  }

  Result<void> add_body(const Json& object, const std::string& name) {
    Result<SceneBody> body = bodies_.body(object, name);
    if (!body) return tl::make_unexpected(body.error());
    if (const auto ok = judge_.accepts(*body); !ok) return ok;
    scene_.end = std::max(scene_.end, end_of(body->motion));
    scene_.bodies.push_back(std::move(*body));
    return {};
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
  JsonBodies& bodies_;
  DistinctNames names_;
  BodyJudge judge_;
  SceneFile scene_;
};

}  // namespace

std::optional<JsonSceneText> JsonSceneText::cut(std::string_view text, const std::filesystem::path& folder,
                                                const SceneReadOptions& options, std::size_t most_triangles) {
  std::optional<ListedJson> listed = cut_at_list(text, list_names);
  if (!listed) return std::nullopt;
  Result<Json> root = read_json_line(listed->rest).root;
  if (!root || !root->is_object()) return std::nullopt;
  JsonSceneText cut;
  cut.root_ = *std::move(root);
  cut.entries_ = std::move(listed->elements);
  cut.bodies_ = std::make_unique<JsonBodies>(cut.root_, folder, options, most_triangles);
  return cut;
}

Result<Json> JsonSceneText::entry(std::size_t number) const {
  constexpr std::size_t levels_around = 2;  // the scene and its list
  return read_json_line(entries_[number], levels_around).root;
}

Result<SceneFile> JsonSceneText::read() {
  return JsonSceneReader(root_, *bodies_).read([this](const auto& use) -> Result<void> {
    for (std::size_t i = 0; i < entries_.size(); ++i) {
      const Result<void> used = entry(i).and_then([&](const Json& object) { return use(object, i); });
      if (!used) return used;
    }
    return {};
  });
}

Result<SceneFile> JsonSceneText::read_rest(const std::function<Result<void>(const TakeEntry& take)>& entries) {
  Result<SceneFile> scene =
      JsonSceneReader(root_, *bodies_).read_rest(entries, [this](std::size_t number) { return entry(number); });
  root_ = {};  // its shapes are known now
  return scene;
}

Result<void> JsonSceneText::look_at(std::size_t first, std::size_t end, const TakeEntry& take) const {
  BodyJudge judge;
  const auto end_of_body = [&](const Json& object, const std::string& name) {
    return bodies_->body(object, name).and_then([&](const SceneBody& body) {
      return judge.accepts(body).map([&] { return end_of(body.motion); });
    });
  };
  for (std::size_t i = first; i < end; ++i) {
    const Result<void> taken = entry(i).and_then([&](const Json& object) {
      return JsonBodies::name(object, i).and_then([&](const std::string& name) {
        if (JsonBodies::is_robot(object)) return take({name, true}, i);
        return end_of_body(object, name).and_then([&](double moves_until) { return take({name, false, moves_until}, i); });
      });
    });
    if (!taken) return taken;
  }
  return {};
}

Result<SceneFile> read_json_scene(const MeshSource& source, const SceneReadOptions& options) {
  const std::string_view text = without_mark(source.bytes);
  const std::filesystem::path folder = source.path.parent_path();
  if (auto cut = JsonSceneText::cut(text, folder, options))
    if (Result<SceneFile> scene = cut->read()) return scene;
  // What is wrong is told by who sees all of it: an end that is missing comes before a wrong number in the first body.
  const JsonLine json = read_json_line(text);
  const auto in_file = [&](const Error& error) { return error_in(source.path, error.message, error.code); };
  if (!json.root) return tl::make_unexpected(in_file(json.root.error()));
  return scene_from_json(*json.root, folder, options).map_error(in_file);
}

Result<SceneFile> scene_from_json(const Json& root, const std::filesystem::path& folder, const SceneReadOptions& options) {
  if (const auto ok = must_be_object(root); !ok) return tl::make_unexpected(ok.error());
  JsonBodies bodies(root, folder, options);
  return JsonSceneReader(root, bodies).read([&](const auto& use) -> Result<void> {
    std::size_t number = 0;
    for (const Json& entry : root[root.contains("bodies") ? "bodies" : "objects"])
      if (const Result<void> used = use(entry, number++); !used) return used;
    return {};
  });
}

}  // namespace graze::io
