#pragma once
/// From the space of the display to the picture.

#include <graze/vec.h>

namespace graze::report {

/// Right, down and, along the view, the reciprocal of the distance: linear in the picture, larger is nearer.
struct Projected {
  float x = 0;
  float y = 0;
  float nearness = 0;
};

class Camera {
 public:
  /// Looks at `target` from the direction `from`, so that a ball of that radius around it just fits.
  Camera(const Vec3& target, double radius, const Vec3& from, const Vec3& up, int width, int height);

  /// Right, up, forward.
  [[nodiscard]] Vec3 in_view(const Vec3& p) const { return axes_ * (p - eye_); }
  /// Of a point in view coordinates, in front of near().
  [[nodiscard]] Projected projected(const Vec3& in_view) const;
  /// Nothing nearer than this is drawn.
  [[nodiscard]] double near() const { return near_; }
  [[nodiscard]] const Mat3& axes() const { return axes_; }

 private:
  Mat3 axes_ = Mat3::Identity();  ///< rows: right, up, forward
  Vec3 eye_ = Vec3::Zero();
  double focal_ = 1;  ///< pixels
  double middle_x_ = 0, middle_y_ = 0;
  double near_ = 0;
};

}  // namespace graze::report
