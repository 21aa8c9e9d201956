#pragma once
/// Infinity: a distance or time that nothing exceeds.

#include <limits>

namespace graze::query {

inline constexpr double infinity = std::numeric_limits<double>::infinity();

}  // namespace graze::query
