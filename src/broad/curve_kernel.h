#pragma once
/// Places of bodies along a Hilbert curve, eight at a time. [Skilling04] Compiled once for each instruction set; the only roundings
/// are those of a centre and of its offset from the frame, the same in all of them.

#include <cstring>

#include "broad/boxes_kernel.h"

namespace graze::broad::GRAZE_SIMD_TARGET {

using Words [[gnu::vector_size(32)]] = std::uint32_t;
using FloatLanes [[gnu::vector_size(32)]] = float;
using IntLanes [[gnu::vector_size(32)]] = int;
using FourWords [[gnu::vector_size(16)]] = std::uint32_t;
using LongWords [[gnu::vector_size(32)]] = std::uint64_t;

GRAZE_FORCE_INLINE bool has_place(const Box32& box) {
  const FourMasks outside = (lower_of(box) < simd::in_four(-largest_of_frame)) | (upper_of(box) > simd::in_four(largest_of_frame));
  return simd::bits_of_four(outside) == 0;
}

GRAZE_FORCE_INLINE Four center_of(const Box32& box) {
  return simd::in_four(0.5F) * lower_of(box) + simd::in_four(0.5F) * upper_of(box);
}

inline void frame_bounds(const Box32* boxes, std::size_t count, FrameBounds& bounds) {
  Four least = simd::four_of(bounds.lo), greatest = simd::four_of(bounds.hi);
  for (std::size_t i = 0; i < count; ++i) {
    if (boxes[i].lo[0] > unbounded) {
      ++bounds.missing;
      continue;
    }
    if (!has_place(boxes[i])) continue;
    const Four center = center_of(boxes[i]);
    least = simd::smaller(least, center);
    greatest = simd::larger(greatest, center);
    const Four sides = upper_of(boxes[i]) - lower_of(boxes[i]);
    const float two = sides[0] > sides[1] ? sides[0] : sides[1];
    const float longest = two > sides[2] ? two : sides[2];
    std::uint32_t bits = 0;
    std::memcpy(&bits, &longest, sizeof bits);
    ++bounds.sizes[(bits >> 23U) & 255U];
  }
  std::memcpy(bounds.lo, &least, sizeof least);
  std::memcpy(bounds.hi, &greatest, sizeof greatest);
}

/// Cells by rank of the axis. A centre may round past the frame, or have no place in it: it goes to the border.
GRAZE_FORCE_INLINE void cells_of(const Box32* const (&bodies)[lane_count], const Curve& curve, Words (&cells)[3]) {
  float centers[3][lane_count];
#pragma GCC unroll 2
  for (std::size_t half = 0; half < 2; ++half) {
    Four rows[4];
#pragma GCC unroll 4
    for (std::size_t i = 0; i < 4; ++i) rows[i] = center_of(*bodies[4 * half + i]);
    store_half(rows, half, centers);
  }
#pragma GCC unroll 3
  for (std::size_t rank = 0; rank < 3; ++rank) {
    FloatLanes center;
    std::memcpy(&center, centers[curve.axis[rank]], sizeof center);
    const FloatLanes zero{};
    const FloatLanes last = zero + static_cast<float>((std::uint32_t{1} << static_cast<unsigned>(curve.bits[rank])) - 1U);
    FloatLanes cell = (center - curve.origin[rank]) * curve.cells_per_length;
    cell = cell > zero ? cell : zero;
    cell = cell < last ? cell : last;
    const Words word = reinterpret_cast<Words>(__builtin_convertvector(cell, IntLanes));
    const Words greatest = Words{} + ((std::uint32_t{1} << static_cast<unsigned>(curve.bits[rank])) - 1U);
    cells[rank] = word < greatest ? word : greatest;  // the float above may have been rounded up
  }
}

/// The low bits of three coordinates to those of the place on the curve, still one word an axis.
GRAZE_FORCE_INLINE void along_hilbert(Words (&cells)[3], int bits) {
  for (int bit = bits - 1; bit > 0; --bit) {
    const std::uint32_t below = (std::uint32_t{1} << static_cast<unsigned>(bit)) - 1U;
#pragma GCC unroll 3
    for (std::size_t k = 0; k < 3; ++k) {
      const Words is_set = Words{} - ((cells[k] >> static_cast<std::uint32_t>(bit)) & 1U);
      const Words swapped = (cells[0] ^ cells[k]) & below & ~is_set;
      cells[0] ^= (is_set & below) | swapped;
      if (k > 0) cells[k] ^= swapped;
    }
  }
  cells[1] ^= cells[0];
  cells[2] ^= cells[1];
  Words above = cells[2] >> 1U;  // becomes: bit by bit, the parity of all higher bits
  above ^= above >> 1U;
  above ^= above >> 2U;
  above ^= above >> 4U;
  above ^= above >> 8U;
  above ^= above >> 16U;
#pragma GCC unroll 3
  for (Words& cell : cells) cell ^= above;
}

/// Bit i goes to bit 3 i. Up to 21 bits.
GRAZE_FORCE_INLINE LongWords spread(const LongWords& bits) {
  LongWords x = (bits | (bits << 32U)) & 0x001f00000000ffffULL;
  x = (x | (x << 16U)) & 0x001f0000ff0000ffULL;
  x = (x | (x << 8U)) & 0x100f00f00f00f00fULL;
  x = (x | (x << 4U)) & 0x10c30c30c30c30c3ULL;
  return (x | (x << 2U)) & 0x1249249249249249ULL;
}

GRAZE_FORCE_INLINE LongWords half_of(const Words& words, std::size_t half) {
  FourWords four;
  std::memcpy(&four, reinterpret_cast<const char*>(&words) + half * sizeof four, sizeof four);
  return __builtin_convertvector(four, LongWords);
}

/// High bits that not all axes have come first, the axes in turn; then the place on the curve.
GRAZE_FORCE_INLINE LongWords key_of(const Words (&high)[3], const Words (&low)[3], const Curve& curve, std::size_t half) {
  LongWords key{};
  const int common = curve.bits[2];
  for (int bit = curve.bits[0] - 1; bit >= common; --bit) {
    for (std::size_t rank = 0; rank < 3; ++rank) {
      if (curve.bits[rank] <= bit) continue;
      key = (key << 1U) | ((half_of(high[rank], half) >> static_cast<std::uint64_t>(bit)) & 1U);
    }
  }
  const LongWords place =
      (spread(half_of(low[0], half)) << 2U) | (spread(half_of(low[1], half)) << 1U) | spread(half_of(low[2], half));
  return (key << static_cast<std::uint64_t>(3 * common)) | place;
}

inline void curve_keys(const Box32* boxes, std::size_t first, std::size_t last, const Curve& curve, std::uint64_t* keys) {
  const std::uint32_t common_mask = (std::uint32_t{1} << static_cast<unsigned>(curve.bits[2])) - 1U;
  for (std::size_t i = first; i < last; i += lane_count) {
    const std::size_t count = last - i < lane_count ? last - i : lane_count;
    const Box32* bodies[lane_count];
    for (std::size_t k = 0; k < lane_count; ++k) bodies[k] = boxes + i + (k < count ? k : 0);
    Words high[3], low[3];
    cells_of(bodies, curve, high);
    for (std::size_t k = 0; k < 3; ++k) low[k] = high[k] & common_mask;
    along_hilbert(low, curve.bits[2]);
    std::uint64_t places[lane_count];
    for (std::size_t half = 0; half < 2; ++half) {
      const LongWords key = key_of(high, low, curve, half);
      std::memcpy(places + 4 * half, &key, sizeof key);
    }
    for (std::size_t k = 0; k < count; ++k) {
      const bool is_missing = bodies[k]->lo[0] > unbounded;
      const std::uint64_t place = is_missing ? std::uint64_t{1} << static_cast<unsigned>(curve.cell_bits()) : places[k];
      keys[i + k] = (place << static_cast<unsigned>(curve.id_bits)) | (i + k);
    }
  }
}

}  // namespace graze::broad::GRAZE_SIMD_TARGET
