#pragma once
/// The kernels about the boxes of a tree, one table for each instruction set.

#include "simd/processor.h"
#include "tree/nodes/compact_node.h"
#include "tree/nodes/extent_lanes.h"

namespace graze::tree {

struct NodeKernels {
  Unpack unpack;
  ExtentAlong extent_along;
};

extern const NodeKernels node_kernels_baseline;
extern const NodeKernels node_kernels_avx2;

[[nodiscard]] inline const NodeKernels& node_kernels() { return simd::of_processor(node_kernels_baseline, node_kernels_avx2); }

}  // namespace graze::tree
