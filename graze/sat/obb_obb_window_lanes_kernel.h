#pragma once
/// The body of may_overlap_during, compiled once for each instruction set: the fifteen axes of obb_obb.h, three at a time.

#include <graze/sat/obb_obb_overlap_lanes_kernel.h>
#include <graze/sat/obb_obb_window.h>

namespace graze::sat::GRAZE_SIMD_TARGET {

/// WindowVisitor for three axes at once. Times that are not numbers change nothing.
struct RowWindow {
  Row speed_margin;
  Row enter;
  Row leave;

  /// `reach` with the margin of the pair.
  GRAZE_FORCE_INLINE void visit(Row signed_speed, Row along, Row reach) {
    constexpr long long only_sign = static_cast<long long>(0x8000000000000000U);
    const Row speed = abs(signed_speed);
    const RowBits sign = reinterpret_cast<RowBits>(signed_speed) & only_sign;
    const Row offset = reinterpret_cast<Row>(reinterpret_cast<RowBits>(along) ^ sign);
    const Row gap_after = offset - reach, closing = speed - speed_margin;
    const Row enters = (-reach - offset) / (speed + speed_margin), leaves = -gap_after / closing;
    enter = enters > enter ? enters : enter;
    // Slower than rounding: parted boxes may still meet, but not before roundings have made up for the gap.
    const RowBits passes = closing > 0, parted = ~passes & (gap_after > 0);
    leave = (passes & (leaves < leave)) ? leaves : leave;
    enter = (parted & (leaves > enter)) ? leaves : enter;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE TimeWindow of_all() const {
    return {std::max(std::max(enter[0], enter[1]), enter[2]), std::min(std::min(leave[0], leave[1]), leave[2])};
  }
  [[nodiscard]] GRAZE_FORCE_INLINE bool is_shut() const {
    const TimeWindow all = of_all();
    return all.enter * WindowVisitor::down > all.leave * WindowVisitor::up;
  }
};

GRAZE_FORCE_INLINE double total_of_axes(Row a) { return a[0] + a[1] + a[2]; }

/// Promises what may_overlap_during does.
GRAZE_FORCE_INLINE std::optional<TimeWindow> may_overlap_during_lanes(const Obb& a, const Obb& b, const RelativePose& b_in_a,
                                                                      const PairMargin& margin, const PairMotion& motion,
                                                                      double t_max) {
  if (motion.speed_margin == 0) return may_overlap_during(a, b, b_in_a, margin, motion, t_max);
  const Rows rows(a, b, b_in_a);
  const auto& r = rows.r;
  const Row absolute[3] = {abs(r[0]), abs(r[1]), abs(r[2])};
  const double* half_a = a.half_extents.data();
  const double* half = b.half_extents.data();
  const Row half_b{half[0], half[1], half[2], 0};
  const double room = margin.relative * ((half_a[0] + half_a[1] + half_a[2]) + (half[0] + half[1] + half[2])) + margin.absolute;
  double velocity[3];  // along a's axes
  for (std::size_t i = 0; i < 3; ++i) velocity[i] = a.axes[i].dot(motion.velocity);

  RowWindow window{all(motion.speed_margin), all(0), all(t_max)};
  const Row reach_a{half_a[0] + total_of_axes(absolute[0] * half_b), half_a[1] + total_of_axes(absolute[1] * half_b),
                    half_a[2] + total_of_axes(absolute[2] * half_b), 0};
  window.visit(Row{velocity[0], velocity[1], velocity[2], 0}, Row{r[0][3], r[1][3], r[2][3], 0}, reach_a + all(room));
  if (window.is_shut()) return std::nullopt;

  const Row reach_b = half_b + (all(half_a[0]) * absolute[0] + all(half_a[1]) * absolute[1] + all(half_a[2]) * absolute[2]);
  window.visit(all(velocity[0]) * r[0] + all(velocity[1]) * r[1] + all(velocity[2]) * r[2],
               all(r[0][3]) * r[0] + all(r[1][3]) * r[1] + all(r[2][3]) * r[2], reach_b + all(room));
  if (window.is_shut()) return std::nullopt;

  const Row next_half = next(half_b), previous_half = previous(half_b);
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    const Row reach = (all(half_a[i1]) * absolute[i2] + all(half_a[i2]) * absolute[i1]) +
                      (next_half * previous(absolute[i]) + previous_half * next(absolute[i]));
    window.visit(all(velocity[i2]) * r[i1] - all(velocity[i1]) * r[i2], all(r[i2][3]) * r[i1] - all(r[i1][3]) * r[i2],
                 reach + all(room));
  }
  if (window.is_shut()) return std::nullopt;
  const TimeWindow outward = rounded_outward(window.of_all());
  return TimeWindow{outward.enter, std::min(t_max, outward.leave)};
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
