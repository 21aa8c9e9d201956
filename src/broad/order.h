#pragma once
/// Sorts bodies along the curve.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad/frame.h"
#include "broad/node.h"

namespace graze::broad {

class Crew;

/// What sorting needs on its way, kept for the next time.
struct OrderRoom {
  std::vector<std::uint64_t> keys;  ///< place on the curve, then the index of the body
  std::vector<std::uint64_t> other;
  std::vector<std::uint32_t> counts;  ///< of each value of a digit, for each chunk
  std::vector<FrameBounds> bounds;    ///< of each chunk

  [[nodiscard]] std::size_t memory_bytes() const;
};

/// order[i]: which body is the i-th along the curve; of equal cells, the smaller index first. Empty boxes are left out: returns how
/// many are there. The rest of `order` is zero.
std::size_t sort_along_curve(std::span<const Box32> boxes, OrderRoom& room, Crew& crew, std::span<std::uint32_t> order);

}  // namespace graze::broad
