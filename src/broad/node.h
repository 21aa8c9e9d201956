#pragma once
/// What the tree of a broad phase is made of: boxes in single precision that hold what they stand for, eight of them a node.

#include <cstddef>
#include <cstdint>
#include <limits>

namespace graze::broad {

inline constexpr std::size_t lane_count = 8;

/// Sides at infinity, or beyond what single precision reaches, stand at the greatest float: a box of everything and the place of
/// a missing lane (greater than that) never compare as equal.
inline constexpr float unbounded = std::numeric_limits<float>::max();
/// The lower side of nothing; the upper one is its negative. Such a box meets none, not even one without bounds.
inline constexpr float nowhere = std::numeric_limits<float>::infinity();

/// A box of doubles rounded outward. The fourth numbers are zero: loaded with the others, never looked at.
struct alignas(32) Box32 {
  float lo[4];
  float hi[4];
};

[[nodiscard]] inline bool is_empty(const Box32& box) { return box.lo[0] > unbounded; }

/// Eight boxes lane by lane: of bodies in a leaf, else of the nodes of the level below. Planes 0 to 2 are the lower sides in x, y,
/// z, 3 to 5 the upper ones.
struct alignas(64) Node {
  float planes[6][lane_count];
};

/// Two different bodies, the smaller index first.
struct IndexPair {
  std::uint32_t first = 0;
  std::uint32_t second = 0;

  friend bool operator==(const IndexPair&, const IndexPair&) = default;
  friend bool operator<(const IndexPair& a, const IndexPair& b) {
    return a.first != b.first ? a.first < b.first : a.second < b.second;
  }
};

/// Two bodies are a pair when the group of each has a bit in common with the mask of the other.
struct Filter {
  std::uint64_t group = ~std::uint64_t{0};
  std::uint64_t mask = ~std::uint64_t{0};
};

}  // namespace graze::broad
