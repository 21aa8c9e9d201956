/// Bodies of a scene as objects that stand around a robot.

#include <variant>

#include <fmt/format.h>

#include <graze/scene_file.h>

#include "io/files/source.h"

namespace graze {
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
    return fail(ErrorCode::bad_shape,
                fmt::format("{}.scale: of meshes only, around a robot; give the shape its size", io::printable(body.name)));
  TriangleMesh scaled = *mesh;
  for (Vec3& v : scaled.vertices) v *= body.scale;
  return Geometry::make(Shape{std::move(scaled)}).map([&](const Geometry& geometry) {
    result.geometry = geometry;
    return result;
  });
}

}  // namespace

Result<std::vector<WorldObject>> world_of(const SceneFile& file) {
  if (!file.robots.empty())
    return fail(ErrorCode::bad_option,
                fmt::format("{}: a robot cannot stand in the world of another; ask about both as a scene in motion",
                            io::printable(file.robots.front().name)));
  std::vector<WorldObject> world;
  for (const SceneBody& body : file.bodies) {
    if (!stands(body))
      return fail(ErrorCode::bad_option, fmt::format("{} moves; what stands around a robot must not", io::printable(body.name)));
    WorldObject object{body.name, {}};
    for (const BodyPart& part : body.parts) {
      Result<Body> at = placed(body, part);
      if (!at) return tl::make_unexpected(at.error());
      object.parts.push_back(*std::move(at));
    }
    world.push_back(std::move(object));
  }
  return world;
}

}  // namespace graze
