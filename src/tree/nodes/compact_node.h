#pragma once
/// Eight oriented boxes in 208 bytes: axes as a quaternion of 16-bit numbers, centres and half extents in 16-bit steps of their
/// node's size. Such nodes are unpacked when they are visited, so that every kernel sees the same eight boxes in single
/// precision.

#include <array>
#include <cstddef>
#include <cstdint>

#include "box/eight_lanes.h"
#include "tree/nodes/wide_node.h"

namespace graze::tree {

struct alignas(16) CompactNode {
  float origin[3] = {0, 0, 0};            ///< of centres, in units of the tree
  float step = 1;                         ///< of centres and half extents; a power of two
  std::int16_t turn[4][8] = {};           ///< x, y, z and w of quaternions of any length; all 0 in empty slots
  std::uint16_t center[3][8] = {};        ///< steps from the origin
  std::uint16_t half_extents[3][8] = {};  ///< steps
  std::array<Slot, 8> slots;
};

/// Every box contains the one it was made from, in exact arithmetic.
[[nodiscard]] CompactNode packed(const WideNode& node);

/// What the numbers of a node mean, rounded to single precision once and the same on every machine: centres are
/// origin + step * center, half extents step * half_extents, axes the columns of the rotation, which are orthonormal but for that
/// rounding. Empty slots become what store_nothing() makes of them.
void unpack(const CompactNode& node, sat::EightBoxes& boxes);
/// One lane of it, the others stay as they are.
void unpack(const CompactNode& node, std::size_t lane, sat::EightBoxes& boxes);

/// The first of them for some instruction set.
using Unpack = void (*)(const CompactNode& node, sat::EightBoxes& boxes);

}  // namespace graze::tree
