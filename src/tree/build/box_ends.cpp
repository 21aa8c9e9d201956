/// Counts the triangles below every box, from the leaves up.

#include "tree/build/box_ends.h"

#include "tree/nodes/box_ref.h"

namespace graze::tree {

std::vector<std::uint8_t> box_ends(const WideTree& tree, std::uint32_t max_triangles) {
  const NodesView nodes(tree);
  std::vector<std::uint8_t> ends(tree.node_count(), 0);
  std::vector<std::uint32_t> below(tree.node_count(), 0);
  for (std::size_t n = ends.size(); n-- > 0;) {  // children have greater numbers than their parents
    for (int lane = 0; lane < 8; ++lane) {
      const Slot slot = nodes.slot({static_cast<std::uint32_t>(n), lane});
      if (slot.is_empty()) continue;
      const std::uint32_t count = slot.is_leaf() ? slot.count() : below[slot.node()];
      below[n] += count;
      if (slot.is_leaf() || count <= max_triangles)
        ends[n] = static_cast<std::uint8_t>(ends[n] | 1U << static_cast<unsigned>(lane));
    }
  }
  return ends;
}

}  // namespace graze::tree
