#include <utility>

#include <graze/query/common_part.h>
#include <graze/query/intersecting_pairs.h>
#include <graze/query/pair.h>
#include <graze/query/questions.h>
#include <graze/sat/contact_set.h>
#include <graze/sat/overlap.h>

namespace graze {

using namespace query;

namespace {

/// Of bodies of which neither is a solid. Rounding may lift a polygon's corners off their plane: then the bodies meet exactly where
/// their nearest points do, even when the polygons laid back onto their planes just miss each other.
std::optional<Intersection> flat_part(const Body& a, const Body& b) {
  const auto convex_a = sat::as_convex(a.geometry.shape(), a.pose);
  const auto convex_b = sat::as_convex(b.geometry.shape(), b.pose);
  if (!convex_a || !convex_b) return std::nullopt;
  const sat::ConvexPair pair(*convex_a, *convex_b);
  const auto set = sat::flat_intersection(pair);
  if (!set) return std::nullopt;
  Intersection result{.intersect = sat::overlap(pair).intersect, .set = ContactSet{}, .pair_count = {}, .pairs = {}};
  if (result.intersect) result.set = set;
  if (result.intersect && set->points.empty()) result.set->points.push_back(closest_points(a, b)->points[0]);
  return result;
}

}  // namespace

Result<Intersection> intersection(const Body& a, const Body& b, const IntersectionOptions& options) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b); mesh_a && mesh_b) return meeting_triangles(*mesh_a, *mesh_b, options);
  if (auto flat = flat_part(a, b)) return *std::move(flat);
  if (auto part = common_part(a, b)) return *std::move(part);
  return unsupported("intersection", a, b);
}

Result<std::size_t> intersecting_pairs(const Body& a, const Body& b, std::vector<TrianglePair>& pairs) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (!mesh_a || !mesh_b) return unsupported("intersecting triangles", a, b);
  meeting_pairs(*mesh_a, *mesh_b, pairs);
  return pairs.size();
}

}  // namespace graze
