/// Prepares the boxes of one tree for those of another in a window of time.

#include "tree/walk/window_view.h"

#include <cmath>

#include <Eigen/Geometry>

#include "box/margin.h"
#include "numbers/tolerance.h"
#include "tree/walk/kernels.h"

namespace graze::tree {
namespace {

/// What is wrong with entries of a rotation composed of some hundred others, amply. No unit.
constexpr double window_rotation_error = 0x1p-36;
/// Of a shear that frames are allowed to have, what it costs a length at most, as in turning_view.cpp. No unit.
constexpr double window_shear_factor = 16;
/// First and second order: composing them takes a few dozen operations a term, each of the stored factors is off by a few
/// roundings, and along an axis that is not a face normal three of them add up. No unit.
/// WindowView.NeverCallsBoxesApartThatMeetWithinTheWindow
constexpr double motion_error = 96 * tolerance::float_rounding + window_rotation_error;
/// Of bounds that only have to be large enough. No unit.
constexpr double window_bound_up = 1 + 0x1p-18;

float raised(double x) { return static_cast<float>(x * (1 + 2 * tolerance::float_rounding)); }

void put(const Vec3& v, float (&to)[3]) {
  for (int k = 0; k < 3; ++k) to[k] = static_cast<float>(v[k]);
}

/// Written as columns: compilers inline that, and not the product.
Vec3 turned_by(const Mat3& rotation, const Vec3& v) {
  return v.x() * rotation.col(0) + v.y() * rotation.col(1) + v.z() * rotation.col(2);
}

Vec3 lane_of(const float (&v)[3][8], std::size_t lane) {
  return {static_cast<double>(v[0][lane]), static_cast<double>(v[1][lane]), static_cast<double>(v[2][lane])};
}

/// Two unit directions across a third and each other, without a root. [Duff17]
void put_across(const Vec3& n, float (&across)[2][3]) {
  const double sign = std::copysign(1.0, n.z()), a = -1 / (sign + n.z()), b = n.x() * n.y() * a;
  put({1 + sign * n.x() * n.x() * a, sign * b, -sign * n.x()}, across[0]);
  put({b, sign + n.y() * n.y() * a, -n.y()}, across[1]);
}

}  // namespace

WindowUnits::WindowUnits(const WideTree& from, const WideTree& to, double shear)
    : scale(std::ldexp(1.0, to.exponent - from.exponent)), unit(std::ldexp(1.0, to.exponent)) {
  sat::RelativePose pose;
  pose.shear = shear;
  pose.rotation_error = window_rotation_error + shear;
  gap = sat::lane_margin_of(sat::margin_of({0, to.reach}, {0, scale * from.reach}, pose), 2 * scale * from.reach);
  gap_slope = window_shear_factor * shear + 4 * tolerance::float_rounding;
  clearance_up = 1 + 2 * shear + axis_excess;
  motion_relative = motion_error + window_shear_factor * shear;
}

WindowView::WindowView(const WindowUnits& units, const FrameInWorld& from, const FrameInWorld& to, const WindowMotion& motion,
                       bool from_moves, double error, double clearance)
    : scale_(units.scale), margin_(units.gap), may_meet_(walk_kernels().may_meet_within) {
  const Mat3 to_frame = to.rotation.transpose();
  const double unit = units.unit;
  rotation_ = to_frame * from.rotation;
  offset_ = turned_by(to_frame, from.origin - to.origin) * unit;
  reference_ = turned_by(to_frame, motion.reference - to.origin) * unit;
  shift_ = turned_by(to_frame, motion.shift) * unit;
  turn_ = turned_by(to_frame, motion.turn);
  bend_ = turned_by(to_frame, motion.bend) * unit;
  bend_turn_ = turned_by(to_frame, motion.bend_turn);
  for (int k = 0; k < 2; ++k) {
    const double in_units = (k == 0 ? unit : 1) * window_bound_up;
    most_[k] = motion.most[k] * in_units;
    rest_[k] = motion.rest[k] * in_units;
    flat_[k] = motion.flat[k] * in_units;
  }
  spread_ = (motion.bend_turn.norm() + 0.5 * motion.turn.squaredNorm()) * window_bound_up;
  if (motion.has_flat()) set_flat(motion, turned_by(to_frame, motion.normal));
  margin_.absolute = raised(static_cast<double>(margin_.absolute) + clearance * unit * units.clearance_up +
                            units.gap_slope * offset_.lpNorm<1>() + 8 * error * unit);
  put(turn_, frame_.turn);
  frame_.motion_relative = raised(units.motion_relative);
  frame_.eight_move = !from_moves;
  if (from_moves) return;
  put(bend_turn_, frame_.bend_turn);
  put(shift_, frame_.shift);
  put(bend_, frame_.bend);
  put(reference_, frame_.reference);
  for (int k = 0; k < 2; ++k) {
    frame_.most[k] = raised(most_[k]);
    frame_.rest[k] = raised(rest_[k]);
    frame_.flat[k] = raised(flat_[k]);
  }
  frame_.spread = raised(spread_);
  frame_.flat_spread = raised(flat_spread_);
}

/// What is across the normal. w x (w x r) is across w, and w x r no longer than |w| |r|: along the normal only what leans counts.
void WindowView::set_flat(const WindowMotion& motion, const Vec3& normal) {
  frame_.has_flat = true;
  put_across(normal, frame_.across);
  const double turn = motion.turn.norm();
  const double leaning = motion.bend_turn.cross(motion.normal).norm() + 0.5 * turn * motion.turn.cross(motion.normal).norm();
  if (!(leaning < 0.5 * spread_)) return;
  flat_spread_ = spread_;
  spread_ = leaning * window_bound_up;
}

WindowBox WindowView::place(const sat::EightBoxes& boxes, std::size_t lane) const {
  WindowBox one;
  const Vec3 half = scale_ * lane_of(boxes.half_extents, lane);
  const Vec3 center = turned_by(rotation_, scale_ * lane_of(boxes.center, lane)) + offset_;
  put(half, one.box.half_extents);
  put(center, one.box.center);
  for (int j = 0; j < 3; ++j) put(turned_by(rotation_, lane_of(boxes.axes[j], lane)), one.box.axes[j]);
  if (frame_.eight_move) return one;
  const Vec3 arm = center - reference_;
  const Vec3 turned = turn_.cross(arm);
  put(shift_ + turned, one.shift);
  put(bend_ + bend_turn_.cross(arm) + 0.5 * turn_.cross(turned), one.bend);
  const double radius = half.norm() * window_bound_up, reach = arm.norm() + radius;
  one.most = raised(most_[0] + most_[1] * reach);
  one.rest = raised(spread_ * radius + rest_[0] + rest_[1] * reach);
  one.flat = raised(flat_spread_ * radius + flat_[0] + flat_[1] * reach);
  return one;
}

}  // namespace graze::tree
