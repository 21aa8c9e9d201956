#pragma once
/// Puts pairs that several threads have found, in any order, into the one order they are reported in.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "broad/node.h"

namespace graze::broad {

class Crew;

/// What searching and sorting need on their way, kept for the next time.
struct PairRoom {
  std::vector<std::vector<IndexPair>> found;     ///< by thread; only the first counts[t] are pairs
  std::vector<std::size_t> counts;               ///< by thread
  std::vector<IndexPair> split;                  ///< by range of the smaller index
  std::vector<std::size_t> places;               ///< of each range for each thread, then where each range begins
  std::vector<std::vector<std::uint32_t>> ends;  ///< by thread: of the pairs of each index of a range

  [[nodiscard]] std::size_t memory_bytes() const;
};

/// All of room.found, each of which is there once, sorted.
void sort_pairs(PairRoom& room, std::size_t bodies, Crew& crew, std::vector<IndexPair>& sorted);

}  // namespace graze::broad
