#pragma once
/// Wide trees from nodes of 512 bytes to compact ones and back.

#include "tree/nodes/build_tasks.h"
#include "tree/nodes/wide_tree.h"

namespace graze::tree {

/// Every box grows a little. To be called from Crew::run().
void make_compact(WideTree& tree, Crew& crew);

/// The boxes stay as they are.
void make_wide(WideTree& tree);

/// Bounds |x|+|y|+|z| of the centres.
[[nodiscard]] double reach_of_centers(const WideTree& tree);

}  // namespace graze::tree
