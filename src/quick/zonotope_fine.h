#pragma once
/// The offset between given points of two zonotopes, in twice the digits of a double.

#include <span>

#include "numbers/double_double.h"
#include "numbers/vector.h"
#include "quick/zonotope.h"

namespace graze::distance {

struct FineOffset {
  Vector3<DoubleDouble> x;  ///< from a to b, unit of the input
  double error = 0;         ///< of each coordinate at most, unit of the input
};

/// A parameter near an end may be moved by a rounding; ends stay ends.
[[nodiscard]] FineOffset fine_offset(const Zonotope& a, std::span<const double> on_a, const Zonotope& b,
                                     std::span<const double> on_b);

/// Whether these points are certainly no farther apart than the radii. Decides bodies that touch exactly where no intermediate
/// result is rounded, as is usual for numbers that people write.
[[nodiscard]] bool surely_meet(const Zonotope& a, std::span<const double> on_a, const Zonotope& b, std::span<const double> on_b);

}  // namespace graze::distance
