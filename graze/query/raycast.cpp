#include <graze/distance/raycast.h>

#include <graze/query/mesh_ray.h>
#include <graze/query/mesh_solid.h>
#include <graze/query/pair.h>
#include <graze/query/questions.h>

namespace graze {
namespace {

using namespace query;

std::optional<distance::PlacedLine> as_placed_line(const Shape& shape, const Pose& pose) {
  if (const auto* line = std::get_if<Line>(&shape.value)) return distance::placed_line(*line, pose);
  if (const auto* ray = std::get_if<Ray>(&shape.value)) return distance::placed_line(*ray, pose);
  if (const auto* segment = std::get_if<Segment>(&shape.value)) return distance::placed_line(*segment, pose);
  return std::nullopt;
}

bool is_one_point(const Shape& shape) {
  if (const auto* line = std::get_if<Line>(&shape.value)) return line->direction == Vec3::Zero();
  if (const auto* ray = std::get_if<Ray>(&shape.value)) return ray->direction == Vec3::Zero();
  const auto* segment = std::get_if<Segment>(&shape.value);
  return segment != nullptr && segment->v[0] == segment->v[1];
}

/// Whether the origin is inside the solid, when meshes are solids.
Result<bool> starts_inside(const distance::PlacedLine& line, const Body& mesh, const MeshOptions& options) {
  if (!options.solid || line.least != 0) return false;
  return as_solid(mesh)
      .map([&](const auto& solid) { return solid && contains(*solid, line.origin, line.pose); })
      .map_error([](const Error& error) { return at("b", error); });
}

Result<Raycast> mesh_raycast(const distance::PlacedLine& line, const Body& body, const MeshOptions& options) {
  Raycast answer;
  answer.crossings = crossings(line, *as_mesh(body));
  const auto inside = starts_inside(line, body, options);
  if (!inside) return tl::make_unexpected(inside.error());
  answer.intersect = *inside || !answer.crossings.empty();
  if (*inside) {
    answer.point = line.pose.to_world(line.origin);
  } else if (answer.intersect) {
    answer.t = answer.crossings.front().t;
    answer.point = answer.crossings.front().point;
  }
  return answer;
}

}  // namespace

Result<Raycast> raycast(const Body& a, const Body& b, const MeshOptions& options) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  const Shape& shape = a.geometry.shape();
  const auto line = as_placed_line(shape, a.pose);
  if (!line) return fail(ErrorCode::bad_shape, "a: a raycast wants a line, ray or segment");
  if (!as_mesh(b)) {
    auto found = *distance::raycast(*distance::as_probe(shape, a.pose), b.geometry.shape(), b.pose);
    return Raycast{found.intersect, found.t, found.point, std::move(found.crossings)};
  }
  if (!is_one_point(shape)) return mesh_raycast(*line, b, options);
  return overlap(a, b, options).map([&](bool meet) { return Raycast{meet, 0, a.pose.to_world(line->origin), {}}; });
}

}  // namespace graze
