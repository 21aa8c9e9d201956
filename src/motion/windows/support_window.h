#pragma once
/// Two convex parts, each a triangle or a convex shape, throughout a window of time, by their support points.
///
/// Along a fixed n the height of a point at x after s is, up to third order, linear in x and in (s, s^2/2), so its least value over
/// the window is that at one of the four corners of [-h, h] x [0, h^2/2]: four support points bound the gap sharply.

#include <array>

#include <graze/shapes.h>

#include "motion/windows/pair_window.h"

namespace graze::windows {

/// A triangle of the world, or a placed convex shape.
struct ConvexPart {
  const Triangle* triangle = nullptr;  ///< instead of the shape
  const PlacedShape* placed = nullptr;

  /// The least value of m.x over its points, minus blur.
  [[nodiscard]] double lowest(const Vec3& m) const;
};

/// Bounds the gap along n, unit, from a to b throughout the window from below; b moves.
[[nodiscard]] double gap_throughout(const ConvexPart& a, const ConvexPart& b, const tree::WindowMotion& motion, double radius,
                                    const Vec3& n);

}  // namespace graze::windows
