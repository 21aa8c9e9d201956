#pragma once
/// The way between given places of two zonotopes, in twice the digits of a double.

#include <span>

#include "numbers/double_double.h"
#include "numbers/vector.h"
#include "quick/zonotope.h"

namespace graze::distance {

struct FineWay {
  Vector3<DoubleDouble> x;  ///< from a to b, unit of the input
  double error = 0;         ///< of each coordinate at most, unit of the input
};

/// A place near an end may be moved by a rounding; ends stay ends.
[[nodiscard]] FineWay fine_way(const Zonotope& a, std::span<const double> on_a, const Zonotope& b, std::span<const double> on_b);

/// Whether these places are certainly no farther apart than the radii. Tells of bodies that touch exactly where no number is
/// rounded on the way, as is usual of numbers that people write.
[[nodiscard]] bool surely_meet(const Zonotope& a, std::span<const double> on_a, const Zonotope& b, std::span<const double> on_b);

}  // namespace graze::distance
