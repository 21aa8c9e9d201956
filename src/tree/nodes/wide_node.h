#pragma once
/// A node of eight oriented boxes in single precision, 512 bytes, and what is below each of them.

#include <array>
#include <cstdint>

#include "box/eight_lanes.h"
#include "numbers/tolerance.h"

namespace graze::tree {

/// What is below one box: nothing, a further node, or a few triangles that follow each other in MeshTree::order().
class Slot {
 public:
  static constexpr std::uint32_t max_triangles = 8;
  static constexpr std::uint32_t max_position = (1U << 28U) - 1;

  Slot() = default;
  static Slot of_node(std::uint32_t node) { return Slot(node); }
  static Slot of_triangles(std::uint32_t first, std::uint32_t count) { return Slot(leaf_bit | (count - 1) << 28U | first); }

  [[nodiscard]] bool is_empty() const { return bits_ == none; }
  [[nodiscard]] bool is_leaf() const { return (bits_ & leaf_bit) != 0; }
  [[nodiscard]] std::uint32_t node() const { return bits_; }
  [[nodiscard]] std::uint32_t first() const { return bits_ & max_position; }
  [[nodiscard]] std::uint32_t count() const { return (bits_ >> 28U & 7U) + 1; }

 private:
  explicit Slot(std::uint32_t bits) : bits_(bits) {}
  static constexpr std::uint32_t leaf_bit = 1U << 31U;
  static constexpr std::uint32_t none = leaf_bit - 1;
  std::uint32_t bits_ = none;
};

/// How much longer than 1 axes stored in single precision may be, and their products. No unit.
inline constexpr double axis_excess = 16 * tolerance::float_rounding;

/// Of boxes in empty slots, whose centre and axes are zero.
inline constexpr float empty_half_extent = -1e30F;

struct alignas(64) WideNode {
  sat::EightBoxes boxes;  ///< of an empty slot: no axes and a negative size, so that it overlaps nothing
  std::array<Slot, 8> slots;
};

}  // namespace graze::tree
