#pragma once
/// Boxes along the axes of the world, perhaps infinite or empty.

#include <algorithm>
#include <cmath>
#include <limits>

#include <graze/shapes.h>

namespace graze::scenes {

inline constexpr double endless = std::numeric_limits<double>::infinity();

/// Holds nothing and meets nothing.
[[nodiscard]] inline Aabb empty_box() { return {Vec3::Constant(endless), Vec3::Constant(-endless)}; }
[[nodiscard]] inline Aabb endless_box() { return {Vec3::Constant(-endless), Vec3::Constant(endless)}; }
[[nodiscard]] inline bool is_empty(const Aabb& box) { return !(box.min.array() <= box.max.array()).all(); }

[[nodiscard]] inline Aabb united(const Aabb& a, const Aabb& b) { return {a.min.cwiseMin(b.min), a.max.cwiseMax(b.max)}; }
[[nodiscard]] inline Aabb common(const Aabb& a, const Aabb& b) { return {a.min.cwiseMax(b.min), a.max.cwiseMin(b.max)}; }

[[nodiscard]] inline bool meet(const Aabb& a, const Aabb& b) {
  return (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

/// Larger by a length >= 0 on every side, rounded outward; an empty box stays empty.
[[nodiscard]] inline Aabb grown(const Aabb& box, double by) {
  if (by == 0 || is_empty(box)) return box;
  Aabb result;
  for (int k = 0; k < 3; ++k) {
    result.min[k] = std::nextafter(box.min[k] - by, -endless);
    result.max[k] = std::nextafter(box.max[k] + by, endless);
  }
  return result;
}

/// The largest coordinate, which roundings are relative to; 0 of boxes that are empty or without end.
[[nodiscard]] inline double size_of_numbers(const Aabb& box) {
  const double size = box.min.cwiseAbs().cwiseMax(box.max.cwiseAbs()).maxCoeff();
  return std::isfinite(size) ? size : 0;
}

/// Not above the distance of any two points of the boxes; infinite if one is empty.
[[nodiscard]] inline double gap(const Aabb& a, const Aabb& b) {
  if (is_empty(a) || is_empty(b)) return endless;
  Vec3 apart;
  for (int k = 0; k < 3; ++k) {
    // Differences of infinities of the same sign do not occur: a lower end is never +inf, an upper one never -inf.
    const double between = std::max(a.min[k] - b.max[k], b.min[k] - a.max[k]);
    apart[k] = between > 0 ? between : 0;
  }
  constexpr double down = 1 - 0x1p-49;  // the roundings of the differences, the norm and its root
  return apart.stableNorm() * down;
}

}  // namespace graze::scenes
