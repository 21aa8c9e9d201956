#pragma once
/// Numbers that are the same bit for bit, but for the bits of what is not a number.

#include <cmath>

namespace graze::testing {

template <class Number>
bool is_same(Number a, Number b) {
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  return a == b && std::signbit(a) == std::signbit(b);
}

}  // namespace graze::testing
