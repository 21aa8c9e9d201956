#pragma once
/// Puts pairs that several threads have found, in any order, into the one order they are reported in.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "broad/crew.h"
#include "broad/node.h"

namespace graze::broad {

/// What one thread has found, and needs for sorting.
struct alignas(bytes_apart) PairsOfThread {
  std::vector<IndexPair> room;  ///< only the first `count` are pairs
  std::size_t count = 0;
  std::size_t opened = 0;           ///< pairs of nodes looked at
  std::vector<std::size_t> places;  ///< where its next pair of each range goes
  std::vector<std::uint32_t> ends;  ///< of the pairs of each index of a range

  [[nodiscard]] std::span<const IndexPair> pairs() const { return {room.data(), count}; }
};

/// What searching and sorting need on their way, kept for the next time.
struct PairRoom {
  std::vector<PairsOfThread> threads;
  std::vector<IndexPair> split;     ///< by range of the smaller index
  std::vector<std::size_t> begins;  ///< of each range in split, and its end

  /// As if nothing had been found yet.
  void start(std::size_t thread_count);
  [[nodiscard]] std::size_t memory_bytes() const;
};

/// All that was found, each pair of which is there once, sorted.
void sort_pairs(PairRoom& room, std::size_t bodies, Crew& crew, std::vector<IndexPair>& sorted);

}  // namespace graze::broad
