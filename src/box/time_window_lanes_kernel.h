#pragma once
/// The body of may_overlap_during, compiled once for each instruction set: the fifteen axes of axes.h, three at a time.

#include "box/may_overlap_lanes_kernel.h"
#include "box/time_window.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

/// WindowVisitor for three axes at once. Times that are not numbers change nothing.
struct RowWindow {
  const double (&offset)[3];
  const double (&velocity)[3];  ///< along a's axes
  Row margin;
  Row speed_margin;
  Row enter;
  Row leave;

  template <class Axes>
  GRAZE_FORCE_INLINE void operator()(const Axes& axes) {
    narrow(axes.along(velocity), axes.along(offset), axes.reach() + margin);
  }
  GRAZE_FORCE_INLINE void narrow(Row signed_speed, Row along, Row reach) {
    constexpr long long only_sign = static_cast<long long>(0x8000000000000000U);
    const Row speed = abs(signed_speed);
    const RowBits sign = reinterpret_cast<RowBits>(signed_speed) & only_sign;
    const Row directed = reinterpret_cast<Row>(reinterpret_cast<RowBits>(along) ^ sign);
    const Row gap_after = directed - reach, closing = speed - speed_margin;
    const Row enters = (-reach - directed) / (speed + speed_margin), leaves = -gap_after / closing;
    enter = enters > enter ? enters : enter;
    // Slower than rounding: parted boxes may still meet, but not before roundings have made up for the gap.
    const RowBits passes = closing > 0, parted = ~passes & (gap_after > 0);
    leave = (passes & (leaves < leave)) ? leaves : leave;
    enter = (parted & (leaves > enter)) ? leaves : enter;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE TimeWindow of_all() const {
    return {std::max(std::max(enter[0], enter[1]), enter[2]), std::min(std::min(leave[0], leave[1]), leave[2])};
  }
  [[nodiscard]] GRAZE_FORCE_INLINE bool is_done() const {
    const TimeWindow all = of_all();
    return all.enter * WindowVisitor::down > all.leave * WindowVisitor::up;
  }
};

/// Promises what may_overlap_during does.
GRAZE_FORCE_INLINE std::optional<TimeWindow> may_overlap_during_lanes(const Obb& a, const Obb& b, const RelativePose& b_in_a,
                                                                      const PairMargin& margin, const PairMotion& motion,
                                                                      double t_max) {
  if (motion.speed_margin == 0) return may_overlap_during(a, b, b_in_a, margin, motion, t_max);
  const RowPair boxes = row_pair(a, b, b_in_a);
  const double offset[3] = {boxes.offset(0), boxes.offset(1), boxes.offset(2)};
  const double velocity[3] = {a.axes[0].dot(motion.velocity), a.axes[1].dot(motion.velocity), a.axes[2].dot(motion.velocity)};
  RowWindow window{offset, velocity, all(slack(margin, boxes)), all(motion.speed_margin), all(0), all(t_max)};
  if (sees_enough_of_faces(boxes, window)) return std::nullopt;
  see_edges(boxes, window);
  if (window.is_done()) return std::nullopt;
  const TimeWindow outward = rounded_outward(window.of_all());
  return TimeWindow{outward.enter, std::min(t_max, outward.leave)};
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
