#pragma once
/// The kernels of the broad phase, one table for each instruction set. They see plain arrays only: nothing of theirs may be shared
/// with sources that are compiled for every processor. All variants answer alike, to the bit.

#include <cstddef>
#include <cstdint>

#include "broad/frame.h"
#include "broad/node.h"
#include "simd/processor.h"

namespace graze::broad {

/// Six levels of eight hold 2^18 bodies, eleven all that 32 bits can name; one more holds the box of everything.
inline constexpr std::size_t most_levels = 12;

/// The tree as kernels see it.
struct Levels {
  const Node* nodes[most_levels];  ///< leaves first; the last level has one node
  std::size_t count;
  const std::uint32_t* order;  ///< the bodies of the leaves
};

/// Room that a kernel writes to. Before it is full, more is asked for; `end` may be set beyond where it was, and everything may
/// have moved.
template <class Item>
struct Sink {
  Item* at;
  Item* end;
  void* owner;
  void (*more)(Sink& sink);
};

using PairSink = Sink<IndexPair>;
using BodySink = Sink<std::uint32_t>;

/// Two nodes of a level, or twice the same.
struct NodePair {
  std::uint32_t a, b;
};

using NodePairSink = Sink<NodePair>;

struct PairSearch {
  Levels levels;
  float widening;         ///< of one box of each two; 0 or a length
  const Filter* filters;  ///< by body, or null
  PairSink found;
  std::size_t opened = 0;  ///< pairs of nodes looked at
};

struct RayNumbers {
  double origin[3];
  double direction[3];
  double t_max;
};

struct BroadKernels {
  /// Six doubles a box: min, max. Returns how many are empty.
  std::size_t (*round_boxes)(const double* boxes, std::size_t count, Box32* rounded);
  void (*frame_bounds)(const Box32* boxes, std::size_t count, FrameBounds& bounds);
  /// keys[i] for i in [first, last); first is a multiple of eight.
  void (*curve_keys)(const Box32* boxes, std::size_t first, std::size_t last, const Curve& curve, std::uint64_t* keys);
  /// Leaves [first, last) and their boxes in the nodes above. There are `placed` bodies in all.
  void (*fill_leaves)(const Box32* boxes, const std::uint32_t* order, std::size_t placed, std::size_t first, std::size_t last,
                      Node* leaves, Node* above);
  /// The boxes of nodes [first, last) in the nodes above.
  void (*fill_above)(const Node* nodes, std::size_t first, std::size_t last, Node* above);
  /// The children of two nodes of a level above the leaves that may meet.
  void (*open_pair)(PairSearch& search, std::size_t level, NodePair nodes, NodePairSink& children);
  /// All pairs of bodies below two nodes of a level.
  void (*search_pair)(PairSearch& search, std::size_t level, NodePair nodes);
  /// All bodies whose boxes meet this one.
  void (*search_box)(const Levels& levels, const Box32& box, BodySink& found);
  /// Bit k: lane k may be met by the ray, and then no earlier than at enter[k].
  unsigned (*ray_enters)(const Node& node, const RayNumbers& ray, double (&enter)[lane_count]);
  /// Bit k: lane k is there, and no nearer to the box (min, max) than at_least[k].
  unsigned (*gaps)(const Node& node, const double (&box)[6], double (&at_least)[lane_count]);
};

extern const BroadKernels broad_kernels_baseline;
extern const BroadKernels broad_kernels_avx2;

[[nodiscard]] inline const BroadKernels& broad_kernels() { return simd::of_processor(broad_kernels_baseline, broad_kernels_avx2); }

}  // namespace graze::broad
