#pragma once
/// Two shapes in a window of time: placed at its middle, with what the second one can move by around it.

#include <optional>

#include "motion/windows/scene.h"
#include "tree/walk/window_view.h"

namespace graze::windows {

/// What counts as contact, and rounding.
struct Margins {
  double clearance = 0;  ///< what is within it meets, length
  double tolerance = 0;  ///< windows that move by less than half of it end in an answer, length
  double error = 0;      ///< of coordinates, length
};

/// rotation * v, written as columns: compilers inline that, and not the product.
[[nodiscard]] inline Vec3 turned(const Mat3& rotation, const Vec3& v) {
  return v.x() * rotation.col(0) + v.y() * rotation.col(1) + v.z() * rotation.col(2);
}

/// A shape in the world, at the middle of the window.
struct PlacedShape {
  const WindowShape* shape = nullptr;
  Pose pose;
  Vec3 center = Vec3::Zero();

  [[nodiscard]] tree::FrameInWorld frame() const { return {pose.rotation, center}; }
};

/// b moves as a sees it, by `motion`, whose reference is the centre of b.
struct PairWindow {
  const ShapePair* pair = nullptr;
  const PlacedShape* a = nullptr;
  const PlacedShape* b = nullptr;
  const tree::WindowMotion* motion = nullptr;
  Margins margins;
};

/// Bounds how far any point of b moves as a sees it, from the middle to any instant of the window.
[[nodiscard]] double greatest_motion(const tree::WindowMotion& motion, double radius);

/// Are the balls around both shapes apart throughout the window?
[[nodiscard]] bool balls_stay_apart(const PairWindow& window, double motion);

}  // namespace graze::windows
