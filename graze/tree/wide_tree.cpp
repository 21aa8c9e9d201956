#include <graze/tree/wide_tree.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <graze/shapes/frame.h>
#include <graze/simd/single_precision.h>
#include <graze/tree/collapse.h>

namespace graze::tree {
namespace {

/// Slots are merged up to this many triangles. Measured: 2 and 4 are equally fast, 1 is not.
constexpr std::uint32_t merged_triangles = 2;

/// What the few operations in double behind a coordinate of size 1 may round by.
constexpr double double_slack = 0x1p-48;

float rounded_up(double x) { return std::nextafter(static_cast<float>(x), std::numeric_limits<float>::infinity()); }

Vec3 in_single_precision(const Vec3& v) {
  return {simd::nearest_float(v.x()), simd::nearest_float(v.y()), simd::nearest_float(v.z())};
}
void clear(WideNode& node) {
  node = {};
  for (auto& row : node.boxes.half_extents) std::fill(std::begin(row), std::end(row), empty_half_extent);
}

class WideBuilder {
 public:
  WideBuilder(std::span<const TreeNode> nodes, std::uint32_t max_leaf) : binary_(nodes), plan_(nodes, max_leaf) {
    const Obb& root = nodes.front().box;
    tree.origin = root.center;
    const double size = root.half_extents.maxCoeff();
    tree.exponent = size > 0 && std::isfinite(size) ? -std::ilogb(size) - 1 : 0;
  }

  void run() {
    append_node();
    place(0, 0, 0);
    std::size_t next = 0;
    while (next < pending_.size()) {  // grows while we walk it: level by level
      const Pending task = pending_[next++];
      const std::vector<std::uint32_t> slots = plan_.slots_of(task.binary);
      for (std::size_t lane = 0; lane < slots.size(); ++lane) place(task.wide, lane, slots[lane]);
    }
  }

  WideTree tree;

 private:
  /// Wide node `wide` is to hold what is below the binary node.
  struct Pending {
    std::uint32_t binary, wide;
  };

  std::uint32_t append_node() {
    clear(tree.nodes.emplace_back());
    return static_cast<std::uint32_t>(tree.nodes.size() - 1);
  }

  void place(std::uint32_t wide, std::size_t lane, std::uint32_t binary) {
    store_box(tree.nodes[wide].boxes, lane, binary_[binary].box);
    if (plan_.lists_triangles(binary)) {
      const TriangleRange range = plan_.triangles_below(binary);
      tree.nodes[wide].slots[lane] = Slot::of_triangles(range.first, range.count);
      return;
    }
    const std::uint32_t child = append_node();
    tree.nodes[wide].slots[lane] = Slot::of_node(child);
    pending_.push_back({binary, child});
  }

  /// A box around `box` whose numbers are floats: with A the rounded axes, a point has coordinates (AᵀA)^-1 Aᵀ (point - centre).
  void store_box(sat::EightBoxes& boxes, std::size_t lane, const Obb& box) {
    const Frame axes{in_single_precision(box.axes[0]), in_single_precision(box.axes[1]), in_single_precision(box.axes[2])};
    const Vec3 exact_center = (box.center - tree.origin).unaryExpr([&](double x) { return std::ldexp(x, tree.exponent); });
    const Vec3 center = in_single_precision(exact_center);
    const Vec3 half = box.half_extents.unaryExpr([&](double x) { return std::ldexp(x, tree.exponent); });
    Vec3 reach;
    for (Eigen::Index i = 0; i < 3; ++i) {
      const Vec3& axis = axes[static_cast<std::size_t>(i)];
      reach[i] = std::abs(axis.dot(exact_center - center));
      for (Eigen::Index k = 0; k < 3; ++k) reach[i] += std::abs(axis.dot(box.axes[static_cast<std::size_t>(k)])) * half[k];
    }
    const double room = 2 * orthonormality_defect(axes) * reach.sum() + double_slack * (reach.sum() + exact_center.lpNorm<1>());
    for (Eigen::Index k = 0; k < 3; ++k) {
      boxes.center[k][lane] = static_cast<float>(center[k]);
      boxes.half_extents[k][lane] = rounded_up(reach[k] + room);
      for (std::size_t j = 0; j < 3; ++j) boxes.axes[j][k][lane] = static_cast<float>(axes[j][k]);
    }
    tree.reach = std::max(tree.reach, center.lpNorm<1>());
  }

  std::span<const TreeNode> binary_;
  Collapse plan_;
  std::vector<Pending> pending_;
};

}  // namespace

WideTree collapse_to_wide(std::span<const TreeNode> nodes, std::uint32_t max_leaf_triangles) {
  if (nodes.empty()) return {};
  WideBuilder builder(nodes, std::max(max_leaf_triangles, merged_triangles));
  builder.run();
  builder.tree.nodes.shrink_to_fit();
  return std::move(builder.tree);
}

}  // namespace graze::tree
