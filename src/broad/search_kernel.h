#pragma once
/// The search of a tree of boxes against itself, and of one box against it. Compiled once for each instruction set.

#include "broad/kernels.h"
#include "broad/widened.h"
#include "simd/lanes.h"

namespace graze::broad::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Float8;
using simd::GRAZE_SIMD_TARGET::Mask8;

struct Sides {
  Float8 lo[3];
  Float8 hi[3];
};

/// Bit k: lane k of the node meets the box, which is the same in all lanes.
GRAZE_FORCE_INLINE unsigned meeting(const Node& node, const Sides& box) {
  Mask8 apart = (box.lo[0] > Float8::load(node.planes[3])) | (Float8::load(node.planes[0]) > box.hi[0]);
#pragma GCC unroll 2
  for (std::size_t k = 1; k < 3; ++k) {
    apart = apart | (box.lo[k] > Float8::load(node.planes[k + 3])) | (Float8::load(node.planes[k]) > box.hi[k]);
  }
  return ~apart.bits() & 0xffU;
}

/// Whether boxes are widened is known when this is compiled: the plain search has nothing to ask.
template <bool is_wide>
GRAZE_FORCE_INLINE Sides lane_of(const Node& node, std::size_t lane, float widening) {
  Sides sides;
#pragma GCC unroll 3
  for (std::size_t k = 0; k < 3; ++k) {
    const float lo = node.planes[k][lane], hi = node.planes[k + 3][lane];
    sides.lo[k] = Float8(is_wide ? widened(lo, -widening) : lo);
    sides.hi[k] = Float8(is_wide ? widened(hi, widening) : hi);
  }
  return sides;
}

GRAZE_FORCE_INLINE std::size_t lowest_bit(std::uint64_t bits) { return static_cast<std::size_t>(__builtin_ctzll(bits)); }

GRAZE_FORCE_INLINE bool lets_through(const Filter* filters, std::uint32_t a, std::uint32_t b) {
  return (filters[a].group & filters[b].mask) != 0 && (filters[b].group & filters[a].mask) != 0;
}

/// Bit 8 i + j: body i of leaf a and body j of leaf b.
GRAZE_FORCE_INLINE void write_pairs(PairSearch& search, const std::uint32_t* a, const std::uint32_t* b, std::uint64_t bits) {
  if (bits == 0) return;
  if (search.found.end - search.found.at < 64) search.found.more(search.found);
  IndexPair* at = search.found.at;
  for (; bits != 0; bits &= bits - 1) {
    const std::size_t which = lowest_bit(bits);
    const std::uint32_t one = a[which / lane_count], other = b[which % lane_count];
    *at = one < other ? IndexPair{one, other} : IndexPair{other, one};
    at += search.filters == nullptr || lets_through(search.filters, one, other) ? 1 : 0;
  }
  search.found.at = at;
}

/// Which lanes of node a meet the box of node b, known from the node above.
template <bool is_wide>
GRAZE_FORCE_INLINE unsigned lanes_near(const PairSearch& search, std::size_t level, const Node& a, std::uint32_t b) {
  const Node& above = search.levels.nodes[level + 1][b / lane_count];
  return meeting(a, lane_of<is_wide>(above, b % lane_count, search.widening));
}

/// Calls visit(child of a, children of b as bits) for all that meet.
template <bool is_wide, class Visit>
GRAZE_FORCE_INLINE void each_meeting(PairSearch& search, std::size_t level, NodePair nodes, const Visit& visit) {
  const Node& a = search.levels.nodes[level][nodes.a];
  const Node& b = search.levels.nodes[level][nodes.b];
  ++search.opened;
  if (nodes.a == nodes.b) {
    for (std::size_t i = 0; i + 1 < lane_count; ++i) {
      const unsigned later = meeting(a, lane_of<is_wide>(a, i, search.widening)) & (0xfeU << i) & 0xffU;
      if (later != 0) visit(i, later);
    }
    return;
  }
  for (unsigned near = lanes_near<is_wide>(search, level, a, nodes.b); near != 0; near &= near - 1) {
    const std::size_t i = lowest_bit(near);
    const unsigned others = meeting(b, lane_of<is_wide>(a, i, search.widening));
    if (others != 0) visit(i, others);
  }
}

