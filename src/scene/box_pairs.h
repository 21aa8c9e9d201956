#pragma once
/// All pairs of boxes that meet.

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/shapes.h>

namespace graze::scenes {

using IndexPair = std::array<std::uint32_t, 2>;

/// The smaller index first, sorted, each once. Boxes are closed and may be infinite; empty ones meet nothing.
[[nodiscard]] std::vector<IndexPair> meeting_boxes(std::span<const Aabb> boxes, std::size_t threads);

}  // namespace graze::scenes
