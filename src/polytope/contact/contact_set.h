#pragma once
/// Where two convex polytopes touch: the contact set, its normal and the features that made it.
/// For any normal n along which they just touch, the intersection is that of the two faces extreme along n, so
/// ties between axes do not matter and every decision is exact; only the finished points are rounded.

#include <graze/answers.h>

#include "polytope/contact/sweep.h"
#include "polytope/convex_pair.h"
#include "polytope/flat_intersection.h"
#include "polytope/short_list.h"

namespace graze::sat {

/// The set, normal and features at the first time of a contact; its times are left to the caller. The set is empty when solids
/// overlap at time 0.
[[nodiscard]] Impact touching_at(const ConvexPair& pair, const Velocities& velocities, const ExactContact& contact);

/// The part of a body that reaches farthest along a direction.
struct ExtremeFace {
  ShortList<std::int32_t, 8> corners;  ///< by their numbers, to name it
  Vectors<Dyadic> positions;           ///< seen from an origin that both bodies of a pair have in common
};

/// The set, normal and features of bodies that touch at a time along a normal from a to b, as found with their faces extreme along
/// it before anything moved, seen from `origin`.
[[nodiscard]] Impact touching_along(const Convex& a, const ExtremeFace& on_a, const Convex& b, const ExtremeFace& on_b,
                                    const Vector3<Dyadic>& normal, const Vec3& origin, const Velocities& velocities,
                                    const ExactTime& time);

/// What bodies have in common at a time of which one has at most two dimensions, in exact coordinates of the world: corners in
/// order. Empty for two solids.
[[nodiscard]] FlatPoints common_part_at(const ConvexPair& pair, const Velocities& velocities, const ExactTime& time);

/// All corners of a body at a time, in exact coordinates of the world.
[[nodiscard]] FlatPoints corners_at(const Convex& body, const Vec3& velocity, const ExactTime& time);

/// The features of a and b that face each other along a normal from a to b.
[[nodiscard]] std::array<Feature, 2> extreme_features(const ConvexPair& pair, const Vector3<Dyadic>& normal);

/// A measure along an axis that is not unit, in doubles.
struct Length {
  Vec3 direction = Vec3::Zero();  ///< the axis made unit
  double length = 0;
};

/// projected / |axis|, whatever the size of the exact numbers.
[[nodiscard]] Length length_along(const Vector3<Dyadic>& axis, const Dyadic& projected);

/// The intersection of two bodies at rest of which each has at most two dimensions; nothing for solids.
[[nodiscard]] std::optional<ContactSet> flat_intersection(const ConvexPair& pair);

/// The intersection of two bodies at rest of which one has at most two dimensions; nothing for two solids.
[[nodiscard]] std::optional<ContactSet> flat_or_solid_intersection(const ConvexPair& pair);

/// The part of a body in the plane normal.x = offset of the world, or in the half-space below; nothing where that part is solid.
[[nodiscard]] std::optional<ContactSet> flat_part_in_plane(const Convex& body, const Vector3<Dyadic>& normal, const Dyadic& offset,
                                                           bool half_space);

}  // namespace graze::sat
