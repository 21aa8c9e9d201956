/// Builds the binary topology from the root down, fitting axes anew every few levels, on several threads.

#include "tree/build/topology.h"

#include <algorithm>

#include <graze/answers.h>

#include "fit/dito_search.h"
#include "geometry/topology.h"
#include "tree/build/split.h"

namespace graze::tree {
namespace {

/// A box is fitted anew after so many levels, while the set is large enough to pay for it. Levels, triangles. Measured.
constexpr std::uint32_t frame_levels = 3;
constexpr std::uint32_t frame_triangles = 16;

/// Sampled corners of a set that its box is fitted to: cuts need no exact axes. Measured.
constexpr std::uint32_t sample_size = 384;

/// Smaller sets are built by one thread. Triangles.
constexpr std::uint32_t triangles_per_task = 4096;

/// The coordinates of a point along three axes are the sum of these, each times a coordinate of the point.
struct Columns {
  Float4 x, y, z;

  [[nodiscard]] Float4 coordinates(const Float4& p) const { return x * p[0] + y * p[1] + z * p[2]; }
};

Columns columns_of(const Eigen::Vector3f& first, const Eigen::Vector3f& second) {
  const Eigen::Vector3f third = first.cross(second);
  return {{first.x(), second.x(), third.x(), 0}, {first.y(), second.y(), third.y(), 0}, {first.z(), second.z(), third.z(), 0}};
}

class TopologyBuilder {
 public:
  TopologyBuilder(const MeshView& mesh, const TreeFrame& frame, const BuildOptions& options, BoxKind kind, Crew& crew,
                  BuildProgress& progress)
      : mesh_(mesh),
        vertices_(vertices_in_tree(mesh, frame, crew)),
        items_(mesh.triangles.size()),
        nodes_(2 * mesh.triangles.size() - 1),
        options_(options),
        kind_(kind),
        crew_(crew),
        progress_(progress) {
    const Columns unturned = columns_of(Eigen::Vector3f::UnitX(), Eigen::Vector3f::UnitY());
    crew.each_of_many(items_.size(), [&](std::size_t i) { items_[i] = placed(static_cast<std::uint32_t>(i), unturned); });
    rules_ = collapse_rules(kind, options.leaf_triangles(), range_of(items_).surface(), items_.size());
  }

  Topology run() {
    const Subtree whole{0, 0, static_cast<std::uint32_t>(items_.size())};
    build({whole, 0, frame_levels});
    if (whole.count < triangles_per_task) progress_.add(whole.count);
    std::vector<std::uint32_t> order(items_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = items_[i].triangle();
    return {std::move(order), std::move(nodes_)};
  }

 private:
  struct Branch {
    Subtree subtree;
    std::uint32_t depth;
    std::uint32_t frame_age;  ///< levels since its items were last measured in axes of their own
  };

  /// Cuts through the middle of the box itself ask for its axes at every level; boxes along the coordinates never turn.
  [[nodiscard]] bool needs_turn(const Branch& branch) const {
    if (kind_ != BoxKind::oriented || options_.fit == NodeFit::aabb) return false;
    if (options_.rule == SplitRule::center) return branch.subtree.count > 2;
    return branch.frame_age >= frame_levels && branch.subtree.count >= frame_triangles;
  }

  [[nodiscard]] std::span<SplitItem> items_of(const Subtree& s) { return std::span(items_).subspan(s.first, s.count); }

  SlotCosts build(Branch branch) {
    const Subtree& subtree = branch.subtree;
    if (subtree.count == 1) return costs_of_triangle(items_[subtree.first].surface(), rules_);
    if (needs_turn(branch)) turn(branch);
    BinaryNode& node = nodes_[subtree.node];
    const float surface = cut(branch, node);
    const Branch left{subtree.left(node.left), branch.depth + 1, branch.frame_age + 1};
    const Branch right{subtree.right(node.left), branch.depth + 1, branch.frame_age + 1};
    if (subtree.count >= triangles_per_task) return build_both(left, right, surface, node);
    const SlotCosts costs = costs_of_node(build(left), build(right), surface, rules_, node);
    return costs;
  }

  SlotCosts build_both(const Branch& left, const Branch& right, float surface, BinaryNode& node) {
    if (progress_.is_called_off()) return {};
    SlotCosts of_left, of_right;
    crew_.both([&] { of_left = build(left); }, [&] { of_right = build(right); });
    for (const Branch& child : {left, right}) {
      if (child.subtree.count < triangles_per_task) progress_.add(child.subtree.count);
    }
    return costs_of_node(of_left, of_right, surface, rules_, node);
  }

  /// Returns the surface of the set's box.
  float cut(const Branch& branch, BinaryNode& node) {
    const std::span<SplitItem> items = items_of(branch.subtree);
    const float surface = range_of(items).surface();
    const std::uint32_t levels_below = std::min(options_.max_depth - branch.depth - 1, 32U);
    node.left =
        static_cast<std::uint32_t>(split(items, {options_.rule, options_.leaf_triangles(), std::uint64_t{1} << levels_below}));
    return surface;
  }

  /// Measures the items of a set in axes of its own.
  void turn(Branch& branch) {
    const std::span<SplitItem> items = items_of(branch.subtree);
    ExtremalPoints<float> extremal;
    const std::size_t corner_count = 3 * items.size();
    const std::size_t step = (corner_count + sample_size - 1) / sample_size;
    for (std::size_t i = 0; i < corner_count; i += step) {
      const std::uint32_t v = mesh_.triangles[items[i / 3].triangle()][i % 3];
      extremal.add(vertices_[v].head<3>().matrix());
    }
    const FrameDirections<float> directions = dito_directions<float>(extremal.points, longest_pair(extremal));
    branch.frame_age = 0;
    if (!(directions.second.squaredNorm() > 0)) return;
    const Columns columns = columns_of(directions.first, directions.second);
    crew_.each_of_many(items.size(), [&](std::size_t i) { items[i] = placed(items[i].triangle(), columns); });
  }

  [[nodiscard]] SplitItem placed(std::uint32_t number, const Columns& columns) const {
    const auto& triangle = mesh_.triangles[number];
    const Float4 a = columns.coordinates(vertices_[triangle[0]]);
    const Float4 b = columns.coordinates(vertices_[triangle[1]]);
    const Float4 c = columns.coordinates(vertices_[triangle[2]]);
    return {a.min(b).min(c), a.max(b).max(c), number};
  }

  const MeshView& mesh_;
  std::vector<Float4> vertices_;
  std::vector<SplitItem> items_;
  std::vector<BinaryNode> nodes_;
  const BuildOptions& options_;
  BoxKind kind_;
  CollapseRules rules_;
  Crew& crew_;
  BuildProgress& progress_;
};

}  // namespace

Topology topology_of(const MeshView& mesh, const TreeFrame& frame, const BuildOptions& options, BoxKind kind, Crew& crew,
                     BuildProgress& progress) {
  return TopologyBuilder(mesh, frame, options, kind, crew, progress).run();
}

}  // namespace graze::tree
