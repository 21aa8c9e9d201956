/// Sweeps a convex shape against every triangle of a mesh that its swept box reaches.

#include "mesh/shape_sweep.h"

#include <algorithm>
#include <limits>

#include "mesh/convex.h"
#include "methods/shape_sweep.h"
#include "rounded/polytope_sweep.h"
#include "views/bound.h"

namespace graze::query {
namespace {

/// Least and greatest coordinates.
struct Extent {
  Vec3 low;
  Vec3 high;
};

Extent extent_of(const Obb& box) {
  Vec3 reach = Vec3::Zero();
  for (int i = 0; i < 3; ++i) reach += box.axes[i].cwiseAbs() * box.half_extents[i];
  return {box.center - reach, box.center + reach};
}

/// A time, at most t_max, after which the shape has certainly passed the mesh; the velocity is that of the shape relative to the
/// mesh.
double end_of_passing(const Extent& mesh, const Extent& shape, const Vec3& velocity, double t_max) {
  double end = velocity == Vec3::Zero() ? 0 : t_max;
  for (int k = 0; k < 3; ++k) {
    if (velocity[k] > 0) end = std::min(end, (mesh.high[k] - shape.low[k]) / velocity[k]);
    if (velocity[k] < 0) end = std::min(end, (mesh.low[k] - shape.high[k]) / velocity[k]);
  }
  return std::max(0.0, end);
}

/// Covers the dozen roundings of a swept box, relative to its coordinates, amply. No unit.
/// EveryPair.IsApartUntilItFirstMeets
constexpr double swept_box_margin = 0x1p-40;

/// A box around all positions of the shape while it may meet the mesh.
Obb swept_box(const PlacedMesh& mesh, const Obb& shape, const Vec3& velocity, double t_max) {
  const Extent of_mesh = extent_of(tree::placed_outward(mesh.tree->root_box(), mesh.pose));
  const Extent at_start = extent_of(shape);
  const double end = end_of_passing(of_mesh, at_start, velocity, t_max) * (1 + swept_box_margin);
  const Vec3 low = at_start.low.cwiseMin(at_start.low + end * velocity);
  const Vec3 high = at_start.high.cwiseMax(at_start.high + end * velocity);
  const double size = std::max({low.cwiseAbs().maxCoeff(), high.cwiseAbs().maxCoeff(), of_mesh.high.cwiseAbs().maxCoeff()});
  return {(low + high) / 2, world_frame(), (high - low) / 2 + Vec3::Constant(swept_box_margin * size)};
}

bool sooner(const Impact& x, const Impact& y) {
  return x.first != y.first ? x.first < y.first : x.features[0].triangle < y.features[0].triangle;
}

}  // namespace

std::optional<Impact> first_contact(const PlacedMesh& mesh, const Body& other, const SweepOptions& options) {
  const sat::Velocities velocities{mesh.velocity, other.motion.velocity};
  std::optional<Impact> earliest;
  double last = 0;
  const auto convex = sat::as_outline(other.geometry.shape(), other.pose);
  const auto swept_triangle = [&](const Triangle& triangle, double horizon) {
    if (convex) return distance::times_of_contact(sat::as_convex(triangle, mesh.pose), *convex, velocities, horizon);
    return shape_sweep({Shape{triangle}, mesh.pose}, {other.geometry.shape(), other.pose}, velocities, horizon);
  };
  const auto on_triangle = [&](std::uint32_t i) {
    const double horizon = options.want_last || !earliest ? options.t_max : earliest->first;
    auto impact = swept_triangle(mesh.tree->mesh().triangle(i), horizon);
    if (!impact) return 0.0;
    impact->features[0].triangle = static_cast<std::int32_t>(i);
    last = std::max(last, *impact->last);
    if (!earliest || sooner(*impact, *earliest)) earliest = impact;
    return 0.0;
  };
  if (mesh.tree->empty()) return std::nullopt;
  if (const auto box = box_around(other.geometry.shape(), other.pose)) {
    const Obb swept = swept_box(mesh, *box, other.motion.velocity - mesh.velocity, options.t_max);
    for_each_triangle_near(mesh, swept, 0, [&](std::uint32_t i, const PosedTriangle&) { return on_triangle(i); });
  } else {
    for (std::uint32_t i = 0; i < mesh.tree->mesh().triangles.size(); ++i) on_triangle(i);
  }
  if (!earliest) return std::nullopt;
  if (convex) {
    const std::int32_t i = earliest->features[0].triangle;
    earliest = distance::sweep(sat::as_convex(mesh.tree->mesh().triangle(i), mesh.pose), *convex, velocities, options.t_max);
    earliest->features[0].triangle = i;
  }
  earliest->last = options.want_last ? std::optional(last) : std::nullopt;
  return earliest;
}

}  // namespace graze::query
