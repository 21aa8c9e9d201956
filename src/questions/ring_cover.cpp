/// Cubes of ways in the order of their nearest point.

#include "questions/ring_cover.h"

#include <algorithm>
#include <cmath>

namespace graze::query {
namespace {

/// The bound is as good as the best way but for this part. No unit.
constexpr double close_enough = 0x1p-8;
/// Looks at points of the circle before the proof ends with what it has, some 100 milliseconds with polytopes.
constexpr int most_looks = 1 << 15;
/// Some roundings of a difference and a norm, rounded up. No unit.
constexpr double norm_rounding = 0x1p-45;
/// Ways that look free are followed so often.
constexpr int most_tried = 64;

}  // namespace

double RingCover::prove() {
  const double root = way_.best().depth;
  if (!std::isfinite(root) || !(root > 0)) return 0;
  push(Vec3::Zero(), root, 0, false);
  for (;;) {
    const double goal = way_.best().depth * (1 - close_enough);
    if (heap_.empty() || heap_.front().nearest >= goal) return goal;
    if (way_.looks() > most_looks || way_.error()) return heap_.front().nearest;
    std::pop_heap(heap_.begin(), heap_.end());
    Cube cube = heap_.back();
    heap_.pop_back();
    if (is_refuted(cube)) continue;
    const double half = cube.half / 2;
    for (int k = 0; k < 8; ++k) {
      const Vec3 side((k & 1) != 0 ? half : -half, (k & 2) != 0 ? half : -half, (k & 4) != 0 ? half : -half);
      push(cube.center + side, half, cube.angle, cube.is_known);
    }
  }
}

void RingCover::push(const Vec3& center, double half, double angle, bool is_known) {
  const double nearest = (center.cwiseAbs().array() - half).cwiseMax(0).matrix().norm() * (1 - norm_rounding);
  if (nearest >= way_.best().depth) return;
  heap_.push_back({center, half, angle, is_known, nearest});
  std::push_heap(heap_.begin(), heap_.end());
}

bool RingCover::is_refuted(Cube& cube) {
  constexpr double to_corner = 1.7320508075688774;  // rounded up
  const auto holds = [&](double gap) { return -gap - way_.gap_error(gap) >= to_corner * cube.half; };
  if (holds(way_.gap_at(cube.angle, cube.center))) return true;
  // The best angle of a small cube is mostly near that of the one it was cut from; every other time it is looked for all around.
  const double near = 2 * cube.half / way_.radius();
  const bool is_near = cube.is_known && near < 0.5;
  const RingWay::Deepest deepest =
      is_near ? way_.deepest_near(cube.angle, near, cube.center) : way_.deepest(cube.angle, cube.center);
  cube.angle = deepest.angle;
  cube.is_known = !is_near;
  if (holds(deepest.gap)) return true;
  if (deepest.gap > 0) try_way(cube.center);
  return false;
}

/// Only ways that are a good deal shorter: a little is left to turning the best one.
void RingCover::try_way(const Vec3& way) {
  constexpr double shorter = 0.99;
  if (tried_ == most_tried || !(way.stableNorm() < shorter * way_.best().depth)) return;
  ++tried_;
  way_.look_along(way);
}

}  // namespace graze::query
