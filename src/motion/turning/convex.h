#pragma once
/// How long a triangle, or a box around some, and a convex shape certainly stay apart while their bodies move and turn.
///
/// Along a fixed direction n the gap is at least  G(s) = min over points of g + r s - K s^2 / 2  after a time s, with g and r the
/// gap and its rate now. As a function of s that is a least of concave functions, so concave: where it is positive at s it is
/// positive before, and its chords are below it. The points that are least at s are the support points along n + s (n x turn), so a
/// support mapping is all that is needed of a shape.

#include "motion/turning/leaf.h"
#include "views/support_sum.h"

namespace graze::query {

/// A box of a turning body at one moment, in the world.
struct MovingCell : PartMotion {
  Vec3 center = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();  ///< of the centre
  std::array<Vec3, 3> halves{};  ///< from the centre to its faces
};

/// A convex shape of a turning body at one moment, in the world.
struct MovingConvex : PartMotion {
  const SupportSum* sum = nullptr;
  Vec3 reference = Vec3::Zero();  ///< a point in the coordinates of the shape, and near it
  Mat3 rotation = Mat3::Identity();
  Vec3 position = Vec3::Zero();  ///< of the reference, now
  Vec3 velocity = Vec3::Zero();  ///< of the reference
  double blur = 0;               ///< bounds the error of support points, length

  /// The support point along a direction of the world, from the reference.
  [[nodiscard]] Vec3 support(const Vec3& direction) const {
    return rotation * (sum->support(rotation.transpose() * direction) - reference);
  }
  [[nodiscard]] Vec3 core_support(const Vec3& direction) const {
    return rotation * (sum->core_support(rotation.transpose() * direction) - reference);
  }
};

/// Part is MovingTriangle or MovingCell.
template <class Part>
class FreeConvex : public FreeParts {
 public:
  FreeConvex(const Part& part, const MovingConvex& convex, const LeafMargins& margins)
      : FreeParts(part, convex, margins), part_(part), convex_(convex) {}

  /// The normal of a triangle, and roughly the direction between their closest points: costs little and often is enough.
  void try_likely_axes();
  /// From the part to the convex shape; any direction gives a valid bound. Need not be unit.
  void try_axis(const Vec3& direction);

 private:
  /// Of two points, one of each, along an axis.
  struct GapAndRate {
    double gap, rate;
    [[nodiscard]] double after(double s, double curvature) const { return gap + (rate - curvature / 2 * s) * s; }
  };
  /// The shortest after a time s, if all points kept their velocities.
  [[nodiscard]] GapAndRate shortest_after(const Vec3& n, double s) const;
  [[nodiscard]] double time_of_second_order(const Vec3& n, GapAndRate now, double curvature) const;
  [[nodiscard]] Vec3 approximate_separation() const;

  const Part& part_;
  const MovingConvex& convex_;
};

extern template class FreeConvex<MovingTriangle>;
extern template class FreeConvex<MovingCell>;

}  // namespace graze::query
