/// Bodies of a scene file as objects that stand.

#include "input/world.h"

#include <cmath>
#include <variant>

#include <fmt/format.h>

#include <graze/scene_file.h>

namespace graze::cli {
namespace {

bool stands(const SceneBody& body) {
  const Motion* motion = std::get_if<Motion>(&body.motion);
  return motion != nullptr && !motion->moves();
}

/// A part at its place in the world.
Result<Body> placed(const SceneBody& body, const BodyPart& part) {
  Pose inner = part.pose;
  inner.translation *= body.scale;
  Body result{part.geometry, body.pose * inner, {}, part.solid};
  if (body.scale == 1) return result;
  const TriangleMesh* mesh = part.geometry.mesh();
  if (mesh == nullptr)
    return fail(ErrorCode::bad_shape, fmt::format("{}.scale: of meshes only, around a robot; give the shape its size", body.name));
  TriangleMesh scaled = *mesh;
  for (Vec3& v : scaled.vertices) v *= body.scale;
  return Geometry::make(Shape{std::move(scaled)}).map([&](const Geometry& geometry) {
    result.geometry = geometry;
    return result;
  });
}

}  // namespace

Result<std::vector<WorldObject>> read_world(const std::string& file, bool surfaces) {
  const Result<SceneFile> scene = read_scene(file, {.solids = surfaces ? Solids::none : Solids::closed});
  if (!scene) return tl::make_unexpected(scene.error());
  if (!scene->robots.empty())
    return fail(ErrorCode::file,
                fmt::format("{}: {}: a robot cannot stand in the world of another; graze clash --motion asks about both", file,
                            scene->robots.front().name));
  std::vector<WorldObject> world;
  for (const SceneBody& body : scene->bodies) {
    if (!stands(body))
      return fail(ErrorCode::file, fmt::format("{}: {} moves; what stands around a robot must not", file, body.name));
    WorldObject object{body.name, {}};
    for (const BodyPart& part : body.parts) {
      Result<Body> at = placed(body, part);
      if (!at) return fail(at.error().code, fmt::format("{}: {}", file, at.error().message));
      object.parts.push_back(*std::move(at));
    }
    world.push_back(std::move(object));
  }
  return world;
}

}  // namespace graze::cli
