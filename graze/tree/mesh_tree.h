#pragma once
/// A triangle mesh under a tree of oriented boxes, binary and eight-wide. Immutable once built; safe to share between threads.

#include <cstdint>
#include <span>
#include <vector>

#include <graze/core/error.h>
#include <graze/core/export.h>
#include <graze/sat/obb_obb_margin.h>
#include <graze/shapes/shapes.h>
#include <graze/tree/wide_tree.h>

namespace graze {

struct TreeOptions {
  std::uint32_t max_leaf_triangles = 1;  ///< a node with more is split; 1 to 8
};

/// Contains its triangles in exact arithmetic, in the frame of the mesh.
struct TreeNode {
  Obb box;
  std::uint32_t first = 0;  ///< leaf: position in MeshTree::order(); else: the node of the first child, the second follows it
  std::uint32_t count = 0;  ///< triangles of a leaf; 0 marks an inner node

  [[nodiscard]] bool is_leaf() const { return count != 0; }
};

struct TreeParts;
struct TreeDefect;

class GRAZE_API MeshTree {
 public:
  /// Splits never leave a path longer than this: see tree/split.h.
  static constexpr std::size_t max_depth = 96;

  /// The same input gives the same tree, bit for bit. Fails on indices out of range, vertices that are not finite, options out of
  /// range and 2^28 triangles or more.
  [[nodiscard]] static Result<MeshTree> build(TriangleMesh mesh, const TreeOptions& options = {});

  [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }
  /// Node 0 is the root; none when the mesh has no triangles.
  [[nodiscard]] std::span<const TreeNode> nodes() const { return nodes_; }
  /// Triangle numbers of the mesh, leaf after leaf.
  [[nodiscard]] std::span<const std::uint32_t> order() const { return order_; }
  [[nodiscard]] std::span<const std::uint32_t> triangles_of(const TreeNode& leaf) const {
    return order().subspan(leaf.first, leaf.count);
  }
  /// What the margin of box tests needs to know about all boxes.
  [[nodiscard]] const sat::BoxBounds& bounds() const { return bounds_; }
  /// The same tree in the form that traversals prefer.
  [[nodiscard]] const tree::WideTree& wide() const { return wide_; }

 private:
  friend GRAZE_API tl::expected<MeshTree, TreeDefect> tree_from_parts(TreeParts parts);

  TriangleMesh mesh_;
  std::vector<TreeNode> nodes_;
  std::vector<std::uint32_t> order_;
  sat::BoxBounds bounds_;
  tree::WideTree wide_;
};

}  // namespace graze
