#pragma once
/// A line from box to box of a wide tree in single precision: passing by a box is certain, going into one may be for nothing.

#include <bit>
#include <cstdint>

#include <graze/core/export.h>
#include <graze/simd/force_inline.h>
#include <graze/tree/wide_tree.h>

namespace graze::tree {

/// All o + t*d with 0 <= t, in the frame of the boxes; each number eight times, as it is used.
struct alignas(32) LaneRay {
  float origin[3][8];
  float direction[3][8];  ///< the largest component is within [1, 2]
  /// Length: how far o + t*d may be from the point meant, for all t of interest, as seen along the axes of any box.
  float room[8];
};

/// The room of a box's slabs relative to |offset|_1 + sum(half extents), as point_room in nearest_lanes.h. No unit. The part of the
/// offsets belongs to LaneRay::room. RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr float slab_room = 16 * 0x1p-24F;

/// A product with a computed reciprocal, and the slack of comparing two of them. No unit. RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr float quotient_room = 8 * 0x1p-24F;

/// What hangs below a box, and a parameter not after the line meets it. As one number they are ordered by the parameter, which is
/// not negative. Inlined by force where registers for floats are involved: linked code must not depend on who was compiled for
/// what.
class RayEntry {
 public:
  RayEntry() = default;
  GRAZE_FORCE_INLINE RayEntry(float enter, Slot slot)
      : bits_(std::uint64_t{std::bit_cast<std::uint32_t>(enter)} << 32U | std::bit_cast<std::uint32_t>(slot)) {}

  [[nodiscard]] GRAZE_FORCE_INLINE float enter() const { return std::bit_cast<float>(static_cast<std::uint32_t>(bits_ >> 32U)); }
  [[nodiscard]] Slot slot() const { return std::bit_cast<Slot>(static_cast<std::uint32_t>(bits_)); }
  [[nodiscard]] bool is_before(RayEntry other) const { return bits_ < other.bits_; }

  /// Exchanges the two unless they are in order, without a branch: nobody can predict it.
  friend void put_in_order(RayEntry& first, RayEntry& second) {
    const std::uint64_t least = first.bits_ < second.bits_ ? first.bits_ : second.bits_;
    second.bits_ = first.bits_ < second.bits_ ? second.bits_ : first.bits_;
    first.bits_ = least;
  }

 private:
  std::uint64_t bits_;
};

/// How far a line has come. Plain, because code for several instruction sets shares it.
struct RayWalk {
  static constexpr std::size_t max_depth = 96;  ///< of the tree

  const LaneRay* ray = nullptr;
  const WideNode* nodes = nullptr;  ///< none: they are compact
  const CompactNode* compact = nullptr;
  const std::uint32_t* order = nullptr;  ///< MeshTree::order()
  float before = 0;                      ///< boxes that the line meets at this parameter or later are of no interest
  std::size_t height = 0;                ///< of the stack
  RayEntry waiting[7 * (max_depth + 1) + 8];
};

/// Goes on to the next leaf, about nearest first; an empty slot when there is none.
using NextLeaf = Slot (*)(RayWalk& walk);
[[nodiscard]] GRAZE_API NextLeaf next_leaf();

/// The variants it chooses from.
[[nodiscard]] GRAZE_API Slot next_leaf_baseline(RayWalk& walk);
[[nodiscard]] GRAZE_API Slot next_leaf_avx2(RayWalk& walk);

}  // namespace graze::tree
