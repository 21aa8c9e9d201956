#include <graze/tree/collapse.h>

#include <algorithm>
#include <limits>

namespace graze::tree {
namespace {

/// Cost of a triangle in a leaf that is reached, in tests of a box against eight. Measured.
constexpr float triangle_cost = 0.3F;

}  // namespace

Collapse::Collapse(std::span<const TreeNode> nodes, std::uint32_t max_leaf)
    : nodes_(nodes),
      max_leaf_(max_leaf),
      unit_(nodes.front().box.half_extents.maxCoeff()),
      costs_(nodes.size()),
      ranges_(nodes.size()) {
  for (auto n = static_cast<std::uint32_t>(nodes.size()); n-- > 0;) find_costs(n);  // children come after their parents
}

/// How often a node is visited is taken to be proportional to the surface of its box.
float Collapse::surface(std::uint32_t n) const {
  if (!(unit_ > 0)) return 1;
  const Vec3 h = nodes_[n].box.half_extents / unit_;
  return static_cast<float>(h.x() * h.y() + h.y() * h.z() + h.z() * h.x());
}

float Collapse::cost_as_leaf(std::uint32_t n) const {
  const std::uint32_t count = ranges_[n].count;
  if (count > max_leaf_ && !nodes_[n].is_leaf()) return std::numeric_limits<float>::infinity();
  return surface(n) * static_cast<float>(count) * triangle_cost;
}

/// How many of the slots the first child gets.
std::size_t Collapse::best_share(std::uint32_t n, std::size_t slots) const {
  const Costs& left = costs_[nodes_[n].first];
  const Costs& right = costs_[nodes_[n].first + 1];
  std::size_t best = 1;
  for (std::size_t k = 2; k < slots; ++k) {
    if (left[k - 1] + right[slots - k - 1] < left[best - 1] + right[slots - best - 1]) best = k;
  }
  return best;
}

float Collapse::cost_of_sharing(std::uint32_t n, std::size_t slots) const {
  const std::size_t k = best_share(n, slots);
  return costs_[nodes_[n].first][k - 1] + costs_[nodes_[n].first + 1][slots - k - 1];
}

void Collapse::find_costs(std::uint32_t n) {
  const TreeNode& node = nodes_[n];
  if (node.is_leaf()) {
    ranges_[n] = {node.first, node.count};
    costs_[n].fill(cost_as_leaf(n));
    return;
  }
  ranges_[n] = {ranges_[node.first].first, ranges_[node.first].count + ranges_[node.first + 1].count};
  Costs& costs = costs_[n];
  costs[0] = std::min(cost_as_leaf(n), cost_of_sharing(n, width) + surface(n));
  for (std::size_t slots = 2; slots <= width; ++slots) costs[slots - 1] = std::min(costs[slots - 2], cost_of_sharing(n, slots));
}

bool Collapse::lists_triangles(std::uint32_t n) const { return nodes_[n].is_leaf() || cost_as_leaf(n) <= costs_[n][0]; }

/// Divides the slots between the children of n.
void Collapse::share(std::uint32_t n, std::size_t slots, std::vector<std::uint32_t>& out) const {
  const std::size_t k = best_share(n, slots);
  fill(nodes_[n].first, k, out);
  fill(nodes_[n].first + 1, slots - k, out);
}

/// Fills at most so many slots with n or with what is below it.
void Collapse::fill(std::uint32_t n, std::size_t slots, std::vector<std::uint32_t>& out) const {
  while (slots > 1 && costs_[n][slots - 1] == costs_[n][slots - 2]) --slots;
  if (slots == 1) {
    out.push_back(n);
  } else {
    share(n, slots, out);
  }
}

std::vector<std::uint32_t> Collapse::slots_of(std::uint32_t n) const {
  std::vector<std::uint32_t> slots;
  share(n, width, slots);
  return slots;
}

}  // namespace graze::tree
