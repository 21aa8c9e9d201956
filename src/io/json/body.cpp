/// Reads a body: its shape, pose, motion or keyframes, and whether it is a solid.

#include "io/json/body.h"

#include <fmt/format.h>

#include "geometry/embed.h"
#include "io/json/fields.h"
#include "io/json/integrate.h"
#include "io/json/repair.h"
#include "io/json/shape.h"
#include "io/json/tree_options.h"

namespace graze {
namespace {

Result<Geometry> mesh_from_json(const Json& object, QuestionMeshes& meshes) {
  const Result<std::string> file = mesh_file_from_json(object);
  if (!file) return tl::make_unexpected(file.error());
  const Result<Vec3> scale = scale_from_json(object);
  if (!scale) return tl::make_unexpected(scale.error());
  const Result<std::optional<BuildOptions>> options = tree_options_from_json(object);
  if (!options) return tl::make_unexpected(options.error());
  return meshes.get(*file, *scale, *options).and_then([&](Geometry geometry) {
    return refitted_by_json(object, *scale, meshes, std::move(geometry));
  });
}

/// Options that are no good are those of the field "tree".
Error in_tree_field(const Error& error) { return error.code == ErrorCode::bad_option ? at("tree", error) : error; }

/// Only clouds have the fields of trees.
Result<Geometry> planar_geometry(const Json& object, const Shape2& shape, QuestionMeshes& meshes) {
  const Result<std::optional<BuildOptions>> options = tree_options_from_json(object);
  if (!options) return tl::make_unexpected(options.error());
  return Geometry::make(shape, options->value_or(BuildOptions{})).map_error(in_tree_field).and_then([&](Geometry geometry) {
    return refitted_by_json(object, Vec3::Ones(), meshes, std::move(geometry));
  });
}

Result<Geometry> inline_geometry(const Json& object, QuestionMeshes& meshes, Repair& repair) {
  Result<AnyShape> any = shape_from_json(object);
  if (!any) return tl::make_unexpected(any.error());
  if (const Result<void> right = repair.axes_of(*any); !right) return tl::make_unexpected(right.error());
  if (const Shape2* planar = std::get_if<Shape2>(&*any)) return planar_geometry(object, *planar, meshes);
  Shape& shape = std::get<Shape>(*any);
  TriangleMesh* mesh = std::get_if<TriangleMesh>(&shape.value);
  if (mesh == nullptr && !std::holds_alternative<PointCloud>(shape.value)) return Geometry::make(std::move(shape));
  const Result<Vec3> scale = mesh != nullptr ? scale_from_json(object) : Vec3(Vec3::Ones());
  if (!scale) return tl::make_unexpected(scale.error());
  if (mesh != nullptr) {
    for (Vec3& v : mesh->vertices) v = v.cwiseProduct(*scale);
  }
  const Result<std::optional<BuildOptions>> options = tree_options_from_json(object);
  if (!options) return tl::make_unexpected(options.error());
  return Geometry::make(std::move(shape), options->value_or(BuildOptions{}))
      .map_error(in_tree_field)
      .and_then([&](Geometry geometry) { return refitted_by_json(object, *scale, meshes, std::move(geometry)); });
}

/// A point or vector of the body's own dimension.
Vec3 read_vector(JsonFields& fields, std::string_view name, bool is_planar) {
  return is_planar ? embedded(fields.vec<2>(name)) : fields.vec<3>(name);
}

Pose read_pose(JsonFields& fields, bool is_planar) {
  Pose pose;
  pose.rotation = fields.matrix("R", is_planar, Mat3::Identity());
  if (fields.has("t")) pose.translation = read_vector(fields, "t", is_planar);
  return pose;
}

/// In the plane an angular velocity is one number, counter-clockwise.
Motion read_motion(JsonFields& fields, bool is_planar) {
  Motion motion;
  if (fields.has("vel")) motion.velocity = read_vector(fields, "vel", is_planar);
  if (fields.has("omega")) motion.angular_velocity = is_planar ? Vec3(0, 0, fields.number("omega")) : Vec3(fields.vec<3>("omega"));
  if (fields.has("center")) motion.center = read_vector(fields, "center", is_planar);
  return motion;
}

/// One of the poses that a body passes: {"at": time, "R": …, "t": …}.
Result<Keyframe> read_keyframe(const Json& object, const Geometry& geometry, Repair& repair) {
  for (const auto& [name, value] : object.items()) {
    if (name != "at" && name != "R" && name != "t") return fail(ErrorCode::bad_shape, name + ": unknown field");
  }
  JsonFields fields(object, ErrorCode::bad_shape);
  Keyframe keyframe{fields.number("at"), read_pose(fields, geometry.is_planar())};
  if (fields.error()) return tl::make_unexpected(*fields.error());
  if (const Result<void> right = repair.rotation_of(keyframe.pose); !right) return tl::make_unexpected(right.error());
  return check_body({geometry, keyframe.pose, {}}).map([&] { return keyframe; });
}

Result<Path> read_path(const Json& object, const Geometry& geometry, Repair& repair) {
  for (const char* other : {"R", "t", "vel", "omega", "center"}) {
    if (object.contains(other)) return fail(ErrorCode::bad_shape, fmt::format("keyframes: not together with {}", other));
  }
  const Json& list = object["keyframes"];
  if (!list.is_array()) return fail(ErrorCode::bad_shape, fmt::format("keyframes: expected a list, found {}", kind_of(list)));
  std::vector<Keyframe> keyframes;
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_object())
      return fail(ErrorCode::bad_shape, fmt::format("keyframes[{}]: expected an object, found {}", i, kind_of(list[i])));
    const Result<Keyframe> keyframe = read_keyframe(list[i], geometry, repair);
    if (!keyframe) return tl::make_unexpected(at(fmt::format("keyframes[{}]", i), keyframe.error()));
    keyframes.push_back(*keyframe);
  }
  return Path::through(keyframes);
}

}  // namespace

Result<QuestionBody> body_from_json(const Json& object, QuestionMeshes& meshes) {
  Result<Repair> repair = Repair::asked_by(object);
  if (!repair) return tl::make_unexpected(repair.error());
  Result<Geometry> geometry = is_mesh_file(object) ? mesh_from_json(object, meshes) : inline_geometry(object, meshes, *repair);
  if (!geometry) return tl::make_unexpected(geometry.error());
  JsonFields fields(object, ErrorCode::bad_shape);
  const auto solid = fields.has("solid") ? std::optional(fields.boolean("solid")) : std::nullopt;
  if (fields.error()) return tl::make_unexpected(*fields.error());
  if (object.contains("keyframes")) {
    return read_path(object, *geometry, *repair).map([&](const Path& path) {
      return QuestionBody{{*geometry, path.pose_at(0), {}}, path, solid, {}, repair->amount()};
    });
  }
  const bool is_planar = geometry->is_planar();
  Pose pose = read_pose(fields, is_planar);
  const Motion motion = read_motion(fields, is_planar);
  if (fields.error()) return tl::make_unexpected(*fields.error());
  if (const Result<void> right = repair->rotation_of(pose); !right) return tl::make_unexpected(right.error());
  Body body{std::move(*geometry), pose, motion};
  if (const Result<void> right = check_body(body); !right) return tl::make_unexpected(right.error());
  if (!object.contains("integrate")) return QuestionBody{std::move(body), {}, solid, {}, repair->amount()};
  return integrated_from_json(object, body.geometry, pose).map([&](const IntegratedMotion& integrated) {
    return QuestionBody{body, integrated.path, solid, integrated, repair->amount()};
  });
}

}  // namespace graze
