/// Overlap and distance of a mesh, as a surface, and any other shape.

#include "mesh/shape.h"

#include <algorithm>

#include "body/pair.h"
#include "geometry/mirrored.h"
#include "mesh/convex.h"
#include "mesh/distance.h"
#include "mesh/ray.h"
#include "views/bound.h"

namespace graze::query {
namespace {

/// What use(bound) answers, with what the tree is searched by: a box around the shape, or how far it is at least from a box.
template <class Use>
auto with_bound(const Body& other, const Use& use) {
  const Shape& shape = other.geometry.shape();
  if (const auto box = box_around(shape, other.pose)) return use(*box);
  return use([&](const Obb& box) { return unbounded_distance_bound(shape, other.pose, box); });
}

/// Of points, segments and triangles, for which there is a faster method.
std::optional<distance::PlacedSimplex> as_simplex(const Body& body) {
  const auto& value = body.geometry.shape().value;
  if (const auto* point = std::get_if<Point>(&value)) return distance::placed_point(point->p, body.pose);
  if (const auto* segment = std::get_if<Segment>(&value)) return distance::placed_segment(segment->v[0], segment->v[1], body.pose);
  if (const auto* triangle = std::get_if<Triangle>(&value)) return distance::placed_triangle(*triangle, body.pose);
  return std::nullopt;
}

/// The point or segment around which all within a radius are the shape.
std::optional<distance::PlacedSimplex> core_of_rounded(const Body& body) {
  const auto& value = body.geometry.shape().value;
  if (const auto* ball = std::get_if<Sphere>(&value)) return distance::placed_point(ball->center, body.pose);
  if (const auto* capsule = std::get_if<Capsule>(&value)) return distance::placed_segment(capsule->v[0], capsule->v[1], body.pose);
  return std::nullopt;
}

/// Of several the one with the smallest number.
std::optional<Closest> meeting_triangle(const PlacedMesh& mesh, const Body& other, const TriangleAgainstShape& leaf) {
  std::optional<std::uint32_t> first;
  for_each_triangle_near(mesh, *box_around(other.geometry.shape(), other.pose), 0, [&](std::uint32_t i, const PosedTriangle& t) {
    if ((!first || i < *first) && leaf.meets(t)) first = i;
    return 0.0;
  });
  if (!first) return std::nullopt;
  return named(leaf.closest(place(mesh.tree->view().triangle(*first), mesh.pose)), -1, static_cast<std::int32_t>(*first));
}

std::optional<Closest> nearest_of_rounded(const PlacedMesh& mesh, const Body& other, const distance::PlacedSimplex& core) {
  const TriangleAgainstShape leaf(other.geometry.shape(), other.pose);
  if (const auto meeting = meeting_triangle(mesh, other, leaf)) return meeting;
  return closest_points_around(core, leaf, mesh);
}

/// Triangles meet the hull of so many corners sooner by its corners than by its axes. Measured; answers do not depend on it.
/// MeshAgainstShapes.MeetHullsOfManyCornersJustWhenATriangleDoes
constexpr std::size_t many_corners = 24;

std::optional<sat::Convex> as_small_convex(const Body& body) {
  const auto outline = sat::as_outline(body.geometry.shape(), body.pose);
  if (!outline || outline->corner_count() > many_corners) return std::nullopt;
  return sat::completed(*outline);
}

}  // namespace

bool surface_meets(const PlacedMesh& mesh, const Body& other) {
  const Shape& shape = other.geometry.shape();
  if (const auto line = distance::as_probe(shape, other.pose)) return meets(*line, mesh);
  if (const auto convex = as_small_convex(other)) return overlap(mesh, *convex);
  const TriangleAgainstShape leaf(other.geometry.shape(), other.pose);
  return with_bound(other, [&](const auto& bound) {
    return any_triangle(mesh, bound, [&](const PosedTriangle& triangle) { return leaf.meets(triangle); });
  });
}

std::vector<std::uint32_t> triangles_at(const PlacedMesh& mesh, const Body& other, double distance) {
  const TriangleAgainstShape leaf(other.geometry.shape(), other.pose);
  const auto is_near = [&](const PosedTriangle& triangle) {
    return distance == 0 ? leaf.meets(triangle) : leaf.closest(triangle).distance <= distance;
  };
  std::vector<std::uint32_t> found;
  with_bound(other, [&](const auto& bound) {
    for_each_triangle_near(mesh, bound, distance, [&](std::uint32_t i, const PosedTriangle& triangle) {
      if (is_near(triangle)) found.push_back(i);
      return distance;
    });
    return true;
  });
  std::sort(found.begin(), found.end());
  return found;
}

std::optional<Closest> nearest_to_surface(const PlacedMesh& mesh, const Body& other) {
  std::optional<Closest> closest;
  if (const auto simplex = as_simplex(other)) {
    closest = closest_points(*simplex, mesh);
  } else if (const auto core = core_of_rounded(other)) {
    closest = nearest_of_rounded(mesh, other, *core);
  } else {
    const TriangleAgainstShape leaf(other.geometry.shape(), other.pose);
    closest = with_bound(other, [&](const auto& bound) {
      return nearest_of_triangles(mesh, bound, [&](const PosedTriangle& triangle) { return leaf.closest(triangle); });
    });
  }
  if (closest) closest = mirrored(*closest);
  return closest;
}

}  // namespace graze::query
