#pragma once
/// Conservative questions about two oriented boxes, for trees: "apart" is certain, "may meet" may be a near miss.

#include <algorithm>
#include <limits>
#include <optional>

#include <graze/core/tolerance.h>
#include <graze/sat/obb_obb.h>
#include <graze/sat/obb_obb_margin.h>

namespace graze::sat {

/// Is there a gap wider than the margin along this axis?
struct GapVisitor {
  const BoxPair<double>& boxes;
  double margin;

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) const {
    return std::abs(axis.along(boxes.translation)) > axis.reach() + margin;
  }
};

/// NaN and infinity (overflow) count as meeting.
[[nodiscard]] GRAZE_FORCE_INLINE bool may_overlap(const BoxPair<double>& boxes, double margin) {
  return !any_axis(boxes, GapVisitor{boxes, margin});
}

[[nodiscard]] GRAZE_FORCE_INLINE double sum_of_half_extents(const BoxPair<double>& boxes) {
  return (boxes.half_a[0] + boxes.half_a[1] + boxes.half_a[2]) + (boxes.half_b[0] + boxes.half_b[1] + boxes.half_b[2]);
}

[[nodiscard]] GRAZE_FORCE_INLINE double room(const PairMargin& margin, const BoxPair<double>& boxes) {
  return margin.relative * sum_of_half_extents(boxes) + margin.absolute;
}

/// False only if the two sets, as shapes.h defines them by their stored numbers, are disjoint. A gap along a face normal is seen
/// when it exceeds the margin, about 2^-43 of the size; one that only nearly parallel edges could see, sqrt(margin * size).
[[nodiscard]] inline bool may_overlap(const Obb& a, const Obb& b, const RelativePose& b_in_a) {
  const BoxBounds bounds_a{orthonormality_defect(a.axes), a.center.lpNorm<1>()};
  const BoxBounds bounds_b{orthonormality_defect(b.axes), b.center.lpNorm<1>()};
  const BoxPair<double> boxes = box_pair(a, b, b_in_a);
  return may_overlap(boxes, room(margin_of(bounds_a, bounds_b, b_in_a), boxes));
}

[[nodiscard]] inline bool may_overlap(const Obb& a, const Obb& b, const Pose& b_in_a) {
  return may_overlap(a, b, exact_relative_pose(b_in_a));
}

/// Times in which two boxes may meet.
struct TimeWindow {
  double enter = 0;
  double leave = std::numeric_limits<double>::infinity();
};

/// Intersects, over the axes, the times t >= 0 with |p + t q| <= reach + margin + t * speed_margin. [Levine00]
struct WindowVisitor {
  const BoxPair<double>& boxes;
  const double (&velocity)[3];  ///< of b relative to a, along a's axes
  double margin;
  double speed_margin;
  TimeWindow window;

  /// The later of `enter` and the time a gap needs to close at a speed that may be zero.
  GRAZE_FORCE_INLINE void close_gap(double gap, double speed) {
    using Limits = std::numeric_limits<double>;
    constexpr double down = 1 - 4 * tolerance::rounding;
    const double time = speed > 0 ? std::min(gap / speed, Limits::max()) * down - Limits::denorm_min() : Limits::infinity();
    window.enter = std::max(window.enter, time);
  }

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    constexpr double up = 1 + 4 * tolerance::rounding;
    const double signed_speed = axis.along(velocity);
    const double speed = std::abs(signed_speed);
    const double offset = signed_speed < 0 ? -axis.along(boxes.translation) : axis.along(boxes.translation);
    const double reach = axis.reach() + margin;
    if (offset < -reach) close_gap(-reach - offset, speed + speed_margin);
    if (offset > reach) {
      close_gap(offset - reach, speed_margin - speed);  // moving apart, unless the speed is mere rounding
    } else if (speed > speed_margin) {
      window.leave =
          std::min(window.leave, (reach - offset) / (speed - speed_margin) * up + std::numeric_limits<double>::denorm_min());
    }
    return window.enter > window.leave;
  }
};

/// Contains every time in [0, t_max] at which the boxes meet while b moves by `velocity` (along a's axes) in each unit of time;
/// nothing when there is none for certain.
[[nodiscard]] GRAZE_FORCE_INLINE std::optional<TimeWindow> may_overlap_during(const BoxPair<double>& boxes,
                                                                              const double (&velocity)[3], double margin,
                                                                              double speed_margin, double t_max) {
  double abs_rotation[3][3];
  WindowVisitor visitor{boxes, velocity, margin, speed_margin, {0, t_max}};
  if (any_face_axis(boxes, abs_rotation, visitor) || any_edge_axis(boxes, abs_rotation, visitor)) return std::nullopt;
  if (visitor.window.enter == std::numeric_limits<double>::infinity()) return std::nullopt;
  return visitor.window;
}

}  // namespace graze::sat
