#pragma once
/// Boxes of one wide tree as seen from another while both move and turn: what turning_lanes.h wants to know, at one time after
/// another.

#include <limits>

#include <graze/vec.h>

#include "tree/nodes/wide_tree.h"
#include "tree/walk/turning_lanes.h"

namespace graze::tree {

/// The frame of a tree (its origin, the axes of its mesh) at one time, in the world.
struct TreeState {
  Mat3 rotation = Mat3::Identity();
  Vec3 origin = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();  ///< of the origin
  Vec3 rim = Vec3::Zero();       ///< the part of it that comes from turning: turn x (origin - axis)
};

/// Bounds for two moving bodies that hold at all times.
struct TurningBounds {
  double shear = 0;        ///< of both poses together, as RelativePose::shear. No unit.
  double speed = 0;        ///< bounds the sum of the speeds of any two points of the bodies
  double clearance = 0;    ///< pairs within it must not be rejected, length
  double tick = 1;         ///< time; a power of two for which `speed` is near one unit of either tree
  bool is_linear = false;  ///< points keep their velocities
};

class TurningView {
 public:
  /// Boxes of `from` against eights of `to`; both states at one time, with the angular velocities of the bodies.
  TurningView(const WideTree& from, const WideTree& to, const TreeState& to_state, const Vec3& turn_from, const Vec3& turn_to,
              const TurningBounds& bounds);

  /// The time to look at, by the states the bodies have then. `error` bounds what is wrong with the origins, length.
  void look(const TreeState& from, const TreeState& to, double error);

  /// One box of `from` against eight of `to`, as free_times(); in ticks.
  [[nodiscard]] unsigned test(const sat::EightBoxes& boxes, std::size_t lane, const sat::EightBoxes& eight, float horizon,
                              float (&free)[8]) const {
    return free_times_(place(boxes, lane), frame_, eight, margin_, horizon, free);
  }

  /// Lengths of `from` in units of `to`.
  [[nodiscard]] double scale() const { return scale_; }

 private:
  [[nodiscard]] MovingBox place(const sat::EightBoxes& boxes, std::size_t lane) const;

  double scale_, unit_, tick_;
  Vec3 turn_from_;  ///< world
  double turn_speed_, turn_speeds_;
  TurningFrame frame_;
  TurningMargin margin_;
  double gap_base_, gap_slope_, rate_base_;
  Mat3 rotation_;
  Vec3 offset_, velocity_, turn_, rim_;  ///< of the tree `from`, in the frame and units of `to`
  FreeTimes free_times_;
};

}  // namespace graze::tree