/// Calls visit(children as a pair) for all pairs of children of two inner nodes that meet.
template <bool is_wide, class Visit>
GRAZE_FORCE_INLINE void each_child_pair(PairSearch& search, std::size_t level, NodePair nodes, const Visit& visit) {
  const std::uint32_t first_a = nodes.a * std::uint32_t{lane_count}, first_b = nodes.b * std::uint32_t{lane_count};
  if (nodes.a == nodes.b) {
    const Node& node = search.levels.nodes[level][nodes.a];
    for (std::uint32_t i = 0; i < lane_count; ++i) {
      if (!(node.planes[0][i] > unbounded)) visit(NodePair{first_a + i, first_a + i});  // else all its bodies were removed
    }
  }
  each_meeting<is_wide>(search, level, nodes, [&](std::size_t i, unsigned others) {
    for (; others != 0; others &= others - 1) {
      visit(NodePair{first_a + static_cast<std::uint32_t>(i), first_b + static_cast<std::uint32_t>(lowest_bit(others))});
    }
  });
}

inline void open_pair(PairSearch& search, std::size_t level, NodePair nodes, NodePairSink& children) {
  if (children.end - children.at < 64) children.more(children);  // 8 + 28 of a node and itself, 64 of two
  const auto keep = [&](NodePair pair) { *children.at++ = pair; };
  if (search.widening == 0) {
    each_child_pair<false>(search, level, nodes, keep);
  } else {
    each_child_pair<true>(search, level, nodes, keep);
  }
}

template <bool is_wide>
inline void search_leaves(PairSearch& search, NodePair leaves) {
  std::uint64_t bits = 0;
  each_meeting<is_wide>(search, 0, leaves,
                        [&](std::size_t i, unsigned others) { bits |= std::uint64_t{others} << (lane_count * i); });
  write_pairs(search, search.levels.order + leaves.a * lane_count, search.levels.order + leaves.b * lane_count, bits);
}

/// As deep as there are levels.
template <bool is_wide>
inline void search_nodes(PairSearch& search, std::size_t level, NodePair nodes) {  // NOLINT(misc-no-recursion)
  if (level == 0) return search_leaves<is_wide>(search, nodes);
  each_child_pair<is_wide>(search, level, nodes, [&](NodePair pair) { search_nodes<is_wide>(search, level - 1, pair); });
}

inline void search_pair(PairSearch& search, std::size_t level, NodePair nodes) {
  if (search.widening == 0) {
    search_nodes<false>(search, level, nodes);
  } else {
    search_nodes<true>(search, level, nodes);
  }
}

inline void search_below(const Levels& levels, std::size_t level, std::size_t node, const Sides& box,
                         BodySink& found) {  // NOLINT(misc-no-recursion)
  unsigned lanes = meeting(levels.nodes[level][node], box);
  if (level == 0 && static_cast<std::size_t>(found.end - found.at) < lane_count) found.more(found);
  for (; lanes != 0; lanes &= lanes - 1) {
    const std::size_t child = node * lane_count + lowest_bit(lanes);
    if (level == 0) {
      *found.at++ = levels.order[child];
    } else {
      search_below(levels, level - 1, child, box, found);
    }
  }
}

inline void search_box(const Levels& levels, const Box32& box, BodySink& found) {
  Sides sides;
  for (std::size_t k = 0; k < 3; ++k) {
    sides.lo[k] = Float8(box.lo[k]);
    sides.hi[k] = Float8(box.hi[k]);
  }
  search_below(levels, levels.count - 1, 0, sides, found);
}

}  // namespace graze::broad::GRAZE_SIMD_TARGET
