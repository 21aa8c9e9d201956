#pragma once
/// A bounded convex shape as a sum of sets whose farthest points are easy: corners, a box, something round, a ball.
///
/// distance/support.h knows farthest points, too, of two bodies in a frame made for their pair and moment. Here one shape is asked
/// thousands of times while it turns, in coordinates of its own.

#include <array>
#include <optional>
#include <span>

#include <graze/shapes.h>

namespace graze::query {

/// In the coordinates of the shape. Refers to the corners of polygons and polyhedra.
class ConvexParts {
 public:
  /// Nothing for unbounded shapes, clouds and meshes.
  [[nodiscard]] static std::optional<ConvexParts> of(const Shape& shape);

  /// The point farthest along a direction of any length, up to a few roundings of the coordinates.
  [[nodiscard]] Vec3 farthest(const Vec3& direction) const;
  /// The same without the ball, and the radius of that.
  [[nodiscard]] Vec3 farthest_of_core(const Vec3& direction) const;
  [[nodiscard]] double ball() const { return ball_; }
  /// How much of it is round, length: radii keep their length where a pose does not, by the little that rotations may be off.
  [[nodiscard]] double roundness() const { return ball_ + round_[0].norm() + round_[1].norm() + round_[2].norm(); }

  /// The axes of a box that fits well.
  [[nodiscard]] const Frame& frame() const { return frame_; }
  /// Whether that box is all there is.
  [[nodiscard]] bool is_box() const { return many_.empty() && few_count_ == 1 && round_[0].isZero(0) && ball_ == 0; }

 private:
  friend struct ToParts;
  [[nodiscard]] Vec3 farthest_corner(const Vec3& direction) const;
  [[nodiscard]] Vec3 farthest_round(const Vec3& direction) const;

  std::array<Vec3, 4> few_{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  std::size_t few_count_ = 1;
  std::span<const Vec3> many_;                                            ///< instead of the few, where it is not empty
  std::array<Vec3, 3> halves_{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< from the middle of a box to its faces
  std::array<Vec3, 3> round_{Vec3::Zero(), Vec3::Zero(),
                             Vec3::Zero()};  ///< semi-axes of an ellipsoid or, from the second, of a disc
  double ball_ = 0;
  bool is_cone_ = false;  ///< what is round is at the first corner only, so it is no sum
  Frame frame_ = world_frame();
};

}  // namespace graze::query
