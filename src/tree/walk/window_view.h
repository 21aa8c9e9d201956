#pragma once
/// Boxes of one wide tree as seen from another throughout a window of time: what window_lanes.h wants to know.

#include <graze/vec.h>

#include "tree/nodes/wide_tree.h"
#include "tree/walk/window_lanes.h"

namespace graze::tree {

/// What is the same in all windows.
struct WindowUnits {
  WindowUnits() = default;
  /// Boxes of `from` against eights of `to`; `shear` bounds how far both poses together are from rotations, as RelativePose::shear.
  WindowUnits(const WideTree& from, const WideTree& to, double shear);

  double scale = 1;  ///< lengths of `from` in units of `to`
  double unit = 1;   ///< lengths of the world in units of `to`
  sat::LaneMargin gap;
  double gap_slope = 0;  ///< of the margin, over the distance of the origins. No unit.
  double clearance_up = 1;
  double motion_relative = 0;
};

/// The frame of a tree (its origin, the axes of its mesh) in the world.
struct FrameInWorld {
  Mat3 rotation = Mat3::Identity();
  Vec3 origin = Vec3::Zero();
};

/// How one body moves as another sees it, in a window of half length h: axes of the world.
struct WindowMotion {
  Vec3 reference = Vec3::Zero();  ///< a point of the moving body, at the middle of the window
  Vec3 shift = Vec3::Zero();      ///< h v of that point, at the middle
  Vec3 turn = Vec3::Zero();       ///< h (angular velocity)
  Vec3 bend = Vec3::Zero();       ///< h^2/2 a
  Vec3 bend_turn = Vec3::Zero();  ///< h^2/2 (angular acceleration)
  double most[2] = {0, 0};        ///< bounds h^2/2 |a| throughout the window at a distance r: most[0] + most[1] r
  double rest[2] = {0, 0};        ///< bounds h^3/6 |third derivative| likewise, but for a part of it across `normal`,
  double flat[2] = {0, 0};        ///< bounded by this
  Vec3 normal = Vec3::UnitZ();    ///< unit

  [[nodiscard]] bool has_flat() const { return flat[0] > 0 || flat[1] > 0; }
};

class WindowView {
 public:
  /// `error` bounds what is wrong with coordinates; boxes within the clearance are not apart. Both lengths.
  WindowView(const WindowUnits& units, const FrameInWorld& from, const FrameInWorld& to, const WindowMotion& motion,
             bool from_moves, double error, double clearance);

  /// One box of `from` against eight of `to`: bit k is set unless box k is certainly apart throughout.
  [[nodiscard]] unsigned test(const sat::EightBoxes& boxes, std::size_t lane, const sat::EightBoxes& eight) const {
    return may_meet_(place(boxes, lane), frame_, eight, margin_);
  }

 private:
  void set_flat(const WindowMotion& motion, const Vec3& normal);
  [[nodiscard]] WindowBox place(const sat::EightBoxes& boxes, std::size_t lane) const;

  double scale_;
  Mat3 rotation_;
  Vec3 offset_;  ///< of the tree `from`, in the frame and units of `to`, as all that follows
  Vec3 reference_, shift_, turn_, bend_, bend_turn_;
  double most_[2], rest_[2], flat_[2], spread_, flat_spread_ = 0;
  WindowFrame frame_;
  sat::LaneMargin margin_;
  MayMeetWithin may_meet_;
};

}  // namespace graze::tree
