#pragma once
/// Powers of two that bring coordinates near one, so that areas and moments neither overflow nor vanish.

#include <span>

#include <graze/shapes.h>

namespace graze {

struct PowerOfTwo {
  int exponent = 0;

  [[nodiscard]] bool is_one() const { return exponent == 0; }
  [[nodiscard]] Vec3 times(const Vec3& v) const;
  /// A box around scaled points, as a box around the points themselves; contains them also where scaling underflows.
  [[nodiscard]] Obb undo(const Obb& scaled) const;
};

/// One while the largest coordinate is within 2^-200 and 2^200 or zero, else what brings it into [1/4, 1/2).
[[nodiscard]] PowerOfTwo scale_to_unit(std::span<const Vec3> points);

}  // namespace graze
