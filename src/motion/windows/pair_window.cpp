/// Bounds of motion for whole shapes.

#include "motion/windows/pair_window.h"

#include <algorithm>

namespace graze::windows {
namespace {

/// Room for a dozen roundings. No unit.
constexpr double motion_up = 1 + 0x1p-40;

}  // namespace

double greatest_motion(const tree::WindowMotion& motion, double radius) {
  const double turn = motion.turn.norm();
  const double rest = motion.rest[0] + motion.flat[0] + (motion.rest[1] + motion.flat[1]) * radius;
  const double third = motion.bend.norm() + (motion.bend_turn.norm() + turn * turn / 2) * radius + rest;
  const double second = motion.most[0] + motion.most[1] * radius;
  return (motion.shift.norm() + turn * radius + std::min(second, third)) * motion_up;
}

bool balls_stay_apart(const PairWindow& window, double motion) {
  const double reach = (window.a->shape->radius + window.b->shape->radius + motion + window.margins.clearance) * motion_up +
                       2 * window.margins.error;
  return (window.b->center - window.a->center).squaredNorm() > reach * reach * motion_up;
}

}  // namespace graze::windows
