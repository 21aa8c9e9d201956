/// Chooses the axes of a node's box by principal axes, least volume or the coordinates.

#include "tree/build/node_axes.h"

#include "fit/min_volume.h"
#include "fit/point_set.h"

namespace graze::tree {
namespace {

/// Of vertices each counted once, however many triangles share them.
Moments moments_of_vertices(std::span<const Vec3> corners) { return moments_of_points(point_set(corners)); }

NodeAxes along(const Moments& moments, bool is_centered) {
  return {principal_frame(moments).value_or(world_frame()), is_centered ? std::optional(moments.mean) : std::nullopt};
}

/// Triangles without area have only their vertices.
Moments moments_of(const SurfaceIntegrals& surface, std::span<const Vec3> corners) {
  const std::optional<Moments> moments = surface.moments();
  return moments ? *moments : moments_of_vertices(corners);
}

}  // namespace

NodeAxes node_axes(NodeFit fit, std::span<const Vec3> corners, const SurfaceIntegrals& surface) {
  switch (fit) {
    case NodeFit::min_volume: return {fit_min_volume(corners).axes, std::nullopt};
    case NodeFit::pca_points: return along(moments_of_vertices(corners), false);
    case NodeFit::pca_triangles: return along(moments_of(surface, corners), false);
    case NodeFit::mean_points: return along(moments_of_vertices(corners), true);
    case NodeFit::mean_triangles: return along(moments_of(surface, corners), true);
    case NodeFit::best:
    case NodeFit::aabb: break;
  }
  return {world_frame(), std::nullopt};
}

}  // namespace graze::tree
