/// The common set of any number of bodies: chooses by their kinds, and folds polytopes, planes and half-spaces one after the other.

#include <graze/intersection.h>

#include <algorithm>
#include <string>

#include "body/pair.h"
#include "mesh/convex.h"
#include "mesh/curves.h"
#include "mesh/shape.h"
#include "polytope/common_polytope.h"
#include "questions/body_end.h"
#include "questions/common_part.h"
#include "questions/ring.h"
#include "questions/ring_partner.h"
#include "questions/round_region.h"
#include "rounded/plane/plane.h"

namespace graze {
namespace {

using namespace query;

/// What is left after some bodies: a solid, or a set of at most two dimensions by its corners in order.
struct LeftOver {
  std::optional<sat::ExactPolytope> solid;
  sat::FlatPoints flat;
};

sat::FlatSolid as_flat_solid(const sat::ExactPolytope& solid) {
  return {{solid.corners.begin(), solid.corners.end()}, solid.edges};
}

Vector3<Dyadic> any_normal(const sat::FlatPoints& points) {
  const Vector3<Dyadic> normal = sat::plane_normal(points);
  if (!dot(normal, normal).is_zero()) return normal;
  if (points.size() < 2) return {0, 0, 1};
  const Vector3<Dyadic> along = points.front().w * points.back().x - points.back().w * points.front().x;
  const Vector3<Dyadic> across = cross(along, Vector3<Dyadic>{1, 0, 0});
  return dot(across, across).is_zero() ? Vector3<Dyadic>{0, 0, 1} : across;
}

LeftOver ordered(const sat::CommonPart& part) {
  if (part.solid || part.flat.empty()) return {part.solid, {}};
  return {std::nullopt, sat::intersection_in_plane(any_normal(part.flat), part.flat, part.flat)};
}

/// A bounded linear body. A polygon is flat even where rounding has lifted its corners off their plane: they are laid back onto it.
LeftOver left_over_of(const sat::Convex& body) {
  const bool is_polygon = !body.is_box() && body.faces.size() == 1;
  if (!is_polygon) {
    if (auto solid = sat::exact_polytope(body)) return {std::move(solid), {}};
  }
  sat::FlatPoints corners;
  for (const auto& c : sat::all_corners(sat::corners_in<Dyadic>(body, Vec3::Zero()))) corners.push_back({c});
  return {std::nullopt, sat::is_flat(corners) ? corners : sat::flattened(corners)};
}

LeftOver cut(const LeftOver& left, const LeftOver& other) {
  if (left.solid && other.solid) return ordered(sat::common_part(*left.solid, *other.solid));
  if (left.solid) return {std::nullopt, sat::flat_intersection(other.flat, as_flat_solid(*left.solid))};
  if (other.solid) return {std::nullopt, sat::flat_intersection(left.flat, as_flat_solid(*other.solid))};
  return {std::nullopt, sat::flat_intersection(left.flat, other.flat)};
}

LeftOver cut(const LeftOver& left, const WorldBoundary& plane, bool is_half_space) {
  const sat::FlatPoint origin{plane.offset * plane.normal, dot(plane.normal, plane.normal)};
  if (left.solid && is_half_space) return ordered(sat::common_part(*left.solid, sat::ExactHalfSpace{plane.normal, plane.offset}));
  if (is_half_space) return {std::nullopt, sat::part_below(left.flat, plane.normal, origin)};
  const auto chords = sat::all_chords(static_cast<std::int32_t>(left.flat.size()));
  const sat::FlatSolid body = left.solid ? as_flat_solid(*left.solid) : sat::FlatSolid{left.flat, chords};
  return {std::nullopt, sat::section(body, plane.normal, origin)};
}

Region rounded_region(const LeftOver& left) {
  if (left.solid) {
    sat::RoundedPolytope found = sat::rounded(*left.solid);
    return CommonPolytope{std::move(found.polyhedron), found.volume};
  }
  ContactSet set;
  for (const sat::FlatPoint& p : left.flat)
    set.points.push_back({quotient_nearest(p.x.x, p.w), quotient_nearest(p.x.y, p.w), quotient_nearest(p.x.z, p.w)});
  return set;
}

bool is_plane(const Body& body) { return std::holds_alternative<Plane>(body.geometry.shape().value); }
bool is_half_space(const Body& body) { return std::holds_alternative<HalfSpace>(body.geometry.shape().value); }

/// Of polytopes, planes and half-spaces; nothing where another body is among them, or none is bounded.
std::optional<Region> folded(std::span<const Body> bodies) {
  std::optional<LeftOver> left;
  for (const Body& body : bodies) {
    if (is_plane(body) || is_half_space(body)) continue;
    const auto convex = sat::as_convex(body.geometry.shape(), body.pose);
    if (!convex) return std::nullopt;
    const LeftOver next = left_over_of(*convex);
    left = left ? cut(*left, next) : next;
    if (!left->solid && left->flat.empty()) return Region{ContactSet{}};
  }
  if (!left) return std::nullopt;
  for (const Body& body : bodies) {
    if (!is_plane(body) && !is_half_space(body)) continue;
    left = cut(*left, *boundary_of(body), is_half_space(body));
    if (!left->solid && left->flat.empty()) return Region{ContactSet{}};
  }
  return rounded_region(*left);
}

/// Nothing where one is no plane.
std::optional<Region> common_of_planes(std::span<const Body> bodies) {
  std::vector<distance::PosedPlane> planes;
  for (const Body& body : bodies) {
    if (!is_plane(body)) return std::nullopt;
    planes.push_back({std::get<Plane>(body.geometry.shape().value), body.pose});
  }
  const std::optional<Shape> common = distance::intersection(planes);
  if (!common) return Region{ContactSet{}};
  if (const auto* point = std::get_if<Point>(&common->value)) return Region{ContactSet{{point->p}}};
  if (const auto* line = std::get_if<Line>(&common->value)) {
    if (bodies[0].geometry.is_planar()) return Region{ContactSet{{line->origin}}};  // of lines n.x = d: they stand on the plane
    return Region{*line};
  }
  const auto& plane = std::get<Plane>(common->value);
  if (!bodies[0].geometry.is_planar()) return Region{plane};
  return Region{Line{plane.normal * (plane.offset / plane.normal.squaredNorm()), {-plane.normal.y(), plane.normal.x(), 0}}};
}

Result<std::optional<Region>> region_of_two(const Body& a, const Body& b) {
  const auto found = intersection(a, b);
  if (!found) return tl::make_unexpected(found.error());
  if (found->set) return std::optional<Region>(*found->set);
  if (is_mesh(a) || is_mesh(b)) return std::optional<Region>();
  const Body bodies[] = {a, b};
  if (auto region = common_of_planes(bodies)) return region;
  if (auto region = round_region(a, b)) return region;
  if (auto region = endless_part(a, b)) return region;
  return folded(bodies);
}

/// A box of the world around a torus.
Obb box_around_ring(const ring::PlacedRing& ring) {
  constexpr double up = 1 + 0x1p-40;  // roundings of its place
  const double reach = ring.reach() * up + (up - 1) * ring.center.stableNorm();
  return {ring.center, ring.frame, Vec3(std::min(ring.minor * up + (reach - ring.reach()), reach), reach, reach)};
}

Result<std::vector<std::uint32_t>> triangles_at_ring(const Body& mesh, const Body& torus) {
  std::vector<std::uint32_t> found;
  Result<void> done;
  for_each_triangle_near(*as_mesh(mesh), box_around_ring(placed_ring(torus)), 0,
                         [&](std::uint32_t i, const PosedTriangle& triangle) {
                           const auto meets = ring_overlap({*Geometry::make(Shape{triangle.local}), mesh.pose, {}}, torus);
                           if (!meets) done = tl::make_unexpected(meets.error());
                           if (meets && *meets) found.push_back(i);
                           return done ? 0.0 : -1.0;
                         });
  if (!done) return tl::make_unexpected(done.error());
  std::ranges::sort(found);
  return unless_interrupted(Result<std::vector<std::uint32_t>>(std::move(found)));
}

Result<void> check_all(std::span<const Body> bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const std::string name = "bodies[" + std::to_string(i) + "]";
    if (const auto ok = check_body(bodies[i]); !ok) return tl::make_unexpected(at(name, ok.error()));
    if (const auto ok = check_same_space(bodies[0].geometry, bodies[i].geometry); !ok)
      return tl::make_unexpected(at(name, ok.error()));
  }
  return {};
}

}  // namespace

