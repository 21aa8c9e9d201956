#pragma once
/// The boxes of a moving body, and what is in them, at one time after another.

#include "motion/screw.h"
#include "motion/turning/convex.h"
#include "tree/walk/turning_view.h"

namespace graze::query {

/// Coordinates of a pose at a time, and what is computed from them, are off by some dozen roundings of their terms, the angle
/// times the reach among these. No unit. SweepTurningMeshes.NeverReportAContactLateInTenThousandMotions
inline constexpr double rounding_of_poses = 0x1p-46;

class TurningTree {
 public:
  /// Points are no farther than `reach` from the centre of the motion.
  TurningTree(const tree::WideTree& wide, const Pose& pose, const Motion& motion, double reach);

  void go_to(double t);

  [[nodiscard]] const tree::WideTree& wide() const { return *wide_; }
  [[nodiscard]] const tree::TreeState& state() const { return state_; }
  [[nodiscard]] const Vec3& turn() const { return screw_.turn(); }
  [[nodiscard]] double turn_speed() const { return turn_speed_; }

  /// The size of the terms of coordinates at time 0, and how fast it can grow.
  [[nodiscard]] double size() const { return size_; }
  [[nodiscard]] double speed() const { return screw_.velocity().lpNorm<1>() + turn_speed() * reach_; }

  /// Now. `error` bounds what is wrong with coordinates, length.
  [[nodiscard]] MovingTriangle triangle(const Triangle& at_rest, double error) const;
  [[nodiscard]] MovingCell cell(std::uint32_t node, std::size_t lane, double error) const;
  /// `radius` bounds the distance of its points from the axis of turning; `blur` as in MovingConvex.
  [[nodiscard]] MovingConvex convex(const SupportSum& sum, double radius, double blur, double error) const;

 private:
  [[nodiscard]] PartMotion part_motion(double rim_speed, double error) const;

  const tree::WideTree* wide_;
  double reach_, size_;
  Screw screw_;
  double turn_speed_;
  tree::TreeState state_;
  Vec3 center_;
  bool is_still_ = false;  ///< all times are alike
};

/// A tree of one box around all within `blur` of a convex shape, however small, in units no smaller than those of the exponent. It
/// belongs to this thread, and is valid until the next one is made.
[[nodiscard]] const tree::WideTree& one_box_around(const SupportSum& sum, double blur, int greatest_exponent);

}  // namespace graze::query
