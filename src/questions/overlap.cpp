/// Whether two bodies meet, and which axis separates them where it is known.

#include <graze/overlap.h>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "body/pair.h"
#include "curved/distance.h"
#include "geometry/interrupted.h"
#include "mesh/box_leaves.h"
#include "mesh/box_trees.h"
#include "mesh/shape.h"
#include "mesh/solid.h"
#include "methods/rounded_closest.h"
#include "polytope/contact/separating_axis.h"
#include "polytope/overlap.h"
#include "questions/of_triangles.h"
#include "questions/ring.h"

namespace graze {
namespace {

using namespace query;

/// Beyond this many corners a search for the nearest points is faster than a list of axes. Measured; answers do not depend on it.
/// Questions.AnswerAboutRoundHullsAsTheirCornersDo
constexpr std::size_t many_hull_corners = 64;

/// The axes of a hull are as complete as its list of faces, which rounding may have made; its corners are complete. Those of a
/// polygon's plane are likewise.
bool is_hull(const Body& body) { return std::holds_alternative<ConvexPolyhedron>(body.geometry.shape().value); }
bool may_lack_axes(const Body& body) { return is_hull(body) || std::holds_alternative<ConvexPolygon>(body.geometry.shape().value); }

bool has_many_corners(const Body& body) {
  const auto& shape = body.geometry.shape().value;
  if (const auto* polygon = std::get_if<ConvexPolygon>(&shape)) return polygon->vertices.size() > many_hull_corners;
  return is_hull(body) && std::get<ConvexPolyhedron>(shape).vertices.size() > many_hull_corners;
}

SeparatingAxis described_axis(const sat::ConvexPair& pair, const sat::AxisId& id) {
  const sat::AxisGap gap = sat::gap_along(pair, id);
  return {sat::name_of(id.kind), id.i, id.j, gap.direction, gap.width};
}

OverlapReport by_axes(const sat::Convex& a, const sat::Convex& b, bool are_planar) {
  const sat::ConvexPair pair(a, b);
  const sat::Overlap found = are_planar ? sat::overlap_in_plane(pair) : sat::overlap(pair);
  OverlapReport report{found.intersect, {}, found.axes_tested};
  if (found.separating) report.separating = described_axis(pair, *found.separating);
  return report;
}

OverlapReport by_closest_points(const Closest& closest) {
  if (closest.distance == 0) return {true, {}, {}};
  const Vec3 difference = closest.points[1] - closest.points[0];
  OverlapReport report;
  if (difference != Vec3::Zero())
    report.separating = SeparatingAxis{"nearest_points", 0, 0, difference.stableNormalized(), closest.distance};
  return report;
}

/// The memory may be null.
bool surfaces_meet(const PlacedMesh& a, const PlacedMesh& b, WarmStart* memory) {
  if (memory != nullptr && memory->pair && triangles_meet(a, b, *memory->pair)) return true;
  const std::optional<TrianglePair> found = meeting_pair(a, b);
  if (memory != nullptr && found) memory->pair = found;
  return found.has_value();
}

/// Of bodies of which one is a mesh or a cloud.
bool surfaces_meet(const Body& a, const Body& b, WarmStart* memory, Leaves leaves) {
  if (have_box_trees(a, b)) return surfaces_meet(as_box_tree(a), as_box_tree(b));
  const auto mesh_a = as_mesh(a);
  const auto mesh_b = as_mesh(b);
  if (!mesh_a || !mesh_b) return mesh_a ? surface_meets(*mesh_a, b) : surface_meets(*mesh_b, a);
  return leaves == Leaves::as_built && has_box_leaves(a, b) ? leaves_meet(*mesh_a, *mesh_b)
                                                            : surfaces_meet(*mesh_a, *mesh_b, memory);
}

Result<bool> mesh_overlap(const Body& a, const Body& b, WarmStart* memory = nullptr, Leaves leaves = Leaves::as_built) {
  const bool meet = surfaces_meet(a, b, memory, leaves);
  if (meet || !any_is_solid(a, b)) return unless_interrupted<bool>(meet);
  return unless_interrupted(point_inside_other(a, b).map([](const auto& found) { return found.has_value(); }));
}

}  // namespace

Result<bool> overlap(const Body& a, const Body& b) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (any_is_ring(a, b)) return ring_overlap(a, b);
  if (is_mesh(a) || is_mesh(b)) return mesh_overlap(a, b);
  const Shape& shape_a = a.geometry.shape();
  const Shape& shape_b = b.geometry.shape();
  if (const auto meet = distance::overlap(shape_a, a.pose, shape_b, b.pose)) return *meet;
  return distance::overlap(*distance::as_curved(shape_a, a.pose), *distance::as_curved(shape_b, b.pose));
}

Result<bool> overlap(const Body& a, const Body& b, WarmStart& memory) {
  if (!is_mesh(a) || !is_mesh(b)) return overlap(a, b);
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  return mesh_overlap(a, b, &memory);
}

Result<bool> query::overlap_of_triangles(const Body& a, const Body& b) {
  if (!is_mesh(a) || !is_mesh(b)) return overlap(a, b);
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  return mesh_overlap(a, b, nullptr, Leaves::as_triangles);
}

Result<OverlapReport> explain_overlap(const Body& a, const Body& b) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (any_is_ring(a, b)) return ring_overlap(a, b).map([](bool meet) { return OverlapReport{meet, {}, {}}; });
  if (is_mesh(a) || is_mesh(b)) return mesh_overlap(a, b).map([](bool meet) { return OverlapReport{meet, {}, {}}; });
  if (!has_many_corners(a) && !has_many_corners(b)) {
    const auto convex_a = sat::as_convex(a.geometry.shape(), a.pose);
    const auto convex_b = sat::as_convex(b.geometry.shape(), b.pose);
    const auto report = convex_a && convex_b ? std::optional(by_axes(*convex_a, *convex_b, a.geometry.is_planar())) : std::nullopt;
    const bool is_sure = !may_lack_axes(a) && !may_lack_axes(b);
    if (report && (is_sure || !report->intersect || *overlap(a, b))) return *report;
  }
  return closest_points(a, b).map(by_closest_points);
}

}  // namespace graze
