#pragma once
/// How deep are two bodies in each other?

#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>

namespace graze {

/// Least translation that ends an overlap of convex bodies at time 0; nothing when they are apart. Of meshes and tori what
/// solid_penetration() has found.
[[nodiscard]] GRAZE_API Result<std::optional<Penetration>> penetration(const Body& a, const Body& b);

/// How far the second body has to move along a direction, from where it is at time 0, until the two part. Closed meshes count as
/// solids, open ones are an error. The depth is the end of the contact that lasts from the start on: touching counts, and they may
/// meet again farther on. Infinite where they never part; nothing when they are apart from the start. `normal` is the direction
/// made unit; the manifold is where the bodies touch when they part, on the first body. Exact up to rounding. The direction must be
/// finite and not zero.
[[nodiscard]] GRAZE_API Result<std::optional<Penetration>> penetration(const Body& a, const Body& b, const Vec3& direction);

/// How deep bodies are in each other of which one is a mesh.
struct SolidPenetration {
  Penetration found;    ///< moving the second body by depth * normal ends the overlap
  double at_least = 0;  ///< no translation shorter than this does
};

/// A short translation that ends an overlap at time 0, and a proven bound for the shortest; nothing when they are apart. Closed
/// meshes count as solids, open ones are an error; a cloud is its points. The translation is the shortest, as penetration() along a
/// direction finds them, of those in which the hulls of the bodies part, in which the deepest points leave, and along the axes,
/// improved by turning it. The bound is that of the deepest points found, which must leave the other body; where bodies are convex,
/// that of their hulls. Of a point both are minus the signed distance.
[[nodiscard]] GRAZE_API Result<std::optional<SolidPenetration>> solid_penetration(const Body& a, const Body& b);

}  // namespace graze
