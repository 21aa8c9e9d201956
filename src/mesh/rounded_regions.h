#pragma once
/// The contact of a mesh with a shape whose contacts are known in doubles only: planes, capsules, rounded bodies.

#include <span>

#include <graze/answers.h>

namespace graze::query {

/// Contacts of triangles with one shape at the same time as the whole: described as the one with most dimensions, the first of
/// several, with the set of its whole flat region, and all regions where there are several. Normals that differ by no more than
/// rounding are the same. Polygons are joined where they share corners or cross, segments of a line where their ends meet up to
/// rounding; corners are those of the contacts. Not empty; sorted by triangle.
[[nodiscard]] Impact joined_contacts(std::span<const Impact> contacts);

}  // namespace graze::query
