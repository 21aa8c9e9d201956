#pragma once
/// A triangle mesh under a tree of oriented boxes, eight to a node. Safe to share between threads while none refits it.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/options.h>
#include <graze/shapes.h>

#include "box/margin.h"
#include "geometry/mesh_view.h"
#include "tree/nodes/kept.h"
#include "tree/nodes/on_demand.h"
#include "tree/nodes/wide_tree.h"

namespace graze {

/// A node of the binary tree. Its box contains its triangles in exact arithmetic, in the frame of the mesh.
struct TreeNode {
  Obb box;
  std::uint32_t first = 0;  ///< leaf: position in MeshTree::order(); else: the node of the first child, the second follows it
  std::uint32_t count = 0;  ///< triangles of a leaf; 0 marks an inner node

  [[nodiscard]] bool is_leaf() const { return count != 0; }
};

/// How a tree was built, for reports and for refitting.
struct TreeRecord {
  SplitRule rule = SplitRule::surface;
  NodeFit fit = NodeFit::best;
  std::uint32_t max_leaf_triangles = 2;
  std::uint32_t max_depth = 96;
  bool box_leaves = false;

  friend bool operator==(const TreeRecord&, const TreeRecord&) = default;
};

namespace tree {
struct AxisTree;
class Crew;
}  // namespace tree
namespace distance {
struct FewTriangles;
}
struct TreeParts;
struct MappedTreeParts;
struct TreeDefect;

class MeshTree {
 public:
  /// Splits never leave a path longer than this: see tree/build/split.h.
  static constexpr std::size_t max_depth = 96;
  /// Of a tree in a file: with so many triangles an axis_tree() takes less than 300 MB and about two seconds. Triangles.
  static constexpr std::size_t default_most_for_axis_tree = std::size_t{1} << 22U;

  /// The same input gives the same tree, bit for bit, on any number of threads. Fails on indices out of range, vertices that are
  /// not finite, options out of range, 2^28 triangles or more, and when options.progress calls it off (ErrorCode::limit).
  [[nodiscard]] static Result<MeshTree> build(TriangleMesh mesh, const BuildOptions& options = {});

  /// The same triangles with their vertices elsewhere: fits all boxes anew and keeps the topology, which is faster than a
  /// build, but leaves larger boxes where parts have moved away from each other. Takes as many vertices as before, all finite;
  /// otherwise it fails and nothing changes.
  [[nodiscard]] Result<void> refit(std::span<const Vec3> vertices, unsigned threads = 0);

  /// What all walks read.
  [[nodiscard]] const MeshView& view() const { return mesh_.get(); }
  /// Of a mesh that lies in a file a copy, made on first use.
  [[nodiscard]] const TriangleMesh& mesh() const {
    if (mesh_.is_own()) return mesh_.own();
    return copied_mesh_.get([this] { return std::make_shared<const TriangleMesh>(view().copy()); });
  }
  /// How the triangles are connected, where the file tells that the tree was read from.
  [[nodiscard]] const std::optional<Topology>& told_topology() const { return topology_; }
  /// Whether the arrays lie in a file that is mapped as long as this tree or a copy of it is there.
  [[nodiscard]] bool is_in_file() const { return file_ != nullptr; }
  /// Whether the mesh has no triangles.
  [[nodiscard]] bool empty() const { return order().empty(); }
  /// Triangle numbers of the mesh, leaf after leaf.
  [[nodiscard]] std::span<const std::uint32_t> order() const { return order_.get(); }
  [[nodiscard]] const tree::WideTree& wide() const { return wide_; }
  /// Whether lines walk the wide tree, because axis_tree() would be another large tree beside one that lies in a file.
  [[nodiscard]] bool is_for_few_lines() const { return is_in_file() && view().triangles.size() > most_for_axis_tree_; }
  /// The tree that rays walk. Built on first use, by any thread. The mesh must have triangles.
  [[nodiscard]] const tree::AxisTree& axis_tree() const {
    return axis_tree_.get([this] { return new_axis_tree(); });
  }
  /// All triangles prepared for distances from points, of a mesh with 1 to distance::FewTriangles::most triangles. Built on
  /// first use too.
  [[nodiscard]] const distance::FewTriangles& few_triangles() const {
    return few_triangles_.get([this] { return new_few_triangles(); });
  }
  /// Around all triangles, in the frame of the mesh. The mesh must have triangles.
  [[nodiscard]] const Obb& root_box() const { return root_box_; }
  /// Likewise: what two meshes that are far apart are told apart by.
  [[nodiscard]] const Sphere& ball() const { return ball_; }

  /// The binary tree, in double, if the options ask for it: node 0 is the root.
  [[nodiscard]] std::span<const TreeNode> binary() const { return binary_; }
  [[nodiscard]] std::span<const std::uint32_t> triangles_of(const TreeNode& leaf) const {
    return order().subspan(leaf.first, leaf.count);
  }
  [[nodiscard]] const TreeRecord& record() const { return record_; }
  /// Of a tree with box leaves: eight bits a node of the wide tree, set for boxes at which walks end. Else empty.
  [[nodiscard]] std::span<const std::uint8_t> box_ends() const { return box_ends_; }

  /// Bounds for the margin of box tests: of the root box and the boxes of the binary tree.
  [[nodiscard]] const sat::BoxBounds& bounds() const { return bounds_; }

 private:
  friend tl::expected<MeshTree, TreeDefect> tree_from_parts(TreeParts parts);
  friend tl::expected<MeshTree, TreeDefect> tree_in_file(MappedTreeParts parts);
  void leave_file();
  void finish_boxes(bool is_compact, tree::Crew& crew);
  void finish();
  [[nodiscard]] std::shared_ptr<const tree::AxisTree> new_axis_tree() const;
  [[nodiscard]] std::shared_ptr<const distance::FewTriangles> new_few_triangles() const;

  using KeptMesh = tree::Kept<TriangleMesh, MeshView>;
  using KeptOrder = tree::Kept<std::vector<std::uint32_t>, std::span<const std::uint32_t>>;

  KeptMesh mesh_;
  KeptOrder order_;
  tree::WideTree wide_;
  std::shared_ptr<const void> file_;  ///< what keeps the arrays mapped that are not own
  Obb root_box_;
  Sphere ball_;
  std::vector<TreeNode> binary_;
  sat::BoxBounds bounds_;
  TreeRecord record_;
  std::vector<std::uint8_t> box_ends_;
  tree::OnDemand<tree::AxisTree> axis_tree_;
  tree::OnDemand<distance::FewTriangles> few_triangles_;
  tree::OnDemand<TriangleMesh> copied_mesh_;
  std::optional<Topology> topology_;
  std::size_t most_for_axis_tree_ = default_most_for_axis_tree;
};

}  // namespace graze
