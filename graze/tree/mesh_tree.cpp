#include <graze/tree/mesh_tree.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include <graze/fit/fit_obb.h>
#include <graze/fit/scale.h>
#include <graze/shapes/frame.h>
#include <graze/tree/split.h>

namespace graze {
namespace {

std::optional<Error> defect_in(const TriangleMesh& mesh) {
  for (std::size_t i = 0; i < mesh.vertices.size(); ++i) {
    if (!mesh.vertices[i].allFinite()) return Error{ErrorCode::not_finite, "vertices[" + std::to_string(i) + "]: not finite"};
  }
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    for (const std::uint32_t v : mesh.triangles[i]) {
      if (v < mesh.vertices.size()) continue;
      return Error{ErrorCode::bad_shape, "triangles[" + std::to_string(i) + "]: vertex " + std::to_string(v) + " of " +
                                             std::to_string(mesh.vertices.size())};
    }
  }
  if (mesh.triangles.size() > tree::Slot::max_position) return Error{ErrorCode::limit, "triangles: 2^28 or more"};
  return std::nullopt;
}

/// Builds nodes from the root down, in an order that depends on the input alone.
class TreeBuilder {
 public:
  TreeBuilder(const TriangleMesh& mesh, const TreeOptions& options)
      : mesh_(mesh), max_leaf_(options.max_leaf_triangles), seen_in_(mesh.vertices.size(), 0) {
    order.resize(mesh.triangles.size());
    std::iota(order.begin(), order.end(), 0U);
  }

  void run() {
    nodes.reserve(2 * order.size() / max_leaf_ + 1);
    nodes.emplace_back();
    std::vector<Task> tasks{{0, 0, static_cast<std::uint32_t>(order.size()), 0}};
    while (!tasks.empty()) {
      const Task task = tasks.back();
      tasks.pop_back();
      build_node(task, tasks);
    }
  }

  std::vector<TreeNode> nodes;
  std::vector<std::uint32_t> order;

 private:
  /// Node `node` is to hold the triangles order[first, first + count).
  struct Task {
    std::uint32_t node, first, count, depth;
  };

  void build_node(const Task& task, std::vector<Task>& tasks) {
    const std::span<std::uint32_t> triangles = std::span(order).subspan(task.first, task.count);
    gather_corners(triangles, task.node + 1);
    const Obb box = fit_obb(mesh_, triangles, corners_);
    nodes[task.node].box = box;
    if (task.count <= max_leaf_) {
      nodes[task.node].first = task.first;
      nodes[task.node].count = task.count;
      return;
    }
    const auto left = static_cast<std::uint32_t>(cut(triangles, box, task.depth));
    const auto child = static_cast<std::uint32_t>(nodes.size());
    nodes[task.node].first = child;
    nodes.resize(nodes.size() + 2);
    tasks.push_back({child + 1, task.first + left, task.count - left, task.depth + 1});
    tasks.push_back({child, task.first, left, task.depth + 1});
  }

  /// Every corner once: meshes share a vertex between six triangles.
  void gather_corners(std::span<const std::uint32_t> triangles, std::uint32_t stamp) {
    corners_.clear();
    for (const std::uint32_t t : triangles) {
      for (const std::uint32_t v : mesh_.triangles[t]) {
        if (std::exchange(seen_in_[v], stamp) != stamp) corners_.push_back(mesh_.vertices[v]);
      }
    }
  }

  std::size_t cut(std::span<std::uint32_t> triangles, const Obb& box, std::size_t depth) {
    items_.clear();
    for (const std::uint32_t t : triangles) items_.push_back(item_of(t, box));
    const std::size_t left = tree::split(items_, depth);
    for (std::size_t k = 0; k < triangles.size(); ++k) triangles[k] = items_[k].triangle;
    return left;
  }

  [[nodiscard]] tree::SplitItem item_of(std::uint32_t t, const Obb& box) const {
    const Triangle triangle = mesh_.triangle(t);
    tree::SplitItem item{in_box(triangle.v[0], box), {}, t};
    item.hi = item.lo;
    for (const Vec3& v : {triangle.v[1], triangle.v[2]}) {
      const Vec3 x = in_box(v, box);
      item.lo = item.lo.cwiseMin(x);
      item.hi = item.hi.cwiseMax(x);
    }
    return item;
  }

  static Vec3 in_box(const Vec3& v, const Obb& box) {
    const Vec3 d = v - box.center;
    return {box.axes[0].dot(d), box.axes[1].dot(d), box.axes[2].dot(d)};
  }

  const TriangleMesh& mesh_;
  std::uint32_t max_leaf_;
  std::vector<std::uint32_t> seen_in_;  ///< by vertex: the node that gathered it last, plus one
  std::vector<Vec3> corners_;
  std::vector<tree::SplitItem> items_;
};

sat::BoxBounds bounds_of(std::span<const TreeNode> nodes) {
  sat::BoxBounds bounds;
  for (const TreeNode& node : nodes) {
    bounds.defect = std::max(bounds.defect, orthonormality_defect(node.box.axes));
    bounds.center_norm = std::max(bounds.center_norm, node.box.center.lpNorm<1>());
  }
  return bounds;
}

TriangleMesh scaled_copy(const TriangleMesh& mesh, const PowerOfTwo& scale) {
  TriangleMesh copy = mesh;
  for (Vec3& v : copy.vertices) v = scale.times(v);
  return copy;
}

}  // namespace

Result<MeshTree> MeshTree::build(TriangleMesh mesh, const TreeOptions& options) {
  if (options.max_leaf_triangles < 1 || options.max_leaf_triangles > tree::Slot::max_triangles)
    return fail(ErrorCode::bad_option,
                "max_leaf_triangles: " + std::to_string(options.max_leaf_triangles) + " is not within 1 and 8");
  if (std::optional<Error> error = defect_in(mesh)) return tl::make_unexpected(*std::move(error));
  MeshTree tree;
  tree.mesh_ = std::move(mesh);
  if (tree.mesh_.triangles.empty()) return tree;
  const PowerOfTwo scale = scale_to_unit(tree.mesh_.vertices);
  const TriangleMesh copy = scale.is_one() ? TriangleMesh{} : scaled_copy(tree.mesh_, scale);
  TreeBuilder builder(scale.is_one() ? tree.mesh_ : copy, options);
  builder.run();
  tree.nodes_ = std::move(builder.nodes);
  tree.order_ = std::move(builder.order);
  if (!scale.is_one()) {
    for (TreeNode& node : tree.nodes_) node.box = scale.undo(node.box);
  }
  tree.bounds_ = bounds_of(tree.nodes_);
  tree.wide_ = tree::collapse_to_wide(tree.nodes_, options.max_leaf_triangles);
  return tree;
}

}  // namespace graze
