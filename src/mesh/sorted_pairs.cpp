/// Sorts triangle pairs: few by comparisons, many by their digits.

#include "mesh/sorted_pairs.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace graze::query {
namespace {

using Ranks = std::vector<std::uint64_t>;

/// Below so many, comparisons are faster. Measured.
constexpr std::size_t few = 64;
constexpr unsigned digit_bits = 8;
constexpr std::size_t digits = std::size_t{1} << digit_bits;

/// Into `to`, by the digit that begins at a bit; of equal ones the first stays first.
void sort_by_digit(const Ranks& from, Ranks& to, unsigned shift) {
  const auto digit = [&](std::uint64_t rank) { return rank >> shift & (digits - 1); };
  std::uint32_t positions[digits] = {};
  for (const std::uint64_t rank : from) ++positions[digit(rank)];
  std::uint32_t next = 0;
  for (std::uint32_t& position : positions) next += std::exchange(position, next);
  for (const std::uint64_t rank : from) to[positions[digit(rank)]++] = rank;
}

/// As std::sort does it, digit by digit from the last: branch predictors cannot foresee the outcome of comparisons.
void sort_by_digits(Ranks& ranks, unsigned bits) {
  thread_local Ranks other;
  other.resize(ranks.size());
  for (unsigned shift = 0; shift < bits; shift += digit_bits) {
    sort_by_digit(ranks, other, shift);
    ranks.swap(other);
  }
}

}  // namespace

void sort_pairs(std::vector<TrianglePair>& pairs) {
  if (pairs.size() < few) return std::sort(pairs.begin(), pairs.end());
  thread_local Ranks ranks;
  std::uint32_t most_of_a = 0, most_of_b = 0;
  for (const auto& [i, j] : pairs) most_of_a = std::max(most_of_a, i), most_of_b = std::max(most_of_b, j);
  const auto bits_of_a = static_cast<unsigned>(std::bit_width(most_of_a)),
             bits_of_b = static_cast<unsigned>(std::bit_width(most_of_b));
  ranks.resize(pairs.size());
  std::transform(pairs.begin(), pairs.end(), ranks.begin(),
                 [&](const TrianglePair& pair) { return std::uint64_t{pair[0]} << bits_of_b | pair[1]; });
  sort_by_digits(ranks, bits_of_a + bits_of_b);
  const std::uint64_t of_b = (std::uint64_t{1} << bits_of_b) - 1;
  std::transform(ranks.begin(), ranks.end(), pairs.begin(), [&](std::uint64_t rank) {
    return TrianglePair{static_cast<std::uint32_t>(rank >> bits_of_b), static_cast<std::uint32_t>(rank & of_b)};
  });
}

}  // namespace graze::query
