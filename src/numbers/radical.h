#pragma once
/// Sums of an exact number and square roots of exact numbers: compared exactly, and rounded to the last bit.

#include "numbers/dyadic.h"

namespace graze {

/// (whole + sqrt(root_a) + sqrt(root_b)) / sqrt(scale); the roots are of numbers >= 0, the scale is > 0.
struct Radical {
  Dyadic whole = 0;
  Dyadic root_a = 0;
  Dyadic root_b = 0;
  Dyadic scale = 1;
};

/// -1, 0 or 1, exactly.
[[nodiscard]] int sign_of(const Radical& x);

/// Sign of x - y, exactly; x has one root, root_b being zero, and y is finite.
[[nodiscard]] int compare(const Radical& x, double y);

/// Off by at most one unit in the last place; 0 only where the number is, or where no double is so small.
[[nodiscard]] double nearly(const Radical& x);

/// The least double that is not below x, which has one root; infinite beyond the largest.
[[nodiscard]] double rounded_up(const Radical& x);
/// The greatest double that is not above x, which has one root.
[[nodiscard]] double rounded_down(const Radical& x);

}  // namespace graze
