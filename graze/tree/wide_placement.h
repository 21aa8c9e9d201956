#pragma once
/// Boxes of one wide tree, seen in the frame of another.

#include <graze/core/export.h>
#include <graze/core/pose.h>
#include <graze/sat/obb_obb_lanes.h>
#include <graze/tree/wide_tree.h>

namespace graze::tree {

/// Maps stored coordinates of the tree `from` to those of the tree `to`, with the room that box tests there need.
class WidePlacement {
 public:
  /// Pairs within `clearance`, a length in the world, must not be called apart.
  GRAZE_API WidePlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance);

  [[nodiscard]] const sat::LaneMargin& margin() const { return margin_; }
  /// Lengths of `from` in units of `to`.
  [[nodiscard]] double scale() const { return scale_; }

  [[nodiscard]] GRAZE_FORCE_INLINE sat::OneBox place(const sat::EightBoxes& boxes, std::size_t lane) const {
    sat::OneBox one;
#pragma GCC unroll 3
    for (int i = 0; i < 3; ++i) {
      one.half_extents[i] = static_cast<float>(scale_ * static_cast<double>(boxes.half_extents[i][lane]));
      double center = translation_[i];
#pragma GCC unroll 3
      for (int k = 0; k < 3; ++k) center += scaled_rotation_[i][k] * static_cast<double>(boxes.center[k][lane]);
      one.center[i] = static_cast<float>(center);
    }
#pragma GCC unroll 3
    for (int j = 0; j < 3; ++j) {
#pragma GCC unroll 3
      for (int i = 0; i < 3; ++i) {
        double x = 0;
#pragma GCC unroll 3
        for (int k = 0; k < 3; ++k) x += rotation_[i][k] * static_cast<double>(boxes.axes[j][k][lane]);
        one.axes[j][i] = static_cast<float>(x);
      }
    }
    return one;
  }

 private:
  double rotation_[3][3];
  double scaled_rotation_[3][3];
  double translation_[3];
  double scale_;
  sat::LaneMargin margin_;
};

}  // namespace graze::tree
