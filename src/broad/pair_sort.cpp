/// Pairs are split by ranges of their smaller index, so that the counts of a range stay in the cache and threads share nothing;
/// then counted and put in place by that index; the few of an index are sorted by the larger one.

#include "broad/pair_sort.h"

#include <algorithm>
#include <utility>

#include "broad/crew.h"

namespace graze::broad {
namespace {

/// Indices of a range: their counts take 32 KB, and 10^5 bodies make thirteen of them, enough to keep threads busy.
constexpr int range_bits = 13;
constexpr std::size_t range_size = std::size_t{1} << range_bits;

/// Beyond so many neighbours of one body, insertion is no longer the fastest.
constexpr std::size_t few_neighbours = 32;

std::size_t range_of(const IndexPair& pair) { return pair.first >> range_bits; }

void sort_neighbours(IndexPair* first, IndexPair* last) {
  if (static_cast<std::size_t>(last - first) > few_neighbours) return std::sort(first, last);
  for (IndexPair* i = first + 1; i < last; ++i) {
    const IndexPair moved = *i;
    IndexPair* hole = i;
    for (; hole != first && moved.second < hole[-1].second; --hole) *hole = hole[-1];
    *hole = moved;
  }
}

void count_ranges(PairRoom& room, std::size_t ranges, Crew& crew) {
  crew.each(room.threads.size(), [&](std::size_t thread, std::size_t) {
    PairsOfThread& here = room.threads[thread];
    here.places.assign(ranges + bytes_apart / sizeof(std::size_t), 0);
    for (const IndexPair& pair : here.pairs()) ++here.places[range_of(pair)];
  });
  room.begins.resize(ranges + 1);
  std::size_t place = 0;
  for (std::size_t range = 0; range < ranges; ++range) {
    room.begins[range] = place;
    for (PairsOfThread& thread : room.threads) {
      const std::size_t count = std::exchange(thread.places[range], place);
      place += count;
    }
  }
  room.begins[ranges] = place;
}

void split_by_range(PairRoom& room, Crew& crew) {
  crew.each(room.threads.size(), [&](std::size_t thread, std::size_t) {
    PairsOfThread& here = room.threads[thread];
    for (const IndexPair& pair : here.pairs()) room.split[here.places[range_of(pair)]++] = pair;
  });
}

/// `from` to `from + count` have smaller indices from `base` on.
void sort_range(const IndexPair* from, std::size_t count, std::size_t base, std::vector<std::uint32_t>& ends, IndexPair* to) {
  ends.assign(range_size, 0);
  for (std::size_t i = 0; i < count; ++i) ++ends[from[i].first - base];
  std::uint32_t place = 0;
  for (std::uint32_t& end : ends) {
    const std::uint32_t here = end;
    end = place;
    place += here;
  }
  for (std::size_t i = 0; i < count; ++i) to[ends[from[i].first - base]++] = from[i];
  std::uint32_t begin = 0;
  for (const std::uint32_t end : ends) {
    if (end - begin > 1) sort_neighbours(to + begin, to + end);
    begin = end;
  }
}

}  // namespace

void PairRoom::start(std::size_t thread_count) {
  threads.resize(thread_count);
  for (PairsOfThread& thread : threads) thread.count = thread.opened = 0;
}

std::size_t PairRoom::memory_bytes() const {
  std::size_t bytes = split.capacity() * sizeof(IndexPair) + begins.capacity() * sizeof(std::size_t);
  for (const PairsOfThread& thread : threads) {
    bytes += sizeof thread + thread.room.capacity() * sizeof(IndexPair) + thread.places.capacity() * sizeof(std::size_t) +
             thread.ends.capacity() * sizeof(std::uint32_t);
  }
  return bytes;
}

void sort_pairs(PairRoom& room, std::size_t bodies, Crew& crew, std::vector<IndexPair>& sorted) {
  const std::size_t ranges = bodies / range_size + 1;
  count_ranges(room, ranges, crew);
  room.split.resize(room.begins[ranges]);
  sorted.resize(room.begins[ranges]);
  split_by_range(room, crew);
  crew.each(ranges, [&](std::size_t range, std::size_t worker) {
    const std::size_t begin = room.begins[range];
    sort_range(room.split.data() + begin, room.begins[range + 1] - begin, range << range_bits, room.threads[worker].ends,
               sorted.data() + begin);
  });
}

}  // namespace graze::broad
