#pragma once
/// When two oriented boxes may meet while one moves at constant velocity, for trees: contains every contact, may be a little wide.

#include <algorithm>
#include <limits>
#include <optional>

#include "box/may_overlap.h"
#include "numbers/tolerance.h"

namespace graze::sat {

/// Times in which two boxes may meet.
struct TimeWindow {
  double enter = 0;
  double leave = std::numeric_limits<double>::infinity();
};

/// The velocity of b relative to a, in a's frame, and what rounding may do to it along any axis.
struct PairMotion {
  Vec3 velocity = Vec3::Zero();
  double speed_margin = 0;
};

[[nodiscard]] inline PairMotion pair_motion(const Vec3& velocity_in_world, const RelativePose& b_in_a) {
  return {b_in_a.to_a * velocity_in_world, speed_margin_of(velocity_in_world)};
}

/// Rows of the boxes, and with each the component of the velocity along that axis of a.
struct MovingRows {
  const BoxPairRows& of_boxes;
  const Obb& a;
  const Vec3& velocity;
  double (&along_axes)[3];

  template <int I>
  GRAZE_FORCE_INLINE void fill() const {
    of_boxes.fill<I>();
    const double* axis = a.axes[I].data();
    along_axes[I] = axis[0] * velocity[0] + axis[1] * velocity[1] + axis[2] * velocity[2];
  }
};

/// Intersects, over the axes, the times t >= 0 with |p + t q| <= reach + margin + t * speed_margin. [Levine00]
/// Wants a speed margin above 0. Times that are not numbers change nothing.
struct WindowVisitor {
  const BoxPair<double>& boxes;
  const double (&velocity)[3];  ///< of b relative to a, along a's axes
  double margin;
  double speed_margin;
  TimeWindow window;  ///< rounded to nearest

  /// Three roundings behind each of the times, and one for this.
  static constexpr double down = 1 - 8 * tolerance::rounding, up = 1 + 8 * tolerance::rounding;

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    const double signed_speed = axis.along(velocity);
    const double speed = std::abs(signed_speed);
    const double offset = std::copysign(1.0, signed_speed) * axis.along(boxes.translation);
    const double reach = axis.reach() + margin;
    const double gap_before = -reach - offset, gap_after = offset - reach;
    // Products tell whether a quotient would change anything; most would not.
    if (gap_before > window.enter * (speed + speed_margin)) window.enter = gap_before / (speed + speed_margin);
    if (-gap_after < window.leave * (speed - speed_margin)) {
      if (speed > speed_margin) {
        window.leave = -gap_after / (speed - speed_margin);
      } else if (gap_after > 0) {
        window.enter = std::max(window.enter, gap_after / (speed_margin - speed));  // they part, unless that is rounding
      }
    }
    return window.enter * down > window.leave * up;
  }
};

/// Infinity would mean never, not late.
[[nodiscard]] GRAZE_FORCE_INLINE TimeWindow rounded_outward(const TimeWindow& window) {
  using Limits = std::numeric_limits<double>;
  return {std::max(0.0, std::min(window.enter, Limits::max()) * WindowVisitor::down - Limits::denorm_min()),
          window.leave * WindowVisitor::up + Limits::denorm_min()};
}

/// Contains every time in [0, t_max] at which the boxes meet while b moves; nothing when there is none for certain.
[[nodiscard]] GRAZE_FORCE_INLINE std::optional<TimeWindow> may_overlap_during(const Obb& a, const Obb& b,
                                                                              const RelativePose& b_in_a, const PairMargin& margin,
                                                                              const PairMotion& motion, double t_max) {
  if (motion.speed_margin == 0) return may_overlap(a, b, b_in_a, margin) ? std::optional(TimeWindow{0, t_max}) : std::nullopt;
  BoxPair<double> boxes;
  double velocity[3];
  const BoxPairRows rows(a, b, b_in_a, boxes);
  WindowVisitor visitor{boxes, velocity, axis_margin(margin, boxes), motion.speed_margin, {0, t_max}};
  if (any_axis(boxes, visitor, MovingRows{rows, a, motion.velocity, velocity})) return std::nullopt;
  const TimeWindow outward = rounded_outward(visitor.window);
  return TimeWindow{outward.enter, std::min(t_max, outward.leave)};
}

/// A variant of it for some instruction set. All promise the same; within the margin their answers may differ.
using MayOverlapDuring = std::optional<TimeWindow> (*)(const Obb& a, const Obb& b, const RelativePose& b_in_a,
                                                       const PairMargin& margin, const PairMotion& motion, double t_max);

}  // namespace graze::sat
