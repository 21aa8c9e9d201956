#pragma once
/// A bounded convex shape as a Minkowski sum of sets whose support points have closed forms: corners, a box, an ellipsoid or disc,
/// a ball.
///
/// views/support.h is for two bodies in a frame of their own, in any number type. This one is for one shape in its own coordinates,
/// evaluated thousands of times while it turns.

#include <array>
#include <optional>
#include <span>

#include <graze/shapes.h>

namespace graze::query {

/// In the coordinates of the shape. Refers to the corners of polygons and polyhedra.
class SupportSum {
 public:
  /// Nothing for unbounded shapes, clouds and meshes.
  [[nodiscard]] static std::optional<SupportSum> of(const Shape& shape);

  /// The support point along a direction of any length, up to a few roundings of the coordinates.
  [[nodiscard]] Vec3 support(const Vec3& direction) const;
  /// The same without the ball, and the radius of that.
  [[nodiscard]] Vec3 core_support(const Vec3& direction) const;
  [[nodiscard]] double ball() const { return ball_; }
  /// How much of it is round, length: radii keep their length where a slightly non-orthonormal rotation changes others.
  [[nodiscard]] double roundness() const { return ball_ + round_[0].norm() + round_[1].norm() + round_[2].norm(); }

  /// The axes of a box that fits well.
  [[nodiscard]] const Frame& frame() const { return frame_; }
  /// Whether the shape is that box.
  [[nodiscard]] bool is_box() const { return many_.empty() && few_count_ == 1 && round_[0].isZero(0) && ball_ == 0; }

 private:
  friend struct ToSupportSum;
  [[nodiscard]] Vec3 corner_support(const Vec3& direction) const;
  [[nodiscard]] Vec3 round_support(const Vec3& direction) const;

  std::array<Vec3, 4> few_{Vec3::Zero(), Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};
  std::size_t few_count_ = 1;
  std::span<const Vec3> many_;                                            ///< instead of the few, where it is not empty
  std::array<Vec3, 3> halves_{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< from the middle of a box to its faces
  std::array<Vec3, 3> round_{Vec3::Zero(), Vec3::Zero(),
                             Vec3::Zero()};  ///< semi-axes of an ellipsoid or, from the second, of a disc
  double ball_ = 0;
  bool is_cone_ = false;  ///< what is round is at the first corner only, so it is not a sum
  Frame frame_ = world_frame();
};

}  // namespace graze::query
