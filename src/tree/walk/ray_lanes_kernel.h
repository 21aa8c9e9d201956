#pragma once
/// The body of walks along lines, compiled once for each instruction set, with whatever sees the triangles inlined.

#include <bit>

#include "tree/walk/ray_cut_kernel.h"
#include "tree/walk/ray_lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

/// A visitor that is compiled elsewhere.
struct SeeElsewhere {
  SeeTriangles function;
  void* context;

  GRAZE_FORCE_INLINE double see(const TrianglesAhead& ahead) { return function(context, ahead); }
};

template <class Visitor>
class Walk {
 public:
  /// The line may pass by the box around everything.
  GRAZE_FORCE_INLINE Walk(const MeshInTree& mesh, const distance::LineNumbers& numbers, const PartInTree& line, Visitor& visitor)
      : mesh_(mesh), numbers_(numbers), line_(line), visitor_(visitor), before_(not_below(line.length)) {}

  GRAZE_FORCE_INLINE void run() {
    const AxisTree& tree = *mesh_.tree;
    if (tree.is_of_few()) return look_at_few(tree);
    const LineAmongBoxes boxes = among_boxes(line_);
    const Slot root = tree.nodes.data()->slots[0];
    waiting_[0] = RayEntry(0, root);
    height_ = 1;
    Slot leaf = next_leaf(boxes, tree.nodes.data());
    if (leaf.is_empty()) return;
    const LineAmongBlocks blocks = among_blocks(line_, distance::axes_along(numbers_.direction), tree.size);
    for (; !leaf.is_empty(); leaf = next_leaf(boxes, tree.nodes.data())) look_at(tree.blocks[leaf.first()], blocks);
  }

 private:
  static constexpr std::size_t max_depth = 96;  ///< of the tree

  GRAZE_FORCE_INLINE void look_at_few(const AxisTree& tree) {
    const LineAmongBlocks among = among_blocks(line_, distance::axes_along(numbers_.direction), tree.size);
    for (const TriangleBlock& block : tree.blocks) look_at(block, among);
  }

  /// An empty slot if the line comes to no more.
  GRAZE_FORCE_INLINE Slot next_leaf(const LineAmongBoxes& boxes, const AxisNode* nodes) {
    while (height_ != 0) {
      const RayEntry entry = waiting_[--height_];
      if (!(entry.enter() < before_)) continue;
      Slot slot = entry.slot();
      while (!slot.is_leaf() && !slot.is_empty()) slot = nearest_slot(boxes, nodes[slot.node()]);
      if (slot.is_leaf()) return slot;
    }
    return {};
  }

  GRAZE_FORCE_INLINE void look_at(const TriangleBlock& block, const LineAmongBlocks& among) {
    const FourSides sides = sides_of(among, block);
    unsigned left = sides.may_meet & ~repeated(block);
    for (unsigned within = sides.within & left; within != 0; within &= within - 1) {
      const int k = std::countr_zero(within);
      const std::uint32_t i = block.numbers[k];
      show({{i, i}, {1, 1, sides.entered >> k & 1U}});
    }
    left &= ~sides.within;
    if (left != 0) [[unlikely]]
      look_closer(block, left);
  }

  /// At the triangles that single precision is not certain of.
  GRAZE_FORCE_INLINE void look_closer(const TriangleBlock& block, unsigned left) {
    const distance::ShearedLine sheared = distance::sheared(numbers_, line_.corner_size);
    while (left != 0) {
      const std::uint32_t i = block.numbers[std::countr_zero(left)];
      left &= left - 1;
      const bool are_two = left != 0;
      const std::uint32_t j = are_two ? block.numbers[std::countr_zero(left)] : i;  // one is looked at twice
      left &= left - 1;
      distance::TwoSides sides = distance::sides_of(sheared, {{mesh_.corner(i, 0), mesh_.corner(j, 0)},
                                                              {mesh_.corner(i, 1), mesh_.corner(j, 1)},
                                                              {mesh_.corner(i, 2), mesh_.corner(j, 2)}});
      if (!are_two) sides.may_meet &= 1U;
      if (sides.may_meet != 0) show({{i, j}, sides});
    }
  }

  GRAZE_FORCE_INLINE void show(const TrianglesAhead& ahead) {
    const float before = not_below((visitor_.see(ahead) - line_.start) * line_.ticks);
    if (before < before_) before_ = before;
  }

  /// Where the line comes to the planes of eight boxes on one side along axis k.
  static GRAZE_FORCE_INLINE Float8 parameters(const LaneSides& sides, unsigned k, const float (&planes)[8]) {
    return product_and(Float8::load(planes), sides.slowness[k], sides.start[k]);
  }

  /// Bit k is set unless the line certainly passes by box k or comes to it too late; enter[k] is then not after the line meets it.
  GRAZE_FORCE_INLINE unsigned enter_boxes(const LineAmongBoxes& boxes, const AxisNode& node, float (&enter)[8]) const {
    Float8 first(0.0F), last(before_);
#pragma GCC unroll 3
    for (unsigned k = 0; k < 3; ++k) {
      first = larger(first, parameters(boxes.near, k, node.planes[boxes.near_row[k]]));
      last = smaller(last, parameters(boxes.far, k, node.planes[boxes.near_row[k] ^ 1U]));
    }
    first.store(enter);
    constexpr unsigned all = 0xff;
    return (first > last).bits() ^ all;
  }

  /// The first of the lanes that are left.
  static GRAZE_FORCE_INLINE RayEntry taken_from(unsigned& left, const float (&enter)[8], const Slot* slots) {
    const int lane = std::countr_zero(left);
    left &= left - 1;
    return {enter[lane], slots[lane]};
  }

  /// The slot of the box that the line comes to first, an empty one if it comes to none; the others wait, the next one on top.
  GRAZE_FORCE_INLINE Slot nearest_slot(const LineAmongBoxes& boxes, const AxisNode& node) {
    alignas(32) float enter[8];
    const Slot* const slots = &node.slots[0];
    unsigned left = enter_boxes(boxes, node, enter);
    if (left == 0) return {};
    RayEntry nearest = taken_from(left, enter, slots);
    for (const std::size_t bottom = height_; left != 0;) {
      RayEntry other = taken_from(left, enter, slots);
      put_in_order(nearest, other);
      std::size_t place = height_++;
      for (; place > bottom && waiting_[place - 1].is_before(other); --place) waiting_[place] = waiting_[place - 1];
      waiting_[place] = other;
    }
    return nearest.slot();
  }

  const MeshInTree& mesh_;
  const distance::LineNumbers& numbers_;
  const PartInTree& line_;
  Visitor& visitor_;
  float before_;        ///< boxes that the line meets after this parameter are of no interest
  std::size_t height_;  ///< of the stack
  RayEntry waiting_[7 * (max_depth + 1) + 8];
};

/// The visitor has a function see(const TrianglesAhead&) as SeeTriangles is.
template <class Visitor>
GRAZE_FORCE_INLINE RayReach walk_in_lanes(const MeshInTree& mesh, const LinePart& part, Visitor& visitor) {
  PartInTree line;
  const RayReach reach = begins_nearby(line, *mesh.tree, part) ? RayReach::passes : cut_to_tree(line, *mesh.tree, part);
  if (reach == RayReach::passes) Walk<Visitor>(mesh, part.line, line, visitor).run();
  return reach;
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
