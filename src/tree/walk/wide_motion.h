#pragma once
/// Boxes of one wide tree against moving boxes of another, on a clock that suits single precision.

#include <algorithm>
#include <bit>
#include <limits>
#include <optional>

#include <graze/pose.h>

#include "box/kernels.h"
#include "box/time_window.h"
#include "numbers/tolerance.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/walk/wide_placement.h"

namespace graze::tree {

/// Two placed trees, b moving by `velocity` (world axes) in each unit of time relative to a.
struct MovingTrees {
  const MeshTree& a;
  Pose pose_a;
  const MeshTree& b;
  Pose pose_b;
  Vec3 velocity;
  double clearance = 0;  ///< boxes within it count as meeting, length
};

/// In ticks. Motions that take longer get no certain answer; bodies would have to differ in size by nearly as much.
inline constexpr double longest_passage = 0x1p120;

/// When the root boxes may meet, however long it takes; nothing if never.
[[nodiscard]] std::optional<sat::TimeWindow> root_window(const MovingTrees& trees);

/// The poses of the bodies when their root boxes may first meet.
struct Approach {
  sat::TimeWindow roots;
  Pose pose_b;           ///< rounded
  double clearance = 0;  ///< what rounding it may have moved b by, and what counts as meeting, length
};
[[nodiscard]] Approach approach(const MovingTrees& trees, const sat::TimeWindow& roots);

/// A velocity in single precision, in the frame and units of a wide tree.
struct WideVelocity {
  float per_tick[3] = {0, 0, 0};  ///< the largest component is near 1
  double tick = 1;                ///< time; a power of two
  double clearance = 0;           ///< what rounding may move bodies by until their roots part, length in the world
};
[[nodiscard]] WideVelocity wide_velocity(const WideTree& tree, const Pose& pose, const Vec3& velocity, double duration);

/// Which boxes of a tree a box of another may meet, and when. The clock starts when the roots may first meet, so that coordinates
/// in single precision are those of bodies close together.
class WideMotion {
 public:
  /// The boxes of `to` move by `velocity` relative to those of `from`.
  WideMotion(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, const Vec3& velocity,
             const Approach& approach)
      : velocity_(wide_velocity(to, pose_to, velocity, approach.roots.leave - approach.roots.enter)),
        placement_(from, pose_from, to, pose_to, approach.clearance + velocity_.clearance),
        start_(approach.roots.enter),
        may_overlap_(sat::box_kernels().may_overlap_eight_during) {}

  [[nodiscard]] const WidePlacement& placement() const { return placement_; }

  /// One box of `from` against eight of `to`: the lanes that may meet by t_max, and in enter[] the time, not after they do.
  [[nodiscard]] unsigned test(const sat::EightBoxes& boxes, std::size_t lane, const sat::EightBoxes& eight, double t_max,
                              double (&enter)[8]) const {
    float ticks[8];
    const sat::LaneMotion motion{{velocity_.per_tick[0], velocity_.per_tick[1], velocity_.per_tick[2]}, ticks_until(t_max)};
    const unsigned may = may_overlap_(placement_.place(boxes, lane), eight, placement_.margin(), motion, ticks);
    for (unsigned left = may; left != 0; left &= left - 1) enter[std::countr_zero(left)] = time_of(ticks[std::countr_zero(left)]);
    return may;
  }

 private:
  /// Rounded down.
  [[nodiscard]] double time_of(float ticks) const {
    constexpr double down = 1 - 4 * tolerance::rounding;
    return (start_ + velocity_.tick * static_cast<double>(ticks)) * down - std::numeric_limits<double>::denorm_min();
  }
  /// Rounded up, and finite even when t is not: the kernel calls "never" infinite.
  [[nodiscard]] float ticks_until(double t) const {
    // Half the distance from 1 to the next float: what the conversion may lose, and less than that in double.
    constexpr double u = tolerance::float_rounding;
    constexpr double up = 1 + 4 * u;
    const double ticks = (t - start_) / velocity_.tick * up + static_cast<double>(std::numeric_limits<float>::min());
    return static_cast<float>(std::min(ticks, longest_passage));
  }

  WideVelocity velocity_;
  WidePlacement placement_;
  double start_;
  sat::MayOverlapEightDuring may_overlap_;
};

}  // namespace graze::tree
