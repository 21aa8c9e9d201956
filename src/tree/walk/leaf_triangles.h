#pragma once
/// The triangles of a leaf one by one, for walks that hold it against many boxes: that around two large triangles is mostly empty.

#include <algorithm>
#include <cstddef>
#include <optional>

#include <graze/pose.h>

#include "box/eight_lanes.h"
#include "tree/nodes/box_ref.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/walk/wide_placement.h"

namespace graze::tree {

/// Of leaves of `from`, against boxes of `to`. The meshes and poses must outlive it.
class LeafTriangles {
 public:
  LeafTriangles(const MeshTree& from, const Pose& pose_from, const MeshTree& to, const Pose& pose_to, double clearance)
      : from_(from), to_(to), pose_from_(pose_from), pose_to_(pose_to), clearance_(clearance) {}

  /// Whether the same leaf was asked about a few times in a row: less is not worth a closer look.
  [[nodiscard]] bool is_held_often(BoxRef leaf) {
    if (!(leaf == leaf_)) leaf_ = leaf, looks_ = 0, are_fitted_ = false;
    return ++looks_ >= few_looks;
  }

  /// Whether a leaf, a lane of `boxes`, is thick enough for boxes of that size, the sum of their half extents in units of the leaf,
  /// to be in it and far from its triangles.
  [[nodiscard]] static bool are_worth_a_look(const sat::EightBoxes& boxes, std::size_t lane, double size) {
    const auto& half = boxes.half_extents;
    return static_cast<double>(std::min(half[0][lane], std::min(half[1][lane], half[2][lane]))) > thick * size;
  }

  /// Which of eight boxes may be near one of the triangles of the leaf that is_held_often() was asked about last.
  [[nodiscard]] unsigned near(Slot leaf, const sat::EightBoxes& eight);

 private:
  // Measured on fine and coarse meshes; answers do not depend on either.
  static constexpr unsigned few_looks = 3;
  static constexpr double thick = 0.25;  ///< no unit

  const MeshTree& from_;
  const MeshTree& to_;
  const Pose& pose_from_;
  const Pose& pose_to_;
  double clearance_;
  std::optional<OverlapPlacement> placement_;
  BoxRef leaf_{};
  unsigned looks_ = 0;
  bool are_fitted_ = false;  ///< whether `boxes_` are those around the triangles of the leaf
  sat::EightBoxes boxes_;
};

}  // namespace graze::tree
