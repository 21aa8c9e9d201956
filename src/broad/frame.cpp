/// Chooses the cells of the curve.

#include "broad/frame.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <numeric>

namespace graze::broad {
namespace {

/// Cells are numbered in registers of 32 bits, and through floats.
constexpr int most_bits_of_axis = 30;

/// Smaller cells tell more bodies apart and cost more passes of sorting. A quarter: not tuned.
constexpr std::size_t share_of_small = 4;

/// The exponent of the power of two that a quarter of the bodies are smaller than.
int exponent_of_small(const FrameBounds& bounds) {
  const std::size_t all = std::accumulate(std::begin(bounds.sizes), std::end(bounds.sizes), std::size_t{0});
  std::size_t below = 0;
  int bin = 0;
  for (; bin < 255 && below <= all / share_of_small; ++bin) below += bounds.sizes[bin];
  return bin - 127;  // the last bin added ends at 2^(bin - 1 - 126)
}

int bits_of(double extent, int exponent) {
  const double cells = std::ldexp(extent, -exponent);
  if (!(cells >= 1)) return 0;
  return cells < std::ldexp(1, 31) ? static_cast<int>(std::bit_width(static_cast<std::uint32_t>(cells))) : 64;
}

}  // namespace

void FrameBounds::add(const FrameBounds& other) {
  for (std::size_t k = 0; k < 3; ++k) {
    lo[k] = std::min(lo[k], other.lo[k]);
    hi[k] = std::max(hi[k], other.hi[k]);
  }
  for (std::size_t k = 0; k < std::size(sizes); ++k) sizes[k] += other.sizes[k];
  missing += other.missing;
}

Curve curve_of(const FrameBounds& bounds, std::size_t bodies) {
  Curve curve;
  curve.id_bits = static_cast<int>(std::bit_width(bodies));
  curve.some_are_missing = bounds.missing != 0;
  if (!(bounds.lo[0] <= bounds.hi[0])) return curve;  // nothing has a place: the order of indices
  double extent[3];
  for (int k = 0; k < 3; ++k) extent[k] = static_cast<double>(bounds.hi[k]) - static_cast<double>(bounds.lo[k]);
  std::sort(curve.axis, curve.axis + 3, [&](int a, int b) { return extent[a] != extent[b] ? extent[a] > extent[b] : a < b; });
  for (int exponent = exponent_of_small(bounds);; ++exponent) {
    for (int rank = 0; rank < 3; ++rank) curve.bits[rank] = bits_of(extent[curve.axis[rank]], exponent);
    curve.cells_per_length = std::ldexp(1.0F, -exponent);
    if (curve.bits[0] <= most_bits_of_axis && curve.key_bits() + curve.id_bits <= 64) break;
  }
  for (int rank = 0; rank < 3; ++rank) curve.origin[rank] = bounds.lo[curve.axis[rank]];
  return curve;
}

}  // namespace graze::broad