Result<std::optional<Region>> common_region(std::span<const Body> bodies) {
  if (bodies.size() < 2) return fail(ErrorCode::bad_option, "bodies: at least two");
  if (bodies.size() == 2) return region_of_two(bodies[0], bodies[1]);
  if (const auto ok = check_all(bodies); !ok) return tl::make_unexpected(ok.error());
  if (auto region = common_of_planes(bodies)) return region;
  if (auto region = folded(bodies)) return region;
  return fail(ErrorCode::unsupported_pair,
              "bodies: of more than two only planes, or polytopes, planes and half-spaces of which one is bounded");
}

Result<TriangleList> triangles_meeting(const Body& mesh, const Body& body, std::size_t max_triangles) {
  if (const auto ok = check_bodies(mesh, body); !ok) return tl::make_unexpected(ok.error());
  if (!std::holds_alternative<TriangleMesh>(mesh.geometry.shape().value))
    return unsupported("triangles that meet a body", mesh, body);
  std::vector<std::uint32_t> found;
  if (is_ring(body)) {
    auto at_ring = triangles_at_ring(mesh, body);
    if (!at_ring) return tl::make_unexpected(at_ring.error());
    found = *std::move(at_ring);
  } else if (is_mesh(body)) {
    std::vector<TrianglePair> pairs;
    meeting_pairs(*as_mesh(mesh), *as_mesh(body), pairs);
    for (const TrianglePair& pair : pairs) found.push_back(pair[0]);
    found.erase(std::unique(found.begin(), found.end()), found.end());
  } else {
    found = triangles_at(*as_mesh(mesh), body);
  }
  TriangleList list{found.size(), std::move(found)};
  if (list.triangles.size() > max_triangles) list.triangles.resize(max_triangles);
  return list;
}

Result<IntersectionCurves> section(const Body& mesh, const Body& plane) {
  if (const auto ok = check_bodies(mesh, plane); !ok) return tl::make_unexpected(ok.error());
  if (!std::holds_alternative<TriangleMesh>(mesh.geometry.shape().value) || !is_plane(plane))
    return unsupported("section", mesh, plane);
  const WorldBoundary boundary = *boundary_of(plane);
  return section_of(*as_mesh(mesh), triangles_at(*as_mesh(mesh), plane), boundary.normal, boundary.offset);
}

}  // namespace graze
