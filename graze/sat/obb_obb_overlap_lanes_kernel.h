#pragma once
/// The body of may_overlap, compiled once for each instruction set: the fifteen axes of obb_obb.h, three at a time.

#include <graze/sat/obb_obb_overlap.h>
#include <graze/simd/double_lanes.h>

namespace graze::sat::GRAZE_SIMD_TARGET {

/// Lane j of a row belongs to axis j of b; lane 3 to the way between the centres.
using Row = simd::GRAZE_SIMD_TARGET::DoubleRegister;
using RowBits = simd::GRAZE_SIMD_TARGET::LongRegister;

GRAZE_FORCE_INLINE Row all(double x) { return Row{x, x, x, x}; }

GRAZE_FORCE_INLINE Row abs(Row a) {
  constexpr long long all_but_sign = 0x7fffffffffffffff;
  return reinterpret_cast<Row>(reinterpret_cast<RowBits>(a) & all_but_sign);
}

/// Lane j takes the value of the lane after it, or of the one before it, among the three axes.
GRAZE_FORCE_INLINE Row next(Row a) { return __builtin_shufflevector(a, a, 1, 2, 0, 3); }
GRAZE_FORCE_INLINE Row previous(Row a) { return __builtin_shufflevector(a, a, 2, 0, 1, 3); }

/// Whether a is the greater one in any of the first three lanes.
GRAZE_FORCE_INLINE bool any_greater(Row a, Row b) {
  const RowBits greater = a > b;
#if defined(__AVX2__)
  return (__builtin_ia32_movmskpd256(reinterpret_cast<Row>(greater)) & 7) != 0;
#else
  return (greater[0] | greater[1] | greater[2]) != 0;
#endif
}

/// Row i: axis i of a times the axes of b, and times the way from a's centre to b's.
struct Rows {
  Row r[3];

  GRAZE_FORCE_INLINE Rows(const Obb& a, const Obb& b, const RelativePose& b_in_a) {
    const double* m = b_in_a.rotation.data();
    Row in_b[3], in_a[3];
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) in_b[k] = Row{b.axes[0][k], b.axes[1][k], b.axes[2][k], b.center[k]};
#pragma GCC unroll 3
    for (int k = 0; k < 3; ++k) {
      in_a[k] = all(m[k]) * in_b[0] + all(m[3 + k]) * in_b[1] + all(m[6 + k]) * in_b[2] +
                Row{0, 0, 0, b_in_a.translation[k] - a.center[k]};
    }
#pragma GCC unroll 3
    for (std::size_t i = 0; i < 3; ++i) {
      r[i] = all(a.axes[i][0]) * in_a[0] + all(a.axes[i][1]) * in_a[1] + all(a.axes[i][2]) * in_a[2];
    }
  }
};

/// False as may_overlap is.
GRAZE_FORCE_INLINE bool may_overlap_lanes(const Obb& a, const Obb& b, const RelativePose& b_in_a, const PairMargin& margin) {
  const Rows rows(a, b, b_in_a);
  const auto& r = rows.r;
  const Row absolute[3] = {abs(r[0]), abs(r[1]), abs(r[2])};
  const double* half_a = a.half_extents.data();
  const double* half = b.half_extents.data();
  const double room = margin.relative * ((half_a[0] + half_a[1] + half_a[2]) + (half[0] + half[1] + half[2])) + margin.absolute;

  // Faces of a: |t_i| - sum_j |R_ij| h_j > h_i.
  const Row weights{-half[0], -half[1], -half[2], 1};
  const Row excess[3] = {absolute[0] * weights, absolute[1] * weights, absolute[2] * weights};
  const auto total = [](Row x) { return (x[0] + x[1]) + (x[2] + x[3]); };
  const bool apart_a =
      (total(excess[0]) > half_a[0] + room) | (total(excess[1]) > half_a[1] + room) | (total(excess[2]) > half_a[2] + room);
  if (apart_a) return false;

  const Row half_b{half[0], half[1], half[2], 0};
  const Row along_b = all(r[0][3]) * r[0] + all(r[1][3]) * r[1] + all(r[2][3]) * r[2];
  const Row reach_b =
      half_b + (all(half_a[0]) * absolute[0] + all(half_a[1]) * absolute[1] + all(half_a[2]) * absolute[2]) + all(room);
  if (any_greater(abs(along_b), reach_b)) return false;

  const Row next_half = next(half_b), previous_half = previous(half_b);
  RowBits apart{};
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const Row along = all(r[i2][3]) * r[i1] - all(r[i1][3]) * r[i2];
    const Row reach = (all(half_a[i1]) * absolute[i2] + all(half_a[i2]) * absolute[i1]) +
                      (next_half * previous(absolute[i]) + previous_half * next(absolute[i]));
    apart |= abs(along) > reach + all(room);
  }
#if defined(__AVX2__)
  return (__builtin_ia32_movmskpd256(reinterpret_cast<Row>(apart)) & 7) == 0;
#else
  return (apart[0] | apart[1] | apart[2]) == 0;
#endif
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
