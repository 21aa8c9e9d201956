/// A pinhole camera with a narrow field of view, so that little is distorted.

#include "report/camera.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include <Eigen/Geometry>

namespace graze::report {
namespace {

constexpr double half_view = std::numbers::pi / 12;  ///< of the shorter side of the picture
constexpr double border = 1.06;                      ///< free space around what is looked at

}  // namespace

Camera::Camera(const Vec3& target, double radius, const Vec3& from, const Vec3& up, int width, int height)
    : middle_x_(0.5 * width), middle_y_(0.5 * height) {
  const Vec3 forward = -from.stableNormalized();
  const Vec3 across = forward.cross(up);
  const Vec3 right = across.stableNorm() > 0 ? Vec3(across.stableNormalized()) : Vec3(forward.unitOrthogonal());
  axes_.row(0) = right;
  axes_.row(1) = right.cross(forward);
  axes_.row(2) = forward;
  const double distance = border * std::max(radius, std::numeric_limits<double>::min()) / std::sin(half_view);
  eye_ = target - distance * forward;
  focal_ = 0.5 * std::min(width, height) / std::tan(half_view);
  constexpr double near_part = 0.02;  // of the way to what is looked at
  near_ = near_part * distance;
}

Projected Camera::projected(const Vec3& in_view) const {
  const double nearness = 1 / in_view.z();
  return {static_cast<float>(middle_x_ + focal_ * in_view.x() * nearness),
          static_cast<float>(middle_y_ - focal_ * in_view.y() * nearness), static_cast<float>(nearness)};
}

}  // namespace graze::report
