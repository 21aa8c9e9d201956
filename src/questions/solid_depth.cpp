/// Penetration along a direction: the end of the contact, and where the bodies touch there.

#include "questions/solid_depth.h"

#include "body/pair.h"
#include "mesh/solid.h"
#include "questions/of_triangles.h"
#include "questions/parting.h"

namespace graze::query {
namespace {

bool is_triangle_mesh_body(const Body& body) { return std::holds_alternative<TriangleMesh>(body.geometry.shape().value); }

/// Where the bodies touch when they part, each point as deep as the body has moved.
std::vector<ManifoldPoint> manifold_of(const Impact& touch, double depth) {
  std::vector<ManifoldPoint> manifold;
  const auto add = [&](const ContactSet& set) {
    for (const Vec3& p : set.points) manifold.push_back({p, depth});
  };
  if (touch.regions.empty()) add(touch.set);
  for (const ContactRegion& region : touch.regions) add(region.set);
  return manifold;
}

}  // namespace

Result<Solids> solids_of(const Body& a, const Body& b) {
  Solids solids{{a.geometry, a.pose, {}, is_triangle_mesh_body(a)}, {b.geometry, b.pose, {}, is_triangle_mesh_body(b)}};
  if (solids.a.solid) {
    if (const auto solid = as_solid(solids.a); !solid) return tl::make_unexpected(at("a", solid.error()));
  }
  if (solids.b.solid) {
    if (const auto solid = as_solid(solids.b); !solid) return tl::make_unexpected(at("b", solid.error()));
  }
  return solids;
}

Result<std::optional<Penetration>> depth_along(const Solids& solids, const Vec3& direction, double limit) {
  const auto meet = overlap_of_triangles(solids.a, solids.b);
  if (!meet) return tl::make_unexpected(meet.error());
  if (!*meet) return std::optional<Penetration>();
  return parting_along(solids.a, solids.b, direction, limit).map([&](const Parting& parting) {
    Penetration found;
    found.depth = parting.depth;
    found.normal = direction;
    if (parting.touch) {
      found.features = parting.touch->features;
      found.manifold = manifold_of(*parting.touch, parting.depth);
    }
    return std::optional(found);
  });
}

}  // namespace graze::query
