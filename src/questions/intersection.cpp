/// The set two bodies have in common, where it is a point, segment or polygon, and the meeting triangles of meshes.

#include <graze/intersection.h>

#include <utility>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/pairs.h>

#include "body/pair.h"
#include "geometry/interrupted.h"
#include "mesh/box_trees.h"
#include "mesh/overlap.h"
#include "methods/rounded_closest.h"
#include "methods/shape_sweep.h"
#include "polytope/contact/contact_set.h"
#include "polytope/overlap.h"
#include "questions/common_part.h"
#include "rounded/plane/plane_distance.h"
#include "rounded/polytope_pair.h"
#include "rounded/spanning_tetrahedron.h"

namespace graze {

using namespace query;

namespace {

Intersection found(bool intersect, std::optional<ContactSet> set) {
  return {.intersect = intersect, .set = std::move(set), .pair_count = {}, .pairs = {}};
}

/// The exact set, or a nearest point where rounding has moved a polygon's corners.
ContactSet set_of(const Body& a, const Body& b, bool intersect, ContactSet set) {
  if (!intersect) return {};
  if (set.points.empty()) set.points.push_back(closest_points(a, b)->points[0]);
  return set;
}

/// A test that pays before corners are made exact numbers. Answers do not depend on it.
bool is_large_solid(const sat::Convex& body) {
  constexpr std::size_t many_corners = 16;
  return body.corner_count() > many_corners && distance::is_surely_solid(body);
}

/// Of bodies of which neither is a solid. Rounding may lift a polygon's corners off their plane: then the bodies meet exactly where
/// their nearest points do, even when the polygons laid back onto their planes just miss each other.
std::optional<Intersection> flat_part(const Body& a, const Body& b) {
  const auto outline_a = sat::as_outline(a.geometry.shape(), a.pose);
  const auto outline_b = sat::as_outline(b.geometry.shape(), b.pose);
  if (!outline_a || !outline_b || is_large_solid(*outline_a) || is_large_solid(*outline_b)) return std::nullopt;
  const sat::Convex convex_a = sat::completed(*outline_a);
  const sat::Convex convex_b = sat::completed(*outline_b);
  const sat::ConvexPair pair(convex_a, convex_b);
  const auto set = sat::flat_intersection(pair);
  if (!set) return std::nullopt;
  const bool intersect = sat::overlap(pair).intersect;
  return found(intersect, set_of(a, b, intersect, *set));
}

/// Of a plane or half-space with a bounded linear body.
std::optional<Intersection> part_in_plane(const Body& a, const Body& b) {
  const auto plane = distance::boundary_plane_of(a.geometry.shape());
  if (!plane) return distance::boundary_plane_of(b.geometry.shape()) ? part_in_plane(b, a) : std::nullopt;
  const auto body = sat::as_convex(b.geometry.shape(), b.pose);
  if (!body) return std::nullopt;
  const auto placed = distance::world_plane<Dyadic>(*plane, a.pose);
  const bool intersect = *overlap(a, b);
  if (!intersect) return found(false, ContactSet{});
  const auto set = sat::flat_part_in_plane(*body, placed.normal, placed.offset, plane->solid);
  return found(true, set ? std::optional(set_of(a, b, true, *set)) : std::nullopt);
}

/// Of two solid polytopes that meet: where they do, if they only touch.
std::optional<ContactSet> touching_part(const Body& a, const Body& b) {
  const auto impact = shape_sweep({a.geometry.shape(), a.pose}, {b.geometry.shape(), b.pose}, {Vec3::Zero(), Vec3::Zero()}, 0);
  return impact && !impact->set.points.empty() ? std::optional(impact->set) : std::nullopt;
}

/// Of polytopes of which at least one is a solid.
std::optional<Intersection> part_of_solid(const Body& a, const Body& b) {
  const auto outline_a = sat::as_outline(a.geometry.shape(), a.pose);
  const auto outline_b = sat::as_outline(b.geometry.shape(), b.pose);
  if (!outline_a || !outline_b) return std::nullopt;
  const bool are_large = distance::has_many_corners(*outline_a, *outline_b);
  if (are_large && !*overlap(a, b)) return found(false, ContactSet{});
  if (are_large && distance::is_surely_solid(*outline_a) && distance::is_surely_solid(*outline_b)) {
    return found(true, touching_part(a, b));
  }
  const sat::Convex convex_a = sat::completed(*outline_a);
  const sat::Convex convex_b = sat::completed(*outline_b);
  const sat::ConvexPair pair(convex_a, convex_b);
  if (!are_large && !sat::overlap(pair).intersect) return found(false, ContactSet{});
  const auto flat = sat::flat_or_solid_intersection(pair);
  return found(true, flat ? std::optional(set_of(a, b, true, *flat)) : touching_part(a, b));
}

/// Of a ball that touches something without overlapping it.
std::optional<Intersection> touched_point(const Body& a, const Body& b) {
  const auto point = distance::touching_point_of_ball(a.geometry.shape(), a.pose, b.geometry.shape(), b.pose);
  return point ? std::optional(found(true, ContactSet{{*point}})) : std::nullopt;
}

/// Other pairs: only whether they meet; their common set is not a point, segment or polygon.
Result<Intersection> meeting(const Body& a, const Body& b) {
  const Result<bool> intersect = overlap(a, b);
  if (!intersect) return tl::make_unexpected(intersect.error());
  return found(*intersect, *intersect ? std::nullopt : std::optional(ContactSet{}));
}

}  // namespace

Result<Intersection> intersection(const Body& a, const Body& b, const IntersectionOptions& options) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (have_box_trees(a, b) && !options.curves)
    return unless_interrupted<Intersection>(listed_pairs(meeting_triangles(as_box_tree(a), as_box_tree(b)).pairs, options));
  if (const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b); mesh_a && mesh_b)
    return unless_interrupted<Intersection>(meeting_triangles(*mesh_a, *mesh_b, options));
  if (auto flat = flat_part(a, b)) return *std::move(flat);
  if (auto part = common_part(a, b)) return *std::move(part);
  if (auto part = part_in_plane(a, b)) return *std::move(part);
  if (auto part = part_of_solid(a, b)) return *std::move(part);
  if (auto part = touched_point(a, b)) return *std::move(part);
  return meeting(a, b);
}

Result<std::size_t> intersecting_pairs(const Body& a, const Body& b, std::vector<TrianglePair>& pairs) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (have_box_trees(a, b)) {
    const std::vector<TrianglePair> found = meeting_triangles(as_box_tree(a), as_box_tree(b)).pairs;
    pairs.assign(found.begin(), found.end());
    return unless_interrupted<std::size_t>(pairs.size());
  }
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (!mesh_a || !mesh_b) return unsupported("intersecting triangles", a, b);
  meeting_pairs(*mesh_a, *mesh_b, pairs);
  return unless_interrupted<std::size_t>(pairs.size());
}

}  // namespace graze
