#include <graze/tree/axis_tree.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <utility>

#include <graze/tree/build_topology.h>

namespace graze::tree {
namespace {

/// Twice the rounding to single precision, so that half of it is left for what doubles lose. No unit.
/// AxisTree.ContainsItsTrianglesInExactArithmetic
constexpr double outward = 0x1p-23;
/// More than what numbers near zero lose to underflow. In units of the tree. AxisTree.ContainsItsTrianglesInExactArithmetic
constexpr double underflow = 0x1p-140;

float below(double x) { return static_cast<float>(x - (outward * std::fabs(x) + underflow)); }
float above(double x) { return static_cast<float>(x + (outward * std::fabs(x) + underflow)); }

/// On all cores, as a build is: whoever asks is waiting for it.
Topology topology_for_lines(const TriangleMesh& mesh, const TreeFrame& frame) {
  Crew crew(0);
  const std::function<bool(double)> unwatched;
  Progress progress(mesh.triangles.size(), unwatched);
  const BuildOptions options{.max_leaf_triangles = TriangleBlock::size};
  Topology topology;
  crew.run([&] { topology = topology_of(mesh, frame, options, BoxKind::axis_aligned, crew, progress); });
  return topology;
}

class AxisTreeMaker {
 public:
  AxisTreeMaker(const TriangleMesh& mesh, const TreeFrame& frame) : mesh_(mesh), origin_(frame.origin) {
    for (Eigen::Index k = 0; k < 3; ++k) tree_.origin[k] = frame.origin[k];
    tree_.unit = frame.unit();
    tree_.length = 1 / tree_.unit;
    Topology topology = topology_for_lines(mesh, frame);
    order_ = std::move(topology.order);
    const std::vector<NodeSlots> slots = collapsed(topology.nodes, static_cast<std::uint32_t>(order_.size()));
    tree_.nodes.resize(slots.size());
    for (std::size_t i = 0; i < slots.size(); ++i) tree_.nodes[i].slots = slots[i];
  }

  /// Children have greater numbers than their parents.
  AxisTree run() {
    for (std::size_t n = tree_.nodes.size(); n-- > 0;) {
      for (std::size_t lane = 0; lane < 8; ++lane) fit(tree_.nodes[n], lane);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      tree_.low[k] = static_cast<double>(tree_.nodes.front().planes[2 * k][0]);
      tree_.high[k] = static_cast<double>(tree_.nodes.front().planes[2 * k + 1][0]);
      tree_.size = std::max(tree_.size, std::max(std::fabs(tree_.low[k]), std::fabs(tree_.high[k])));
    }
    return std::move(tree_);
  }

 private:
  void fit(AxisNode& node, std::size_t lane) {
    Slot& slot = node.slots[lane];
    if (slot.is_leaf()) return fit_triangles(node, lane, slot);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (int k = 0; k < 6; ++k) {
      float& plane = node.planes[k][lane];
      plane = k % 2 == 0 ? infinity : -infinity;
      if (slot.is_empty()) continue;
      for (const float x : tree_.nodes[slot.node()].planes[k]) plane = k % 2 == 0 ? std::min(plane, x) : std::max(plane, x);
    }
  }

  void fit_triangles(AxisNode& node, std::size_t lane, Slot& leaf) {
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    TriangleBlock& block = tree_.blocks.emplace_back();
    for (std::uint32_t i = 0; i < TriangleBlock::size; ++i) {
      block.numbers[i] = order_[leaf.first() + (i < leaf.count() ? i : 0)];
      for (std::size_t corner = 0; corner < 3; ++corner) {
        const Vec3 v = tree_.unit * (mesh_.vertices[mesh_.triangles[block.numbers[i]][corner]] - origin_);
        low = low.cwiseMin(v);
        high = high.cwiseMax(v);
        for (Eigen::Index k = 0; k < 3; ++k) block.corners[corner][k][i] = static_cast<float>(v[k]);
      }
    }
    for (Eigen::Index k = 0; k < 3; ++k) {
      node.planes[2 * k][lane] = below(low[k]);
      node.planes[2 * k + 1][lane] = above(high[k]);
    }
    leaf = Slot::of_triangles(static_cast<std::uint32_t>(tree_.blocks.size() - 1), leaf.count());
  }

  const TriangleMesh& mesh_;
  Vec3 origin_;
  std::vector<std::uint32_t> order_;
  AxisTree tree_;
};

}  // namespace

AxisTree axis_tree_of(const TriangleMesh& mesh, const TreeFrame& frame) { return AxisTreeMaker(mesh, frame).run(); }

}  // namespace graze::tree
