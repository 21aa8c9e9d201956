#pragma once
/// How far stored axes are from being orthonormal.

#include <algorithm>
#include <cmath>

#include <graze/shapes.h>

#include "numbers/tolerance.h"

namespace graze {

/// Upper bound of |a_i.a_j - delta_ij| over the axes, for axes of about unit length.
[[nodiscard]] inline double orthonormality_defect(const Frame& axes) {
  double defect = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = i; j < 3; ++j) defect = std::max(defect, std::abs(axes[i].dot(axes[j]) - (i == j ? 1.0 : 0.0)));
  }
  return defect + 4 * tolerance::rounding;  // three products and two sums of a total of 1, and the subtraction
}

}  // namespace graze
