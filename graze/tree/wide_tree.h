#pragma once
/// Eight oriented boxes a node, in single precision: the tree that fast traversals walk. 512 bytes a node, about 60 a triangle.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include <graze/core/export.h>
#include <graze/sat/obb_obb_lanes.h>
#include <graze/shapes/shapes.h>
#include <graze/tree/extent_lanes.h>

namespace graze::tree {

/// What hangs below one box: nothing, a further node, or a few triangles that follow each other in MeshTree::order().
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

/// Of boxes in empty slots, whose centre and axes are zero.
inline constexpr float empty_half_extent = -1e30F;

struct alignas(64) WideNode {
  sat::EightBoxes boxes;  ///< of an empty slot: no axes and a negative size, apart from everything
  std::array<Slot, 8> slots;
};

/// Boxes are stored as (x - origin) * 2^exponent, so that all sizes and places of meshes use float alike.
struct WideTree {
  Vec3 origin = Vec3::Zero();
  int exponent = 0;
  double reach = 0;             ///< bounds |x|+|y|+|z| of the stored centres
  std::vector<WideNode> nodes;  ///< node 0 holds the root box alone, in slot 0; none when the mesh has no triangles
};

/// The box of a lane in the frame of the mesh, its axes orthonormal to the precision of double: contains what the stored one does,
/// in exact arithmetic.
[[nodiscard]] GRAZE_API Obb box_in_mesh(const WideTree& tree, std::uint32_t node, std::size_t lane);

/// Stores the box with the stored axes around points that reached so far along them, when their coordinates had been rounded to
/// single precision: large enough, in exact arithmetic, for the points before rounding. Returns |x|+|y|+|z| of its centre.
double store_box(sat::EightBoxes& boxes, std::size_t lane, const AxesInLanes& stored, const ExtentInLanes& extent);
/// A box that is apart from everything.
void store_nothing(sat::EightBoxes& boxes, std::size_t lane);

}  // namespace graze::tree
