#pragma once
/// Where to cut a set of triangles in two.

#include <bit>
#include <cstdint>
#include <limits>
#include <span>

#include <graze/options.h>

#include "tree/nodes/build_points.h"

namespace graze::tree {

/// Ranges along three axes, in the units of the tree.
struct Range {
  Float4 lo = Float4::Constant(std::numeric_limits<float>::infinity());
  Float4 hi = Float4::Constant(-std::numeric_limits<float>::infinity());

  void add(const Range& other) {
    lo = lo.min(other.lo);
    hi = hi.max(other.hi);
  }

  /// A quarter of the surface of the box they span, which is taken to be a little thicker than it is: a box is never met less
  /// often than the rounding of box tests lets it be, and rows of points or of coinciding triangles are still split.
  [[nodiscard]] float surface() const {
    /// In units of the tree: about what tests in single precision take for contact.
    constexpr float thickness = 0x1p-20F;
    const Float4 d = hi - lo + thickness;
    return d[0] * d[1] + (d[0] + d[1]) * d[2];
  }
};

/// A triangle as the splitter sees it: its ranges along the axes of a frame near its set's own.
class SplitItem : public Range {
 public:
  SplitItem() = default;
  SplitItem(const Float4& low, const Float4& high, std::uint32_t triangle) : Range{low, high} {
    lo[3] = std::bit_cast<float>(triangle + offset);
    hi[3] = 0;
  }

  [[nodiscard]] std::uint32_t triangle() const { return std::bit_cast<std::uint32_t>(lo[3]) - offset; }
  [[nodiscard]] Float4 twice_middle() const { return lo + hi; }

 private:
  /// The number shares a register with the ranges. With this added, numbers below 2^28 are bits of normal floats near 1e-15,
  /// which arithmetic on the unused lane neither slows down on nor turns into infinities.
  static constexpr std::uint32_t offset = 0x20000000;
};

[[nodiscard]] Range range_of(std::span<const SplitItem> items);

struct SplitOptions {
  SplitRule rule = SplitRule::surface;
  std::uint32_t max_leaf = 1;  ///< triangles that may share a leaf
  std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
};

/// Reorders the items and returns how many belong to the first side, in [1, size - 1] and so that neither side has more than
/// options.largest. Of at least two items and at most twice as many as that. Sixteen bins an axis, or every position when there are
/// few. Where a rule fails (identical middles) or leaves too many, the set is cut in halves.
[[nodiscard]] std::size_t split(std::span<SplitItem> items, const SplitOptions& options);

}  // namespace graze::tree
