#include "tree/nodes/compact_node.h"

#include "simd/processor.h"

namespace graze::tree {

void unpack(const CompactNode& node, sat::EightBoxes& boxes) {
  static const auto chosen = simd::has_avx2() ? unpack_avx2 : unpack_baseline;
  chosen(node, boxes);
}

}  // namespace graze::tree
