/// Penetration depth: of two convex bodies the least, by a method for their kinds; of any two along a direction.

#include <graze/penetration.h>

#include <utility>

#include "body/pair.h"
#include "curved/penetration.h"
#include "geometry/interrupted.h"
#include "methods/rounded_penetration.h"
#include "polytope/contact/contact_set.h"
#include "questions/body_end.h"
#include "questions/depth_alone.h"
#include "questions/ring.h"
#include "questions/ring_depth.h"
#include "questions/round_names.h"
#include "questions/solid_depth.h"
#include "rounded/polytope_penetration.h"

namespace graze {
namespace {

using namespace query;

std::optional<Penetration> depth_of(const Body& a, const Body& b, sat::Manifold manifold) {
  const auto world = a.geometry.is_planar() ? sat::World::plane : sat::World::space;
  const Shape& shape_a = a.geometry.shape();
  const Shape& shape_b = b.geometry.shape();
  const auto convex_a = sat::as_outline(shape_a, a.pose);
  const auto convex_b = sat::as_outline(shape_b, b.pose);
  if (convex_a && convex_b) return distance::penetration(*convex_a, *convex_b, world, manifold);
  const auto rounded_a = distance::as_rounded(shape_a, a.pose);
  const auto rounded_b = distance::as_rounded(shape_b, b.pose);
  if (rounded_a && rounded_b) return distance::penetration(*rounded_a, *rounded_b, world, manifold);
  return distance::penetration(*distance::as_curved(shape_a, a.pose), *distance::as_curved(shape_b, b.pose), world);
}

Result<std::optional<Penetration>> answer(const Body& a, const Body& b, sat::Manifold manifold) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (as_mesh(a) || as_mesh(b) || any_is_ring(a, b)) {
    return solid_penetration(a, b).map(
        [](const std::optional<SolidPenetration>& solid) { return solid ? std::optional(solid->found) : std::nullopt; });
  }
  auto depth = depth_of(a, b, manifold);
  if (depth) depth->features = named_in_plane(depth->features, a, b);
  if (depth) name_round_parts(*depth, a, b);
  return unless_interrupted(Result<std::optional<Penetration>>(std::move(depth)));
}

}  // namespace

Result<std::optional<Penetration>> query::depth_alone(const Body& a, const Body& b) {
  return answer(a, b, sat::Manifold::unwanted);
}

Result<std::optional<Penetration>> penetration(const Body& a, const Body& b) { return answer(a, b, sat::Manifold::wanted); }

Result<std::optional<Penetration>> penetration(const Body& a, const Body& b, const Vec3& direction) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_direction(direction, a.geometry.is_planar()); !ok) return tl::make_unexpected(ok.error());
  const Vec3 unit = sat::length_along(lifted<Dyadic>(direction), 0).direction;
  if (any_is_ring(a, b)) return ring_depth_along(a, b, unit);
  return solids_of(a, b).and_then([&](const Solids& solids) { return depth_along(solids, unit); });
}

Result<std::optional<SolidPenetration>> solid_penetration(const Body& a, const Body& b) {
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (any_is_ring(a, b)) return ring_penetration(a, b);
  return solids_of(a, b).and_then([](const Solids& solids) { return depth_of_solids(solids); });
}

}  // namespace graze
