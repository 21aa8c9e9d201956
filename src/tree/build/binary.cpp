/// Builds the binary tree of oriented boxes in double, from the cuts that the wide tree is made of.

#include "tree/build/binary.h"

#include <utility>

#include "fit/fit_obb.h"
#include "fit/scale.h"

namespace graze::tree {
namespace {

TriangleMesh scaled_copy(const MeshView& mesh, const PowerOfTwo& scale) {
  TriangleMesh copy = mesh.copy();
  for (Vec3& v : copy.vertices) v = scale.times(v);
  return copy;
}

/// Every corner of some triangles once: meshes share a vertex between six.
class CornerSets {
 public:
  explicit CornerSets(const MeshView& mesh) : mesh_(mesh), seen_in_(mesh.vertices.size(), 0) {}

  std::span<const Vec3> of(std::span<const std::uint32_t> triangles) {
    corners_.clear();
    ++set_;
    for (const std::uint32_t t : triangles) {
      for (const std::uint32_t v : mesh_.triangles[t]) {
        if (std::exchange(seen_in_[v], set_) != set_) corners_.push_back(mesh_.vertices[v]);
      }
    }
    return corners_;
  }

 private:
  const MeshView& mesh_;
  std::uint32_t set_ = 0;
  std::vector<std::uint32_t> seen_in_;  ///< by vertex: the last set that has it
  std::vector<Vec3> corners_;
};

/// A run of triangles in the order of the tree.
struct Run {
  std::uint32_t first, count;
};

std::vector<Run> triangles_below(std::span<const TreeNode> nodes) {
  std::vector<Run> below(nodes.size());
  for (std::size_t n = nodes.size(); n-- > 0;) {  // children come after their parents
    const TreeNode& node = nodes[n];
    below[n] = node.is_leaf() ? Run{node.first, node.count}
                              : Run{below[node.first].first, below[node.first].count + below[node.first + 1].count};
  }
  return below;
}

}  // namespace

std::vector<TreeNode> binary_nodes(std::span<const BinaryNode> topology, std::uint32_t max_leaf) {
  struct Pending {
    Subtree subtree;
    std::size_t node;
  };
  const auto triangle_count = static_cast<std::uint32_t>((topology.size() + 1) / 2);
  std::vector<TreeNode> nodes(1);
  std::vector<Pending> stack{{{0, 0, triangle_count}, 0}};
  while (!stack.empty()) {
    const auto [subtree, node] = stack.back();
    stack.pop_back();
    if (subtree.count <= max_leaf) {
      nodes[node].first = subtree.first;
      nodes[node].count = subtree.count;
      continue;
    }
    const std::uint32_t left = topology[subtree.node].left;
    const std::size_t child = nodes.size();
    nodes[node].first = static_cast<std::uint32_t>(child);
    nodes.resize(child + 2);
    stack.push_back({subtree.right(left), child + 1});
    stack.push_back({subtree.left(left), child});
  }
  return nodes;
}

void fit_boxes(std::span<TreeNode> nodes, const MeshView& mesh, std::span<const std::uint32_t> order) {
  const PowerOfTwo scale = scale_to_unit(mesh.vertices);
  const TriangleMesh copy = scale.is_one() ? TriangleMesh{} : scaled_copy(mesh, scale);
  const MeshView scaled = scale.is_one() ? mesh : MeshView(copy);
  CornerSets corner_sets(scaled);
  const std::vector<Run> below = triangles_below(nodes);
  for (std::size_t n = 0; n < nodes.size(); ++n) {
    const std::span<const std::uint32_t> triangles = order.subspan(below[n].first, below[n].count);
    nodes[n].box = fit_obb(scaled, triangles, corner_sets.of(triangles));
    if (!scale.is_one()) nodes[n].box = scale.undo(nodes[n].box);
  }
}

}  // namespace graze::tree
