/// Bodies and robots by the fields of JSON, each on its own.

#include "io/scene/json_bodies.h"

#include <utility>

#include <fmt/format.h>

#include "io/files/source.h"
#include "io/json/fields.h"
#include "io/scene/json_place.h"
#include "io/scene/json_robot.h"

namespace graze::io {

namespace {

/// Three numbers that differ: a body cannot be scaled so, the mesh of one can.
bool is_uneven(const Json& object) {
  if (!object.contains("scale") || !object["scale"].is_array()) return false;
  const Json& scale = object["scale"];
  return scale.size() != 3 || scale[0] != scale[1] || scale[1] != scale[2];
}

bool is_mesh_without_scale(const Json& shape) { return shape.is_object() && is_of_type(shape, "mesh") && !shape.contains("scale"); }

/// A number, or the same one three times.
double even_scale(const Json& object, JsonFields& fields) {
  return object["scale"].is_array() && !is_uneven(object) ? fields.vec<3>("scale")[0] : fields.number("scale");
}

}  // namespace

JsonBodies::JsonBodies(const Json& root, std::filesystem::path folder, SceneReadOptions options, std::size_t most_triangles)
    : folder_(std::move(folder)),
      options_(std::move(options)),
      meshes_(folder_, most_triangles),
      shapes_(root.contains("shapes") ? &root["shapes"] : nullptr, meshes_, options_.solids) {}

Result<std::string> JsonBodies::name(const Json& object, std::size_t number) {
  if (const auto ok = must_be_object(object); !ok) return tl::make_unexpected(ok.error());
  JsonFields fields(object, ErrorCode::bad_shape);
  std::string name = fields.has("name") ? fields.string("name") : fmt::format("body{}", number);
  if (fields.error()) return tl::make_unexpected(*fields.error());
  if (name.empty()) return fail(ErrorCode::bad_shape, "name: empty");
  return name;
}

Result<SceneRobot> JsonBodies::robot(const Json& object, const std::string& name) const {
  return robot_from_json(object, folder_, options_).map([&](SceneRobot robot) {
    robot.name = name;
    return robot;
  });
}

Result<SceneBody> JsonBodies::body(const Json& object, const std::string& name) {
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
  if (const auto placed = place_from_json(object, body); !placed) return tl::make_unexpected(placed.error());
  JsonFields fields(object, ErrorCode::bad_shape);
  if (fields.has("scale") && !inside.contains("scale") && !of_mesh) body.scale = even_scale(object, fields);
  if (fields.has("group")) body.group = fields.count("group");
  if (fields.has("mask")) body.mask = fields.count("mask");
  if (fields.error()) return tl::make_unexpected(*fields.error());
  return body;
}

}  // namespace graze::io
