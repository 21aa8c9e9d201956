#include <graze/tree/axis_boxes.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace graze::tree {
namespace {

/// Twice the rounding to single precision, so that half of it is left for what doubles lose. No unit.
/// AxisBoxes.ContainTheirTrianglesInExactArithmetic
constexpr double outward = 0x1p-23;
/// More than what numbers near zero lose to underflow. In units of the tree. AxisBoxes.ContainTheirTrianglesInExactArithmetic
constexpr double underflow = 0x1p-140;

float below(double x) { return static_cast<float>(x - (outward * std::fabs(x) + underflow)); }
float above(double x) { return static_cast<float>(x + (outward * std::fabs(x) + underflow)); }

class BoxMaker {
 public:
  BoxMaker(const WideTree& tree, const TriangleMesh& mesh, std::span<const std::uint32_t> order)
      : tree_(tree), mesh_(mesh), order_(order) {
    for (Eigen::Index k = 0; k < 3; ++k) boxes_.origin[k] = tree.origin[k];
    boxes_.unit = std::ldexp(1.0, tree.exponent);
    boxes_.nodes.resize(tree.node_count());
  }

  /// Children have greater numbers than their parents.
  AxisBoxes run() {
    for (std::size_t n = boxes_.nodes.size(); n-- > 0;) {
      AxisNode& node = boxes_.nodes[n];
      node.slots = tree_.is_compact() ? tree_.compact[n].slots : tree_.nodes[n].slots;
      for (std::size_t lane = 0; lane < node.slots.size(); ++lane) fit(node, lane);
    }
    for (std::size_t k = 0; k < 3; ++k) {
      boxes_.low[k] = static_cast<double>(boxes_.nodes.front().planes[2 * k][0]);
      boxes_.high[k] = static_cast<double>(boxes_.nodes.front().planes[2 * k + 1][0]);
      boxes_.size = std::max(boxes_.size, std::max(std::fabs(boxes_.low[k]), std::fabs(boxes_.high[k])));
    }
    return std::move(boxes_);
  }

 private:
  void fit(AxisNode& node, std::size_t lane) const {
    const Slot slot = node.slots[lane];
    if (slot.is_leaf()) return fit_triangles(node, lane, slot);
    constexpr float infinity = std::numeric_limits<float>::infinity();
    for (int k = 0; k < 6; ++k) {
      float& plane = node.planes[k][lane];
      plane = k % 2 == 0 ? infinity : -infinity;
      if (slot.is_empty()) continue;
      for (const float x : boxes_.nodes[slot.node()].planes[k]) plane = k % 2 == 0 ? std::min(plane, x) : std::max(plane, x);
    }
  }

  void fit_triangles(AxisNode& node, std::size_t lane, Slot leaf) const {
    Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
    for (const std::uint32_t i : order_.subspan(leaf.first(), leaf.count())) {
      for (const std::uint32_t v : mesh_.triangles[i]) {
        low = low.cwiseMin(mesh_.vertices[v]);
        high = high.cwiseMax(mesh_.vertices[v]);
      }
    }
    for (Eigen::Index k = 0; k < 3; ++k) {
      node.planes[2 * k][lane] = below((low[k] - tree_.origin[k]) * boxes_.unit);
      node.planes[2 * k + 1][lane] = above((high[k] - tree_.origin[k]) * boxes_.unit);
    }
  }

  const WideTree& tree_;
  const TriangleMesh& mesh_;
  std::span<const std::uint32_t> order_;
  AxisBoxes boxes_;
};

}  // namespace

AxisBoxes axis_boxes_of(const WideTree& tree, const TriangleMesh& mesh, std::span<const std::uint32_t> order) {
  return BoxMaker(tree, mesh, order).run();
}

}  // namespace graze::tree
