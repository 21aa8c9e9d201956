#include <graze/query/mesh_shape.h>

#include <limits>

#include <graze/distance/curved_distance.h>
#include <graze/distance/rounded_closest.h>
#include <graze/query/mesh_distance.h>
#include <graze/query/mesh_ray.h>
#include <graze/query/pair.h>

namespace graze::query {
namespace {

/// One triangle of the mesh against the shape, by whichever method knows the shape.
class Leaf {
 public:
  Leaf(const PlacedMesh& mesh, const Body& other) : mesh_(mesh), other_(other) {
    if (!distance::as_rounded(other.geometry.shape(), other.pose))
      curved_ = distance::as_curved(other.geometry.shape(), other.pose);
  }

  [[nodiscard]] Closest closest(std::uint32_t i) const {
    if (curved_) return distance::closest_points(*distance::as_curved(shape(i), mesh_.pose), *curved_);
    return *distance::closest_points(shape(i), mesh_.pose, other_.geometry.shape(), other_.pose);
  }
  [[nodiscard]] bool meets(std::uint32_t i) const {
    if (curved_) return distance::overlap(*distance::as_curved(shape(i), mesh_.pose), *curved_);
    return *distance::overlap(shape(i), mesh_.pose, other_.geometry.shape(), other_.pose);
  }

 private:
  [[nodiscard]] Shape shape(std::uint32_t i) const { return {mesh_.tree->mesh().triangle(i)}; }

  const PlacedMesh& mesh_;
  const Body& other_;
  std::optional<distance::Curved> curved_;
};

/// Of lines and rays that have a direction.
std::optional<distance::PlacedLine> as_line(const Body& body) {
  const auto& value = body.geometry.shape().value;
  if (const auto* line = std::get_if<Line>(&value); line != nullptr && line->direction != Vec3::Zero())
    return distance::placed_line(*line, body.pose);
  if (const auto* ray = std::get_if<Ray>(&value); ray != nullptr && ray->direction != Vec3::Zero())
    return distance::placed_line(*ray, body.pose);
  return std::nullopt;
}

/// Of points, segments and triangles, for which there is a faster way.
std::optional<distance::PlacedSimplex> as_simplex(const Body& body) {
  const auto& value = body.geometry.shape().value;
  if (const auto* point = std::get_if<Point>(&value)) return distance::placed_point(point->p, body.pose);
  if (const auto* segment = std::get_if<Segment>(&value)) return distance::placed_segment(segment->v[0], segment->v[1], body.pose);
  if (const auto* triangle = std::get_if<Triangle>(&value)) return distance::placed_triangle(*triangle, body.pose);
  return std::nullopt;
}

}  // namespace

bool surface_meets(const PlacedMesh& mesh, const Body& other) {
  if (const auto line = as_line(other)) return meets(*line, mesh);
  if (const auto convex = sat::as_convex(other.geometry.shape(), other.pose)) return overlap(mesh, *convex);
  const Leaf leaf(mesh, other);
  bool found = false;
  for_each_triangle_near_shape(mesh, other, 0, [&](std::uint32_t i) {
    found = found || leaf.meets(i);
    return found ? -1.0 : 0.0;
  });
  return found;
}

std::optional<Closest> nearest_to_surface(const PlacedMesh& mesh, const Body& other) {
  if (const auto simplex = as_simplex(other)) {
    auto closest = closest_points(*simplex, mesh);
    if (closest) closest = turned(*closest);
    return closest;
  }
  const Leaf leaf(mesh, other);
  std::optional<Closest> best;
  for_each_triangle_near_shape(mesh, other, std::numeric_limits<double>::infinity(), [&](std::uint32_t i) {
    Closest found = leaf.closest(i);
    found.features[0].triangle = static_cast<std::int32_t>(i);
    const bool nearer = !best || found.distance < best->distance;
    if (nearer || (found.distance == best->distance && found.features[0].triangle < best->features[0].triangle)) best = found;
    return best->distance;
  });
  return best;
}

}  // namespace graze::query
