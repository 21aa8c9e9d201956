/// Decides which points, segments, convex bodies and meshes a closed mesh contains.

#include "mesh/contains.h"

#include <algorithm>
#include <array>
#include <limits>
#include <string>

#include <graze/answers.h>

#include "geometry/connected_parts.h"
#include "geometry/interrupted.h"
#include "mesh/convex.h"
#include "mesh/inside.h"
#include "numbers/kept_blocks.h"
#include "polytope/contact/contact_set.h"
#include "polytope/contact/penetration.h"
#include "polytope/overlap.h"
#include "tree/walk/nearest_bounds.h"
#include "tree/walk/traverse.h"
#include "views/bound.h"

namespace graze::query {
namespace {

/// Which triangles of `mesh` meet which of `other`, sorted.
KeptList<TrianglePair> sorted_meeting_pairs(const PlacedMesh& mesh, const PlacedMesh& other) {
  KeptList<TrianglePair> pairs;
  tree::for_each_near_pair(*mesh.tree, mesh.pose, *other.tree, other.pose, 0, [&](std::uint32_t i, std::uint32_t j) {
    const PosedTriangle a = place(mesh.tree->view().triangle(i), mesh.pose), b = place(other.tree->view().triangle(j), other.pose);
    if (overlap(a, b)) pairs.push_back({i, j});
    return true;
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

/// One triangle of each connected part of a mesh that is left when those of `pairs` are taken away. Kept with the thread until it
/// asks again.
const std::vector<std::uint32_t>& untouched_parts(const MeshView& mesh, const KeptList<TrianglePair>& pairs) {
  thread_local std::vector<bool> touched;
  thread_local PartsScratch parts;
  touched.assign(mesh.triangles.size(), false);
  for (const TrianglePair& pair : pairs) touched[pair[0]] = true;
  find_parts(mesh, touched, parts);
  return parts.first;
}

/// Triangles of the solid's surface that meet a flat body.
KeptList<std::uint32_t> meeting_triangles(const SolidMesh& solid, const sat::Convex& flat, const Obb& bound) {
  const PlacedMesh& mesh = solid.surface;
  KeptList<std::uint32_t> found;
  tree::for_each_near_triangle(*mesh.tree, mesh.pose, bound, 0, [&](std::uint32_t i) {
    if (sat::overlap(flat, sat::as_convex(mesh.tree->view().triangle(i), mesh.pose)).intersect) found.push_back(i);
    return 0.0;
  });
  return found;
}

template <class Points>
Vec3 mean_of(const Points& points) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : points) sum += p / static_cast<double>(points.size());
  return sum;
}

}  // namespace

Result<SolidMesh> as_solid(const PlacedMesh& mesh, const Topology& topology) {
  if (!topology.is_closed()) {
    return fail(ErrorCode::bad_shape, "the mesh is not closed, " + std::to_string(topology.open_edges) + " open edges of " +
                                          std::to_string(topology.edges));
  }
  return SolidMesh{mesh, topology.is_oriented()};
}

bool contains(const SolidMesh& solid, const Vec3& point, const Pose& pose) {
  return location_of(solid, distance::exact_world(point, pose)) != PointLocation::outside;
}

bool contains(const SolidMesh& solid, const Segment& segment, const Pose& pose) {
  return stays_inside(solid, distance::exact_world(segment.v[0], pose), distance::exact_world(segment.v[1], pose));
}

bool contains(const SolidMesh& solid, const PlacedMesh& surface) {
  const MeshView& mesh = surface.tree->view();
  const KeptList<TrianglePair> pairs = sorted_meeting_pairs(surface, solid.surface);
  for (const std::uint32_t i : untouched_parts(mesh, pairs)) {
    if (!contains(solid, mesh.triangle(i).v[0], surface.pose)) return false;
  }
  for (std::size_t begin = 0, end = 0; begin < pairs.size(); begin = end) {
    if (Interrupt::is_asked_for()) return false;
    KeptList<std::uint32_t> meeting;
    for (end = begin; end < pairs.size() && pairs[end][0] == pairs[begin][0]; ++end) meeting.push_back(pairs[end][1]);
    if (!flat_stays_inside(solid, sat::as_convex(mesh.triangle(pairs[begin][0]), surface.pose), meeting)) return false;
  }
  return true;
}

bool contains(const SolidMesh& solid, const SolidMesh& other) {
  if (!contains(solid, other.surface)) return false;
  const PlacedMesh& mesh = solid.surface;
  const KeptList<TrianglePair> pairs = sorted_meeting_pairs(mesh, other.surface);
  const std::vector<std::uint32_t>& untouched = untouched_parts(mesh.tree->view(), pairs);
  KeptList<std::uint32_t> suspects(untouched.begin(), untouched.end());
  for (const TrianglePair& pair : pairs) suspects.push_back(pair[0]);
  suspects.erase(std::unique(suspects.begin(), suspects.end()), suspects.end());
  return std::none_of(suspects.begin(), suspects.end(), [&](std::uint32_t i) {
    if (Interrupt::is_asked_for()) return true;
    const Triangle t = mesh.tree->view().triangle(i);
    const sat::Vectors<Dyadic> corners{distance::exact_world(t.v[0], mesh.pose), distance::exact_world(t.v[1], mesh.pose),
                                       distance::exact_world(t.v[2], mesh.pose)};
    const Vector3<Dyadic> inner = inner_point(corners);
    if (location_of(other, inner) != PointLocation::inside) return false;
    const auto contains_point = [&](const Vec3& p) { return contains(other, p, {}); };
    const double size = other.surface.tree->root_box().half_extents.maxCoeff();
    return shows_outside(solid, place(t, mesh.pose), distance::approximate(inner), size, contains_point);
  });
}

bool contains(const SolidMesh& solid, const sat::Convex& convex) {
  const sat::Vectors<Dyadic> corners = sat::all_corners(sat::corners_in<Dyadic>(convex, Vec3::Zero()));
  const Obb bound = box_around(convex);
  if (dimension_of(corners) < 3) return flat_stays_inside(solid, convex, meeting_triangles(solid, convex, bound));
  if (!is_enclosed(solid, inner_point(corners))) return false;
  const auto contains_point = [&](const Vec3& p) { return sat::overlap(*sat::as_convex(Shape{Point{p}}, {}), convex).intersect; };
  return !any_triangle(solid.surface, bound, [&](const PosedTriangle& t) {
    const sat::Convex triangle = sat::as_convex(t.local, *t.pose);
    const auto cut = sat::penetration(triangle, convex, sat::World::space, sat::Manifold::unwanted);
    if (!cut || !(cut->depth > 0)) return false;
    const auto common = sat::flat_or_solid_intersection({triangle, convex});
    return !common || shows_outside(solid, t, mean_of(common->points), bound.half_extents.maxCoeff(), contains_point);
  });
}

}  // namespace graze::query
