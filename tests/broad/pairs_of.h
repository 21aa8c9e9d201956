#pragma once
/// The pairs that a broad phase finds, as a list.

#include <vector>

#include "broad/box_scenes.h"
#include "broad/broad_phase.h"

namespace graze::broad::testing {

inline std::vector<IndexPair> pairs_of(BroadPhase& broad) {
  std::vector<IndexPair> pairs;
  broad.pairs(pairs);
  return pairs;
}

/// Of one that has just been given these boxes.
inline std::vector<IndexPair> fresh_pairs(const Boxes& boxes, unsigned threads = 1) {
  BroadPhase broad(threads);
  broad.assign(boxes);
  return pairs_of(broad);
}

}  // namespace graze::broad::testing
