#pragma once
/// A triangle mesh under a tree of axis-parallel boxes, each cut in two by a plane: 16 bytes a node, and an independent second
/// opinion on what the oriented boxes of mesh_tree.h find. [Zachmann]
///
/// Unlike the paper, which cuts so that both sides hold about as many polygons, cuts follow the surface-area heuristic.

#include <cstdint>
#include <span>
#include <vector>

#include <graze/error.h>
#include <graze/options.h>
#include <graze/shapes.h>

namespace graze {

struct BoxTreeParts;
struct TreeDefect;

struct BoxTreeNode {
  static constexpr std::uint32_t no_axis = 3;
  static constexpr std::uint32_t max_count = (1U << 30U) - 1;

  double cut = 0;           ///< of an inner node: position of its plane along `axis`
  std::uint32_t first = 0;  ///< leaf: position among the listed triangles; else: the child below the plane, the other follows
  std::uint32_t axis : 2 = no_axis;  ///< the plane's; `no_axis` marks a leaf
  std::uint32_t count : 30 = 0;      ///< triangles of a leaf, perhaps none

  [[nodiscard]] bool is_leaf() const { return axis == no_axis; }
};

/// The two parts of a box on either side of a plane across it. Both are closed.
struct CutBox {
  Aabb low, high;
};
[[nodiscard]] CutBox cut(const Aabb& box, int axis, double at);

/// Immutable once built; safe to share between threads.
class BoxTree {
 public:
  /// Paths are not longer than this.
  static constexpr std::size_t max_depth = 64;

  /// The same input gives the same tree. Fails on indices out of range, vertices that are not finite, 2^28 triangles or more, and
  /// options that box trees do not have. Cells of at most options.max_leaf_triangles (1) triangles, and those options.max_depth
  /// cuts below the root, are not cut.
  [[nodiscard]] static Result<BoxTree> build(TriangleMesh mesh, const BuildOptions& options = {.kind = TreeKind::box_tree});

  /// The same triangles with their vertices elsewhere, cut anew by the same options. As many vertices as before, all finite.
  [[nodiscard]] Result<BoxTree> refitted(std::span<const Vec3> vertices) const;

  [[nodiscard]] const TriangleMesh& mesh() const { return mesh_; }
  /// Around all triangles, and cut by the root; the cuts define the boxes of the other nodes.
  [[nodiscard]] const Aabb& bounds() const { return bounds_; }
  /// Node 0 is the root; none when the mesh has no triangles.
  [[nodiscard]] std::span<const BoxTreeNode> nodes() const { return nodes_; }
  /// Each point of each triangle is in the box of a leaf that lists the triangle. Triangles across a plane are listed on both
  /// sides.
  [[nodiscard]] std::span<const std::uint32_t> triangles_of(const BoxTreeNode& leaf) const {
    return std::span(listed_).subspan(leaf.first, leaf.count);
  }

  /// Where each leaf's triangles are listed, one leaf after the other.
  [[nodiscard]] std::span<const std::uint32_t> listed() const { return listed_; }
  [[nodiscard]] std::uint32_t max_leaf_triangles() const { return max_leaf_; }
  [[nodiscard]] std::uint32_t depth_limit() const { return depth_limit_; }

 private:
  friend tl::expected<BoxTree, TreeDefect> box_tree_from_parts(BoxTreeParts parts);

  std::uint32_t max_leaf_ = 1;
  std::uint32_t depth_limit_ = max_depth;
  TriangleMesh mesh_;
  Aabb bounds_;
  std::vector<BoxTreeNode> nodes_;
  std::vector<std::uint32_t> listed_;
};

}  // namespace graze
