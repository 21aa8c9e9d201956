#include "tree/build/compact_tree.h"

#include <algorithm>

#include "tree/nodes/box_ref.h"
#include "tree/nodes/wide_box.h"

namespace graze::tree {
namespace {

/// Nodes that one task packs.
constexpr std::size_t grain = 256;

/// Bounds |x|+|y|+|z| of the centres.
double reach_of(const WideTree& tree) {
  double reach = 0;
  for (std::uint32_t n = 0; n < tree.node_count(); ++n) {
    sat::EightBoxes room;
    const sat::EightBoxes& boxes = NodesView(tree).open(n, room);
    for (std::size_t lane = 0; lane < 8; ++lane) reach = std::max(reach, stored_box(boxes, lane).center.lpNorm<1>());
  }
  return reach;
}

}  // namespace

void make_compact(WideTree& tree, Crew& crew) {
  tree.compact.resize(tree.nodes.size());
  crew.each(0, (tree.nodes.size() + grain - 1) / grain, [&](std::size_t part) {
    for (std::size_t i = part * grain; i < std::min(tree.nodes.size(), (part + 1) * grain); ++i)
      tree.compact[i] = packed(tree.nodes[i]);
  });
  tree.nodes = {};
  tree.reach = reach_of(tree);
}

void make_wide(WideTree& tree) {
  tree.nodes.resize(tree.compact.size());
  for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
    unpack(tree.compact[i], tree.nodes[i].boxes);
    tree.nodes[i].slots = tree.compact[i].slots;
  }
  tree.compact = {};
}

}  // namespace graze::tree
