/// The closest approach of moving bodies: exact contact first, then the least distance by the kinds of the bodies and motions.

#include <graze/closest_approach.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <graze/distance.h>
#include <graze/path.h>

#include "body/pair.h"
#include "body/view_of.h"
#include "geometry/mirrored.h"
#include "mesh/approach.h"
#include "methods/convex_approach.h"
#include "motion/turning/reach.h"
#include "questions/approach_along.h"
#include "questions/of_triangles.h"
#include "questions/ring.h"
#include "questions/ring_partner.h"
#include "ring/approach.h"
#include "triangle/closest.h"
#include "views/rounded_body.h"

namespace graze {
namespace {

using namespace query;

/// The default tolerance of bodies that do not turn, relative to their size.
constexpr double default_approach_tolerance = 1e-9;
/// The same of tori, whose bounds close in quadratically.
constexpr double default_ring_tolerance = 1e-12;
/// Tori that come closer than this part of their coordinates may touch: another search tells. No unit.
constexpr double touching_part = 0x1p-30;

double size_of_bodies(const Body& a, const Body& b) {
  const double size_a = reach_of(a).center, size_b = reach_of(b).center;
  return std::isfinite(size_a + size_b) ? size_a + size_b : std::min(size_a, size_b);
}

bool is_empty_body(const Body& body) { return is_mesh(body) && body.geometry.triangles().empty(); }

bool is_endless_plane(const Body& body) { return distance::boundary_plane_of(body.geometry.shape()).has_value(); }

ClosestApproach never_near() {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  ClosestApproach found;
  found.closest.distance = found.least = infinity;
  return found;
}

Result<ClosestApproach> as_they_are_at(const Body& a, const Body& b, const distance::LeastOverTime& found) {
  return closest_points(at_time(a, found.time), at_time(b, found.time)).map([&](const Closest& closest) {
    constexpr double down = 1 - 0x1p-29;  // what the distance of curved bodies may be off by
    return ClosestApproach{found.time, closest, std::min(found.least, closest.distance * down), found.finished};
  });
}

/// The triangle, or two, that come closest, at the time when they do.
ClosestApproach as_triangles_are(const Body& a, const Body& b, const MeshApproach& found) {
  const Body at_a = at_time(a, found.found.time), at_b = at_time(b, found.found.time);
  Closest closest;
  const Shape triangle{view_of(a.geometry).triangle(found.pair[0])};
  if (is_mesh(b)) {
    const Triangle other = view_of(b.geometry).triangle(found.pair[1]);
    closest = distance::closest(distance::placed_triangle(std::get<Triangle>(triangle.value), at_a.pose),
                                distance::placed_triangle(other, at_b.pose));
    closest.features[1].triangle = static_cast<std::int32_t>(found.pair[1]);
  } else {
    closest = query::closest_points({triangle, at_a.pose}, {b.geometry.shape(), at_b.pose});
  }
  closest.features[0].triangle = static_cast<std::int32_t>(found.pair[0]);
  return {found.found.time, closest, std::min(found.found.least, closest.distance), found.found.finished};
}

/// Of a mesh and a plane on one side of it: the distance changes at a constant speed.
Result<ClosestApproach> approach_of_mesh_and_plane(const Body& a, const Body& b, double t_max) {
  distance::LeastOverTime found{0, 0, std::numeric_limits<double>::infinity(), true};
  const auto start = closest_points(a, b);
  if (!start) return tl::make_unexpected(start.error());
  if (!std::isfinite(t_max)) return as_they_are_at(a, b, found);
  const auto end = closest_points(at_time(a, t_max), at_time(b, t_max));
  if (!end) return tl::make_unexpected(end.error());
  if (end->distance < start->distance) found.time = t_max;
  return as_they_are_at(a, b, found);
}

/// Bodies that do not turn and never meet.
Result<ClosestApproach> approach_in_translation(const Body& a, const Body& b, const ApproachOptions& options) {
  const double tolerance = options.tolerance.value_or(default_approach_tolerance * size_of_bodies(a, b));
  const distance::LeastOverTimeLimits limits{tolerance, std::numeric_limits<double>::infinity(), options.max_evaluations};
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (mesh_a && mesh_b) return as_triangles_are(a, b, *query::closest_approach(*mesh_a, *mesh_b, options.t_max, tolerance));
  if ((mesh_a || mesh_b) && (is_endless_plane(a) || is_endless_plane(b))) return approach_of_mesh_and_plane(a, b, options.t_max);
  if (mesh_a) return as_triangles_are(a, b, *query::closest_approach(*mesh_a, b, options.t_max, limits));
  if (mesh_b) {
    ClosestApproach found = as_triangles_are(b, a, *query::closest_approach(*mesh_b, a, options.t_max, limits));
    found.closest = mirrored(found.closest);
    return found;
  }
  const auto found = convex_approach({a.geometry.shape(), a.pose}, {b.geometry.shape(), b.pose},
                                     {a.motion.velocity, b.motion.velocity}, options.t_max, limits);
  return as_they_are_at(a, b, found);
}

/// A torus in translation and a body that a bound along its gradient is known of; nothing of others, and where they may touch.
Result<std::optional<ClosestApproach>> approach_of_ring(const Body& torus, const Body& other, const ApproachOptions& options) {
  if (is_mesh(other) || !std::isfinite(options.t_max)) return std::optional<ClosestApproach>();
  ring::PlacedRing ring = placed_ring(torus);
  const double minor = ring.minor;
  const auto other_ring = is_ring(other) ? std::optional(placed_ring(other)) : std::nullopt;
  if (other_ring) ring.minor += other_ring->minor;
  const auto partner = other_ring ? ring::circle_of(*other_ring) : partner_of(other);
  const double tolerance = options.tolerance.value_or(default_ring_tolerance * size_of_bodies(torus, other));
  const auto found = ring::closest_approach(ring, torus.motion.velocity - other.motion.velocity, partner,
                                            {options.t_max, tolerance / 2, options.max_evaluations});
  const double least = found.lower - ring.minor;
  if (!(least > touching_part * (ring.reach() + minor + ring.center.stableNorm()))) return std::optional<ClosestApproach>();
  return as_they_are_at(torus, other, {found.time, found.upper - ring.minor, least, found.finished})
      .map([](const ClosestApproach& approach) { return std::optional(approach); });
}

Result<std::optional<ClosestApproach>> approach_of_rings(const Body& a, const Body& b, const ApproachOptions& options) {
  if (is_ring(a)) return approach_of_ring(a, b, options);
  return approach_of_ring(b, a, options).map([](std::optional<ClosestApproach> found) {
    if (found) found->closest = mirrored(found->closest);
    return found;
  });
}

Result<void> check_approach(const ApproachOptions& options) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (options.tolerance && !(*options.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  return {};
}

}  // namespace

Result<ClosestApproach> closest_approach(const Body& a, const Body& b, const ApproachOptions& options) {
  if (const auto ok = check_approach(options); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  if (is_empty_body(a) || is_empty_body(b)) return never_near();
  const bool turns = a.motion.rotates() || b.motion.rotates();
  if (!turns && any_is_ring(a, b)) {
    const auto found = approach_of_rings(a, b, options);
    if (!found) return tl::make_unexpected(found.error());
    if (*found) return **found;
  }
  if (turns || any_is_ring(a, b))
    return approach_along(a.geometry, Path(a.pose, a.motion), b.geometry, Path(b.pose, b.motion), options, {a.solid, b.solid});
  const auto impact = sweep_of_triangles(a, b, {.t_max = options.t_max});
  if (!impact) return tl::make_unexpected(impact.error());
  if (!*impact) return approach_in_translation(a, b, options);
  if (!(*impact)->set.points.empty()) {
    const Vec3& common = (*impact)->set.points[0];
    return ClosestApproach{(*impact)->first, {0, {common, common}, (*impact)->features}, 0, true};
  }
  // Rounding may leave a gap, or none, at the time of contact: they meet.
  return closest_points(at_time(a, (*impact)->first), at_time(b, (*impact)->first)).map([&](Closest closest) {
    closest.distance = 0;
    closest.points[1] = closest.points[0];
    return ClosestApproach{(*impact)->first, closest, 0, true};
  });
}

Result<ClosestApproach> closest_approach_along(const Geometry& a, const Path& path_a, const Geometry& b, const Path& path_b,
                                               const ApproachOptions& options, std::array<bool, 2> solid) {
  if (const auto ok = check_approach(options); !ok) return tl::make_unexpected(ok.error());
  const Body start_a = at_time(a, path_a, 0, solid[0]), start_b = at_time(b, path_b, 0, solid[1]);
  if (const auto ok = check_bodies(start_a, start_b); !ok) return tl::make_unexpected(ok.error());
  if (is_empty_body(start_a) || is_empty_body(start_b)) return never_near();
  return approach_along(a, path_a, b, path_b, options, solid);
}

}  // namespace graze
