/// Compounds may be made of compounds; they are flattened, and may not contain themselves.

#include "io/scene/json_shapes.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "io/files/source.h"
#include "io/json/body.h"
#include "io/scene/json_place.h"
#include "io/scene/scene_meshes.h"

namespace graze::io {

namespace {

/// Deeper nesting of compounds is refused, and more parts: ten lines could ask for a thousand million.
constexpr std::size_t most_levels = 64;
constexpr std::size_t most_parts = 100'000;

constexpr auto body_only = std::to_array<std::string_view>({"name", "shape", "group", "mask", "comment"});

Result<void> only_part_fields(const Json& part) {
  for (const auto& [name, value] : part.items()) {
    const bool known =
        name == "shape" || name == "name" || is_pose_field(name) || (!part.contains("shape") && is_shape_field(part, name));
    if (!known) return fail(ErrorCode::bad_shape, printable(name) + ": unknown field of a part");
  }
  return {};
}

}  // namespace

bool is_of_type(const Json& object, std::string_view type) {
  const auto given = object.find("type");
  return given != object.end() && given->is_string() && given->get_ref<const std::string&>() == type;
}

bool is_shape_field(const Json& object, std::string_view name) {
  if (name == "scale") return is_of_type(object, "mesh");  // of a mesh it may be three numbers; of other shapes it is the body's
  return !is_pose_field(name) && !is_motion_field(name) && std::ranges::find(body_only, name) == body_only.end();
}

Json shape_fields(const Json& object) {
  Json shape = Json::object();
  for (const auto& [name, value] : object.items()) {
    if (is_shape_field(object, name)) shape[name] = value;
  }
  return shape;
}

Result<void> JsonShapes::check_all() {
  if (shapes_ == nullptr) return {};
  if (const auto ok = must_be_object(*shapes_); !ok) return ok;
  for (const auto& [name, shape] : shapes_->items()) {
    if (const auto read = named(name, 0); !read) return tl::make_unexpected(read.error());
  }
  shapes_ = nullptr;
  return {};
}

Result<JsonShapes::Parts> JsonShapes::parts(const Json& shape, std::size_t depth) {
  if (depth > most_levels) return fail(ErrorCode::limit, fmt::format("compounds nested deeper than {} levels", most_levels));
  if (shape.is_string()) {
    const std::string name = shape.get<std::string>();
    return named(name, depth);
  }
  if (!shape.is_object()) return fail(ErrorCode::bad_shape, fmt::format("expected a shape or its name, found {}", kind_of(shape)));
  return is_of_type(shape, "compound") ? compound(shape, depth) : simple(shape);
}

Result<JsonShapes::Parts> JsonShapes::named(const std::string& name, std::size_t depth) {
  const std::string where = fmt::format("shapes.{}", printable(name));
  const auto known = known_.find(name);
  if (known != known_.end() && !known->second) return fail(ErrorCode::bad_shape, fmt::format("{}: contains itself", where));
  if (known != known_.end()) return *known->second;
  if (shapes_ == nullptr || !shapes_->contains(name))
    return fail(ErrorCode::bad_shape, fmt::format("there is no shape \"{}\"", printable(name)));
  known_[name] = std::nullopt;
  const Json& shape = (*shapes_)[name];
  if (shape.is_object()) {
    for (const auto& [field, value] : shape.items()) {
      if (is_pose_field(field) || is_motion_field(field))
        return tl::make_unexpected(
            at(where, Error{ErrorCode::bad_shape, fmt::format("{}: a shape has no place; a body has", field)}));
    }
  }
  Result<Parts> read =
      shape.is_string() ? Result<Parts>(fail(ErrorCode::bad_shape, "expected a shape, found a string")) : parts(shape, depth + 1);
  if (!read) return tl::make_unexpected(read.error().message.starts_with("shapes.") ? read.error() : at(where, read.error()));
  known_[name] = *read;
  return read;
}

Result<JsonShapes::Parts> JsonShapes::compound(const Json& object, std::size_t depth) {
  for (const auto& [name, value] : object.items()) {
    if (name != "type" && name != "parts" && is_shape_field(object, name))
      return fail(ErrorCode::bad_shape, printable(name) + ": unknown field of a compound");
  }
  if (!object.contains("parts")) return fail(ErrorCode::bad_shape, "parts: missing");
  const Json& list = object["parts"];
  if (const auto ok = must_be_list(list); !ok) return tl::make_unexpected(at("parts", ok.error()));
  if (list.empty()) return fail(ErrorCode::bad_shape, "parts: none");
  Parts all;
  for (std::size_t i = 0; i < list.size(); ++i) {
    const std::string where = fmt::format("parts[{}]", i);
    const auto placed = [&]() -> Result<Parts> {
      if (const auto ok = must_be_object(list[i]); !ok) return tl::make_unexpected(ok.error());
      if (const auto ok = only_part_fields(list[i]); !ok) return tl::make_unexpected(ok.error());
      const bool by_field = list[i].contains("shape");
      Result<Parts> inner = by_field ? parts(list[i]["shape"], depth + 1) : parts(shape_fields(list[i]), depth + 1);
      if (!inner)
        return tl::make_unexpected(by_field && !inner.error().message.starts_with("shapes.") ? at("shape", inner.error())
                                                                                             : inner.error());
      const Result<Pose> pose = pose_from_json(list[i]);
      if (!pose) return tl::make_unexpected(pose.error());
      if (list[i].contains("name") && !list[i]["name"].is_string()) return fail(ErrorCode::bad_shape, "name: expected a string");
      for (BodyPart& part : *inner) {
        part.pose = *pose * part.pose;
        if (list[i].contains("name")) part.name = list[i]["name"].get<std::string>();
      }
      return inner;
    }();
    if (!placed)
      return tl::make_unexpected(placed.error().message.starts_with("shapes.") ? placed.error() : at(where, placed.error()));
    if (all.size() + placed->size() > most_parts) return fail(ErrorCode::limit, fmt::format("more than {} parts", most_parts));
    all.insert(all.end(), placed->begin(), placed->end());
  }
  return all;
}

Result<JsonShapes::Parts> JsonShapes::simple(const Json& object) {
  const Result<QuestionBody> body = body_from_json(object, meshes_);
  if (!body) return tl::make_unexpected(body.error());
  const Geometry& geometry = body->body.geometry;
  if (geometry.is_planar()) return fail(ErrorCode::bad_shape, "type: shapes of the plane are not read in scenes");
  if (geometry.is_mesh() && geometry.triangles().empty()) return fail(ErrorCode::bad_shape, "the mesh has no triangles");
  return Parts{{geometry, Pose{}, body->solid.value_or(counts_as_solid(geometry, solids_)), {}}};
}

}  // namespace graze::io
