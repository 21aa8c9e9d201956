/// Pairs are split by ranges of their smaller index, so that the counts of a range stay in the cache and threads share nothing;
/// then counted and put in place by that index; the few of an index are sorted by the larger one.

#include "broad/pair_sort.h"

#include <algorithm>

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

/// places[range * threads + thread] of room.split, where pairs of that range found by that thread begin.
void count_ranges(PairRoom& room, std::size_t ranges, Crew& crew) {
  const std::size_t threads = room.found.size();
  room.places.assign(ranges * threads + ranges + 1, 0);
  crew.each(threads, [&](std::size_t thread, std::size_t) {
    for (std::size_t i = 0; i < room.counts[thread]; ++i) ++room.places[range_of(room.found[thread][i]) * threads + thread];
  });
  std::size_t* const begins = room.places.data() + ranges * threads;
  std::size_t place = 0;
  for (std::size_t range = 0; range < ranges; ++range) {
    begins[range] = place;
    for (std::size_t thread = 0; thread < threads; ++thread) {
      const std::size_t count = room.places[range * threads + thread];
      room.places[range * threads + thread] = place;
      place += count;
    }
  }
  begins[ranges] = place;
}

void split_by_range(PairRoom& room, Crew& crew) {
  const std::size_t threads = room.found.size();
  crew.each(threads, [&](std::size_t thread, std::size_t) {
    for (std::size_t i = 0; i < room.counts[thread]; ++i) {
      const IndexPair& pair = room.found[thread][i];
      room.split[room.places[range_of(pair) * threads + thread]++] = pair;
    }
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

std::size_t PairRoom::memory_bytes() const {
  std::size_t bytes = split.capacity() * sizeof(IndexPair) + (counts.capacity() + places.capacity()) * sizeof(std::size_t);
  for (const auto& list : found) bytes += list.capacity() * sizeof(IndexPair);
  for (const auto& list : ends) bytes += list.capacity() * sizeof(std::uint32_t);
  return bytes;
}

void sort_pairs(PairRoom& room, std::size_t bodies, Crew& crew, std::vector<IndexPair>& sorted) {
  const std::size_t ranges = bodies / range_size + 1;
  const std::size_t threads = room.found.size();
  count_ranges(room, ranges, crew);
  const std::size_t* const begins = room.places.data() + ranges * threads;
  room.split.resize(begins[ranges]);
  sorted.resize(begins[ranges]);
  room.ends.resize(crew.size());
  split_by_range(room, crew);
  crew.each(ranges, [&](std::size_t range, std::size_t worker) {
    sort_range(room.split.data() + begins[range], begins[range + 1] - begins[range], range << range_bits, room.ends[worker],
               sorted.data() + begins[range]);
  });
}

}  // namespace graze::broad
