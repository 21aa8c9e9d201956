#pragma once
/// How deep bodies are in each other of which one is a torus.

#include <optional>

#include <graze/penetration.h>

namespace graze::query {

/// As solid_penetration() of bodies that have been checked and of which at least one is a torus. By a formula, and then both
/// numbers are the same, with planes, half-spaces, points and balls. With others the way out is the best of many directions,
/// improved by turning it, and the bound is a cover of all shorter ways by balls in which the bodies certainly meet.
[[nodiscard]] Result<std::optional<SolidPenetration>> ring_penetration(const Body& a, const Body& b);

/// Whether there is such a formula.
[[nodiscard]] bool has_depth_formula(const Body& a, const Body& b);

/// How far b has to go along a unit direction until they part: by formulas likewise, else from one point of the circle to the next
/// whose ball is still in contact where that of the last one parts.
[[nodiscard]] Result<std::optional<Penetration>> ring_depth_along(const Body& a, const Body& b, const Vec3& direction);

}  // namespace graze::query
