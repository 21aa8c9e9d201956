#pragma once
/// Sides of boxes moved outward by a length.

#include <cmath>
#include <cstdint>
#include <cstring>

#include "broad/node.h"
#include "simd/force_inline.h"

namespace graze::broad {

GRAZE_FORCE_INLINE float bounded(float x) { return x > unbounded ? unbounded : x < -unbounded ? -unbounded : x; }

/// x moved outward by a length, rounded outward. The sum of doubles is off by less than its own step, which is far less than the
/// step of a float that is added; where both vanish beside x, one step is more than enough.
GRAZE_FORCE_INLINE float widened(float x, float by) {
  if (!(x >= -unbounded && x <= unbounded)) return x;  // nowhere stays there
  const float nearest = static_cast<float>(static_cast<double>(x) + static_cast<double>(by));
  std::uint32_t bits = 0;
  std::memcpy(&bits, &nearest, sizeof bits);
  const bool is_negative = (bits >> 31U) != 0;
  if (nearest == 0) {
    bits = by < 0 ? 0x80000001U : 1U;  // the smallest numbers on either side of zero
  } else {
    bits += is_negative == (by < 0) ? 1U : ~0U;
  }
  float outward = 0;
  std::memcpy(&outward, &bits, sizeof outward);
  return bounded(nearest > unbounded || nearest < -unbounded ? nearest : outward);
}

/// At least the distance, which is not negative.
[[nodiscard]] inline float widening_of(double distance) {
  if (!(distance > 0)) return 0;
  return bounded(std::nextafter(static_cast<float>(distance), nowhere));
}

[[nodiscard]] inline Box32 widened(const Box32& box, float by) {
  if (by == 0) return box;
  Box32 wide{};
  for (std::size_t k = 0; k < 3; ++k) {
    wide.lo[k] = widened(box.lo[k], -by);
    wide.hi[k] = widened(box.hi[k], by);
  }
  return wide;
}

}  // namespace graze::broad
