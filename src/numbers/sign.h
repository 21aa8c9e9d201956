#pragma once
/// The sign of a number, or that it is not known yet.

namespace graze {

enum class Sign : signed char { negative = -1, zero = 0, positive = 1, unknown = 2 };

/// The sign of the product with -1.
[[nodiscard]] constexpr Sign operator-(Sign sign) {
  return sign == Sign::unknown ? sign : static_cast<Sign>(-static_cast<signed char>(sign));
}

}  // namespace graze
