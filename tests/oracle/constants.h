#pragma once
/// Numbers that many tests name.

#include <limits>
#include <numbers>

namespace graze::testing {

inline constexpr double infinity = std::numeric_limits<double>::infinity();
inline constexpr double pi = std::numbers::pi;

}  // namespace graze::testing
