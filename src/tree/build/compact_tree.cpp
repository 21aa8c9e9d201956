/// Turns the nodes of a wide tree into compact ones, on several threads, and back.

#include "tree/build/compact_tree.h"

#include <algorithm>
#include <vector>

#include "tree/nodes/box_ref.h"
#include "tree/nodes/wide_box.h"

namespace graze::tree {
namespace {

/// Nodes that one task packs.
constexpr std::size_t nodes_per_task = 256;

}  // namespace

double reach_of_centers(const WideTree& tree) {
  double reach = 0;
  for (std::uint32_t n = 0; n < tree.node_count(); ++n) {
    sat::EightBoxes buffer;
    const sat::EightBoxes& boxes = NodesView(tree).open(n, buffer);
    for (std::size_t lane = 0; lane < 8; ++lane) reach = std::max(reach, stored_box(boxes, lane).center.lpNorm<1>());
  }
  return reach;
}

void make_compact(WideTree& tree, Crew& crew) {
  tree.compact.resize(tree.nodes.size());
  crew.each(0, (tree.nodes.size() + nodes_per_task - 1) / nodes_per_task, [&](std::size_t part) {
    for (std::size_t i = part * nodes_per_task; i < std::min(tree.nodes.size(), (part + 1) * nodes_per_task); ++i)
      tree.compact[i] = packed(tree.nodes[i]);
  });
  tree.nodes = std::vector<WideNode>();  // = {} would keep the memory
  tree.reach = reach_of_centers(tree);
}

void make_wide(WideTree& tree) {
  tree.nodes.resize(tree.compact.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    unpack(tree.compact[i], tree.nodes[i].boxes);
    tree.nodes[i].slots = tree.compact[i].slots;
  }
  tree.compact = std::vector<CompactNode>();
}

}  // namespace graze::tree
