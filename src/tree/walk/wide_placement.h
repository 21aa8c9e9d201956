#pragma once
/// Boxes of one wide tree, seen in the frame of another.

#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include <graze/pose.h>

#include "tree/nodes/wide_tree.h"
#include "tree/walk/placed_overlap_lanes.h"
#include "tree/walk/placement_lanes.h"

namespace graze::tree {

/// As std::ldexp(1.0, exponent), which is a call, and slow.
[[nodiscard]] inline double power_of_two(int exponent) {
  const std::int64_t biased = std::int64_t{exponent} + 1023;
  const bool is_normal = biased > 0 && biased < 2047;
  return is_normal ? std::bit_cast<double>(biased << 52) : std::ldexp(1.0, exponent);
}

/// Maps stored coordinates of the tree `from` to those of the tree `to`, with the margin that box tests there need.
class WidePlacement {
 public:
  /// Pairs within `clearance`, a length in the world, must not be rejected.
  WidePlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance);

  [[nodiscard]] const sat::LaneMargin& margin() const { return margin_; }
  /// Lengths of `from` in units of `to`.
  [[nodiscard]] double scale() const { return map_.scale; }

  [[nodiscard]] GRAZE_FORCE_INLINE sat::OneBox place(const sat::EightBoxes& boxes, std::size_t lane) const {
    return place_(map_, boxes, lane);
  }

 private:
  BoxMap<double> map_;
  PlaceBox place_;
  sat::LaneMargin margin_;
};

/// The same for walks that only need which boxes of `to` a box of `from` may overlap.
class OverlapPlacement {
 public:
  OverlapPlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance)
      : OverlapPlacement(from, pose_from, to, pose_to, clearance, from.reach) {}
  /// For boxes in the frame of `from` that are none of its own; `reach` bounds |x|+|y|+|z| of their centres.
  OverlapPlacement(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance,
                   double reach);

  [[nodiscard]] double scale() const { return scale_; }

  /// A lane of boxes of `from` against eight of `to`, as MayOverlapPlaced.
  [[nodiscard]] GRAZE_FORCE_INLINE unsigned test(const sat::EightBoxes& boxes, std::size_t lane, const sat::EightBoxes& eight,
                                                 float (&far)[8]) const {
    return may_overlap_(map_, boxes, lane, eight, far);
  }

 private:
  OverlapMap map_;
  MayOverlapPlaced may_overlap_;
  double scale_;
};

/// Made when it is first asked for: many walks end before they have opened both trees. The trees and poses must outlive it.
class PlacementOnDemand {
 public:
  PlacementOnDemand(const WideTree& from, const Pose& pose_from, const WideTree& to, const Pose& pose_to, double clearance)
      : from_(from), to_(to), pose_from_(pose_from), pose_to_(pose_to), clearance_(clearance) {}

  [[nodiscard]] GRAZE_FORCE_INLINE const OverlapPlacement& get() const {
    if (!placement_) [[unlikely]]
      make();
    return *placement_;
  }

 private:
  void make() const;

  const WideTree& from_;
  const WideTree& to_;
  const Pose& pose_from_;
  const Pose& pose_to_;
  double clearance_;
  mutable std::optional<OverlapPlacement> placement_;
};

}  // namespace graze::tree
