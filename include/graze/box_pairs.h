#pragma once
/// Which of many boxes are near each other, found share by share along a space-filling curve: for assemblies of which no process
/// can hold all.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/export.h>
#include <graze/shapes.h>

namespace graze {

/// Numbers of two boxes, the smaller first.
using BoxPair = std::array<std::uint32_t, 2>;

/// The numbers of the boxes along a Hilbert curve, so that neighbours in the list are neighbours in space. Empty boxes (min > max)
/// are left out.
[[nodiscard]] GRAZE_API std::vector<std::uint32_t> curve_order(std::span<const Aabb> boxes);

/// Pairs of boxes that are no farther apart than the distance along each axis, sorted: those that a scene of bodies with these
/// boxes looks at. Boxes are rounded outward to single precision, so that no pair is missed.
[[nodiscard]] GRAZE_API std::vector<BoxPair> near_boxes(std::span<const Aabb> boxes, double distance = 0);

/// One share of them: pairs whose first box along the curve is one of order[first] to order[end - 1]. Shares that cover the order
/// have every pair once, whatever the cuts. The search holds the boxes of its share and those of others that reach into the box
/// around them, no more.
[[nodiscard]] GRAZE_API std::vector<BoxPair> near_boxes_of(std::span<const Aabb> boxes, std::span<const std::uint32_t> order,
                                                           std::size_t first, std::size_t end, double distance = 0);

}  // namespace graze
