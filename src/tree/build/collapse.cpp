/// Chooses by dynamic programming which binary nodes become slots, and writes the wide nodes.

#include "tree/build/collapse.h"

#include <algorithm>
#include <limits>

namespace graze::tree {
namespace {

constexpr std::size_t width = 8;

/// Triangles are tested one after the other beside oriented boxes, and all of a leaf at once beside axis-aligned ones. In tests of
/// eight boxes. Measured.
constexpr float triangle_cost_oriented = 0.3F;
constexpr float leaf_cost_axis_aligned = 0.7F;

/// What a wide node costs by the memory it takes, however rarely it is visited: so many visits, in as many queries of the whole
/// tree as it has triangles. Saves up to a tenth of the nodes without more visits. Measured. WideTree.TakesAtMost65BytesATriangle
constexpr float node_cost = 3;

/// Three bits for each number of slots from 2 to 8: how many of them the first child gets.
constexpr std::uint32_t shift_of(std::size_t slots) { return static_cast<std::uint32_t>(3 * (slots - 2)); }
std::size_t share_of(std::uint32_t plan, std::size_t slots) { return plan >> shift_of(slots) & 7U; }

/// As many slots as a subtree can use have shares even where fewer are as good: for its own wide node.
constexpr std::uint32_t fewer_suffice = 1U << 21U;
constexpr std::uint32_t lists_triangles = 1U << 22U;

/// The best division of slots between two children, each of which gets one at least and no more than it can use.
struct Division {
  float cost = std::numeric_limits<float>::infinity();
  std::size_t first = 1;
};

Division best_division(const SlotCosts& left, const SlotCosts& right, std::size_t slots) {
  Division best;
  const std::size_t least = right.count < slots ? std::max<std::size_t>(1, slots - right.count) : 1;
  const std::size_t most = std::min<std::size_t>(slots - 1, left.count);
  for (std::size_t k = least; k <= most; ++k) {
    const float cost = left.within[k - 1] + right.within[slots - k - 1];
    if (cost < best.cost) best = {cost, k};
  }
  return best;
}

/// Fills at most so many slots with the subtree or with what is below it.
class SlotFiller {
 public:
  explicit SlotFiller(std::span<const BinaryNode> nodes) : nodes_(nodes) {}

  /// Those of the wide node made from a subtree.
  std::span<const Subtree> slots_of(const Subtree& subtree) {
    count_ = 0;
    divide(subtree, usable(subtree));
    return std::span(slots_).first(count_);
  }

 private:
  static std::size_t usable(const Subtree& subtree) { return std::min<std::size_t>(width, subtree.count); }

  void divide(const Subtree& subtree, std::size_t slots) {
    const BinaryNode& node = nodes_[subtree.node];
    const std::size_t k = share_of(node.plan, slots);
    fill(subtree.left(node.left), k);
    fill(subtree.right(node.left), slots - k);
  }

  void fill(const Subtree& subtree, std::size_t slots) {
    const std::uint32_t plan = nodes_[subtree.node].plan;
    slots = std::min(slots, usable(subtree));
    if (slots == usable(subtree) && (plan & fewer_suffice) != 0) --slots;
    while (slots > 1 && share_of(plan, slots) == 0) --slots;
    if (slots == 1) {
      slots_[count_++] = subtree;
    } else {
      divide(subtree, slots);
    }
  }

  std::span<const BinaryNode> nodes_;
  std::array<Subtree, width> slots_;
  std::size_t count_ = 0;
};

}  // namespace

CollapseRules collapse_rules(BoxKind kind, std::uint32_t max_leaf, float surface, std::size_t triangle_count) {
  const bool is_oriented = kind == BoxKind::oriented;
  return {max_leaf, is_oriented ? 0 : leaf_cost_axis_aligned, is_oriented ? triangle_cost_oriented : 0,
          node_cost * surface / static_cast<float>(triangle_count)};
}

SlotCosts costs_of_triangle(float surface, const CollapseRules& rules) {
  SlotCosts costs;
  costs.within.fill(surface * (rules.leaf_cost + rules.triangle_cost));
  costs.count = 1;
  return costs;
}

SlotCosts costs_of_node(const SlotCosts& left, const SlotCosts& right, float surface, const CollapseRules& rules,
                        BinaryNode& node) {
  SlotCosts costs;
  costs.count = left.count + right.count;
  std::array<Division, width + 1> division;
  const std::size_t most = std::min<std::size_t>(width, costs.count);
  for (std::size_t slots = 2; slots <= most; ++slots) division[slots] = best_division(left, right, slots);
  const float as_leaf = costs.count <= rules.max_leaf
                            ? surface * (rules.leaf_cost + static_cast<float>(costs.count) * rules.triangle_cost)
                            : std::numeric_limits<float>::infinity();
  const float as_node = surface + rules.node_price + division[most].cost;
  node.plan = as_leaf <= as_node ? lists_triangles : 0;
  costs.within[0] = std::min(as_leaf, as_node);
  for (std::size_t slots = 2; slots <= width; ++slots) {
    float& cost = costs.within[slots - 1];
    cost = costs.within[slots - 2];
    if (slots > most) continue;
    const bool is_better = division[slots].cost < cost;
    if (is_better) cost = division[slots].cost;
    if (slots == most && !is_better) node.plan |= fewer_suffice;
    if (is_better || slots == most) node.plan |= static_cast<std::uint32_t>(division[slots].first) << shift_of(slots);
  }
  return costs;
}

std::vector<NodeSlots> collapsed(std::span<const BinaryNode> nodes, std::uint32_t triangle_count) {
  const auto becomes_leaf = [&](const Subtree& s) { return s.count == 1 || (nodes[s.node].plan & lists_triangles) != 0; };
  SlotFiller filler(nodes);
  std::vector<Subtree> below;       // the wide nodes after the first, level by level
  std::vector<NodeSlots> slots(1);  // of all
  const auto slot_for = [&](const Subtree& s) {
    if (becomes_leaf(s)) return Slot::of_triangles(s.first, s.count);
    below.push_back(s);
    return Slot::of_node(static_cast<std::uint32_t>(below.size()));
  };
  slots.front()[0] = slot_for({0, 0, triangle_count});
  for (std::size_t i = 0; i < below.size(); ++i) {  // NOLINT(modernize-loop-convert): slot_for() makes it longer
    NodeSlots& of_node = slots.emplace_back();
    std::size_t lane = 0;
    for (const Subtree& slot : filler.slots_of(below[i])) of_node[lane++] = slot_for(slot);
  }
  return slots;
}

}  // namespace graze::tree
