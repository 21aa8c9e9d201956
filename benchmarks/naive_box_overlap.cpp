#include "naive_box_overlap.h"

#include <Eigen/Geometry>

namespace graze::bench {

bool naive_overlap(const Obb& a, const Obb& b, const Mat3& rotation, const Vec3& translation) {
  Mat3 axes_b;
  for (int j = 0; j < 3; ++j) axes_b.col(j) = rotation * b.axes[static_cast<std::size_t>(j)];
  const Vec3 offset = rotation * b.center + translation - a.center;
  const auto separates = [&](const Vec3& axis) {
    double reach = 0;
    for (int i = 0; i < 3; ++i) {
      reach += a.half_extents[i] * std::abs(axis.dot(a.axes[static_cast<std::size_t>(i)]));
      reach += b.half_extents[i] * std::abs(axis.dot(axes_b.col(i)));
    }
    return std::abs(axis.dot(offset)) > reach;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    if (separates(a.axes[i]) || separates(axes_b.col(static_cast<Eigen::Index>(i)))) return false;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      if (separates(a.axes[i].cross(Vec3(axes_b.col(j))))) return false;
    }
  }
  return true;
}

}  // namespace graze::bench
