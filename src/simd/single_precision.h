#pragma once
/// Rounding to single precision that happens.

namespace graze::simd {

/// The float nearest to x, as a double. Through memory, because g++ 12 drops both conversions of (double)(float)x at -O2 when it
/// packs two neighbours into one register. SinglePrecision.IsRoundedToInEveryNeighbour
[[nodiscard]] inline double nearest_float(double x) {
  const volatile float rounded = static_cast<float>(x);
  return static_cast<double>(rounded);
}

}  // namespace graze::simd
