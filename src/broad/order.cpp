/// Keys of all bodies, then a radix sort, low digit first. Chunks keep their order, so that the result does not depend on their
/// number.

#include "broad/order.h"

#include <algorithm>

#include "broad/crew.h"
#include "broad/kernels.h"

namespace graze::broad {
namespace {

/// Counts of so many values stay in the first cache.
constexpr int most_bits_of_digit = 11;

FrameBounds bounds_of(std::span<const Box32> boxes, OrderRoom& room, Crew& crew) {
  room.bounds.assign(crew.size(), {});
  crew.each_chunk(boxes.size(), 1, [&](std::size_t first, std::size_t last, std::size_t chunk) {
    broad_kernels().frame_bounds(boxes.data() + first, last - first, room.bounds[chunk]);
  });
  for (std::size_t chunk = 1; chunk < room.bounds.size(); ++chunk) room.bounds[0].add(room.bounds[chunk]);
  return room.bounds[0];
}

struct Digit {
  int shift;
  std::uint64_t mask;

  [[nodiscard]] std::size_t of(std::uint64_t key) const { return (key >> shift) & mask; }
};

/// Where the first key of each value goes, chunk by chunk.
void make_places(std::vector<std::uint32_t>& counts, std::size_t values, std::size_t chunks) {
  std::uint32_t place = 0;
  for (std::size_t value = 0; value < values; ++value) {
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      const std::uint32_t count = counts[chunk * values + value];
      counts[chunk * values + value] = place;
      place += count;
    }
  }
}

void sort_by(const Digit& digit, OrderRoom& room, Crew& crew) {
  const std::size_t values = digit.mask + 1;
  room.counts.assign(values * crew.size(), 0);
  crew.each_chunk(room.keys.size(), 1, [&](std::size_t first, std::size_t last, std::size_t chunk) {
    std::uint32_t* const counts = room.counts.data() + chunk * values;
    for (std::size_t i = first; i < last; ++i) ++counts[digit.of(room.keys[i])];
  });
  make_places(room.counts, values, crew.size());
  crew.each_chunk(room.keys.size(), 1, [&](std::size_t first, std::size_t last, std::size_t chunk) {
    std::uint32_t* const places = room.counts.data() + chunk * values;
    for (std::size_t i = first; i < last; ++i) room.other[places[digit.of(room.keys[i])]++] = room.keys[i];
  });
  room.keys.swap(room.other);
}

/// The indices are in order already.
void sort_keys(const Curve& curve, OrderRoom& room, Crew& crew) {
  const int bits = curve.key_bits();
  if (bits == 0) return;
  const int passes = (bits + most_bits_of_digit - 1) / most_bits_of_digit;
  const int width = (bits + passes - 1) / passes;
  for (int pass = 0; pass < passes; ++pass) {
    const int here = std::min(width, bits - pass * width);
    sort_by({curve.id_bits + pass * width, (std::uint64_t{1} << here) - 1}, room, crew);
  }
}

}  // namespace

std::size_t OrderRoom::memory_bytes() const {
  return (keys.capacity() + other.capacity()) * sizeof(std::uint64_t) + counts.capacity() * sizeof(std::uint32_t) +
         bounds.capacity() * sizeof(FrameBounds);
}

std::size_t sort_along_curve(std::span<const Box32> boxes, OrderRoom& room, Crew& crew, std::span<std::uint32_t> order) {
  const FrameBounds bounds = bounds_of(boxes, room, crew);
  const Curve curve = curve_of(bounds, boxes.size());
  room.keys.resize(boxes.size());
  room.other.resize(boxes.size());
  crew.each_chunk(boxes.size(), lane_count, [&](std::size_t first, std::size_t last, std::size_t) {
    broad_kernels().curve_keys(boxes.data(), first, last, curve, room.keys.data());
  });
  sort_keys(curve, room, crew);
  const std::size_t there = boxes.size() - bounds.missing;
  const std::uint64_t id_mask = (std::uint64_t{1} << curve.id_bits) - 1;
  crew.each_chunk(there, lane_count, [&](std::size_t first, std::size_t last, std::size_t) {
    for (std::size_t i = first; i < last; ++i) order[i] = static_cast<std::uint32_t>(room.keys[i] & id_mask);
  });
  std::fill(order.begin() + static_cast<std::ptrdiff_t>(there), order.end(), 0U);
  return there;
}

}  // namespace graze::broad
