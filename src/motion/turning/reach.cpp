/// Bounds how far turning bodies reach, and when they can be close enough to meet.

#include "motion/turning/reach.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "motion/pose_at.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/walk/nearest_bounds.h"
#include "views/bound.h"

namespace graze::query {
namespace {

/// Poses, distances and speeds are off by some dozen roundings of the coordinates they are computed from. No unit.
/// SweepTurning.NeverReportsAContactLate
constexpr double reach_margin = 0x1p-44;

/// A box around the body at time 0; nothing for unbounded shapes and empty meshes.
std::optional<Obb> box_of(const Body& body) {
  const MeshTree* tree = body.geometry.tree();
  if (tree == nullptr) return box_around(body.geometry.shape(), body.pose);
  if (tree->empty()) return std::nullopt;
  return tree::placed_outward(tree->root_box(), body.pose);
}

/// When the centres do not move against each other and only one body turns, the motion repeats after one turn.
double one_turn(const Course& a, const Course& b, double t_max) {
  const bool stays = a.motion.velocity == b.motion.velocity;
  if (!stays || a.motion.rotates() == b.motion.rotates()) return t_max;
  const double speed = a.motion.angular_velocity.stableNorm() + b.motion.angular_velocity.stableNorm();
  constexpr double turn = 6.283185307179587;  // rounded up
  return std::min(t_max, turn / speed * (1 + reach_margin));
}

}  // namespace

Reach reach_of(const Body& body) {
  const std::optional<Obb> box = box_of(body);
  if (!box) {
    const bool is_endless = !body.geometry.is_mesh();
    return {0, is_endless ? std::numeric_limits<double>::infinity() : 0};
  }
  const Vec3 center = center_of(body.pose, body.motion);
  const Vec3 along = body.motion.rotates() ? body.motion.angular_velocity.stableNormalized() : Vec3::Zero();
  Reach reach;
  for (int k = 0; k < 8; ++k) {
    Vec3 arm = box->center - center;
    for (int i = 0; i < 3; ++i) arm += ((k >> i & 1) != 0 ? 1 : -1) * box->half_extents[i] * box->axes[i];
    reach.center = std::max(reach.center, arm.stableNorm());
    if (body.motion.rotates()) reach.axis = std::max(reach.axis, along.cross(arm).stableNorm());
  }
  return {reach.axis * (1 + reach_margin), reach.center * (1 + reach_margin)};
}

std::optional<Times> times_in_reach(const Course& a, const Course& b, double reach, double t_max) {
  t_max = one_turn(a, b, t_max);
  if (!std::isfinite(reach)) return Times{0, t_max};
  const Vec3 offset = center_of(b.pose, b.motion) - center_of(a.pose, a.motion);
  const Vec3 velocity = b.motion.velocity - a.motion.velocity;
  const double distance = offset.stableNorm();
  const double limit = reach * (1 + reach_margin) + reach_margin * distance;
  const double speed = velocity.stableNorm();
  if (!(speed > 0)) return distance <= limit ? std::optional(Times{0, t_max}) : std::nullopt;
  const Vec3 along = velocity / speed;  // lengths along it never vanish or overflow as their squares would
  const double nearest = -offset.dot(along);
  const double off = (offset + nearest * along).stableNorm();
  if (off > limit * (1 + reach_margin) + reach_margin * distance) return std::nullopt;
  const double middle = nearest / speed;
  const double chord = off < limit ? std::sqrt(limit - off) * std::sqrt(limit + off) : 0;
  const double half = chord / speed * (1 + reach_margin) + reach_margin * std::abs(middle);
  const Times times{std::max(0.0, middle - half), std::min(t_max, middle + half)};
  return times.from <= times.to ? std::optional(times) : std::nullopt;
}

}  // namespace graze::query
