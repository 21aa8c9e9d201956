/// Builds the tree of axis-aligned boxes that rays walk, and the blocks of triangles under its leaves.

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>
#include <span>
#include <utility>

#include <graze/answers.h>

#include "geometry/topology.h"
#include "tree/build/topology.h"
#include "tree/nodes/axis_tree.h"

namespace graze::tree {
namespace {

/// Twice the rounding to single precision, so that half of it is left for what doubles lose. No unit.
/// AxisTree.ContainsItsTrianglesInExactArithmetic
constexpr double outward = 0x1p-23;
/// More than what numbers near zero lose to underflow. In units of the tree. AxisTree.ContainsItsTrianglesInExactArithmetic
constexpr double underflow = 0x1p-140;

float below(double x) { return static_cast<float>(x - (outward * std::fabs(x) + underflow)); }
float above(double x) { return static_cast<float>(x + (outward * std::fabs(x) + underflow)); }

/// On all cores, like a build: the caller waits for it.
Topology topology_for_lines(const MeshView& mesh, const TreeFrame& frame) {
  Crew crew(0, mesh.triangles.size());
  const std::function<bool(double)> unwatched;
  BuildProgress progress(mesh.triangles.size(), unwatched);
  const BuildOptions options{.max_leaf_triangles = TriangleBlock::size};
  Topology topology;
  crew.run([&] { topology = topology_of(mesh, frame, options, BoxKind::axis_aligned, crew, progress); });
  return topology;
}

class AxisTreeMaker {
 public:
  AxisTreeMaker(const MeshView& mesh, const TreeFrame& frame) : mesh_(mesh), origin_(frame.origin) {
    for (Eigen::Index k = 0; k < 3; ++k) tree_.origin[k] = frame.origin[k];
    tree_.unit = frame.unit();
    tree_.length = 1 / tree_.unit;
  }

  AxisTree run(const TreeFrame& frame) {
    mesh_.triangles.size() <= AxisTree::few_triangles ? add_blocks() : add_boxes(frame);
    for (std::size_t k = 0; k < 3; ++k) {
      tree_.low[k] = static_cast<double>(tree_.nodes.front().planes[2 * k][0]);
      tree_.high[k] = static_cast<double>(tree_.nodes.front().planes[2 * k + 1][0]);
      tree_.size = std::max(tree_.size, std::max(std::fabs(tree_.low[k]), std::fabs(tree_.high[k])));
    }
    return std::move(tree_);
  }

 private:
  /// Full ones, in the order of the mesh.
  void add_blocks() {
    order_.resize(mesh_.triangles.size());
    std::iota(order_.begin(), order_.end(), 0U);
    AxisNode& root = tree_.nodes.emplace_back();
    for (int k = 0; k < 6; ++k) std::fill_n(root.planes[k], 8, no_plane(k));
    const auto count = static_cast<std::uint32_t>(order_.size());
    for (std::uint32_t first = 0; first < count; first += TriangleBlock::size) {
      add_block(first, std::min(count - first, TriangleBlock::size), root, 0);
    }
  }

  /// Children have greater numbers than their parents.
  void add_boxes(const TreeFrame& frame) {
    Topology topology = topology_for_lines(mesh_, frame);
    order_ = std::move(topology.order);
    const std::vector<NodeSlots> slots = collapsed(topology.nodes, static_cast<std::uint32_t>(order_.size()));
    tree_.nodes.resize(slots.size());
    tree_.blocks.reserve(leaf_count(slots));
    for (std::size_t n = slots.size(); n-- > 0;) {
      tree_.nodes[n].slots = slots[n];
      for (std::size_t lane = 0; lane < 8; ++lane) fit(tree_.nodes[n], lane);
    }
  }

  static std::size_t leaf_count(std::span<const NodeSlots> nodes) {
    std::size_t count = 0;
    for (const NodeSlots& slots : nodes)
      count += static_cast<std::size_t>(std::ranges::count_if(slots, [](Slot slot) { return slot.is_leaf(); }));
    return count;
  }

  /// Of a box that contains nothing yet.
  static constexpr float no_plane(int k) {
    constexpr float infinity = std::numeric_limits<float>::infinity();
    return k % 2 == 0 ? infinity : -infinity;
  }

  void fit(AxisNode& node, std::size_t lane) {
    Slot& slot = node.slots[lane];
    for (int k = 0; k < 6; ++k) node.planes[k][lane] = no_plane(k);
    if (slot.is_empty()) return;
    if (slot.is_leaf()) {
      add_block(slot.first(), slot.count(), node, lane);
      slot = Slot::of_triangles(static_cast<std::uint32_t>(tree_.blocks.size() - 1), slot.count());
      return;
    }
    for (int k = 0; k < 6; ++k) {
      float& plane = node.planes[k][lane];
      for (const float x : tree_.nodes[slot.node()].planes[k]) plane = k % 2 == 0 ? std::min(plane, x) : std::max(plane, x);
    }
  }

  /// Of triangles beside each other in the order, and widens a box so that it contains them.
  void add_block(std::uint32_t first, std::uint32_t count, AxisNode& node, std::size_t lane) {
    TriangleBlock& block = tree_.blocks.emplace_back();
    for (std::uint32_t i = 0; i < TriangleBlock::size; ++i) {
      block.numbers[i] = order_[first + (i < count ? i : 0)];
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const Vec3 v = tree_.unit * (mesh_.vertices[mesh_.triangles[block.numbers[i]][corner]] - origin_);
        for (Eigen::Index k = 0; k < 3; ++k) {
          block.corners[corner][k][i] = static_cast<float>(v[k]);
          float &least = node.planes[2 * k][lane], &greatest = node.planes[2 * k + 1][lane];
          least = std::min(least, below(v[k]));
          greatest = std::max(greatest, above(v[k]));
        }
      }
    }
  }

  const MeshView& mesh_;
  Vec3 origin_;
  std::vector<std::uint32_t> order_;
  AxisTree tree_;
};

}  // namespace

AxisTree axis_tree_of(const MeshView& mesh, const TreeFrame& frame) { return AxisTreeMaker(mesh, frame).run(frame); }

}  // namespace graze::tree
