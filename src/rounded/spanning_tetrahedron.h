#pragma once
/// Four corners that are not in one plane, if there are any.

#include <array>
#include <optional>

#include "rounded/exact_corner.h"

namespace graze::distance {

/// Four corners of the difference that certainly have a volume; nothing where all are in one plane, or nearly.
[[nodiscard]] std::optional<std::array<ExactCorner, 4>> spanning_tetrahedron(const MinkowskiDifference& difference);

/// Whether a body certainly has a volume.
[[nodiscard]] bool is_surely_solid(const sat::Convex& body);

/// Whether these corners, each coordinate off by no more than `error`, certainly have a volume.
[[nodiscard]] bool is_surely_solid(const sat::Vectors<double>& corners, double error);

}  // namespace graze::distance
