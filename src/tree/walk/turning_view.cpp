/// Prepares bounds of free time for the boxes of one tree against those of another while both turn.

#include "tree/walk/turning_view.h"

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "box/margin.h"
#include "numbers/tolerance.h"
#include "tree/walk/kernels.h"

namespace graze::tree {
namespace {

/// What is wrong with entries of a rotation that has turned by up to 2^20 radians: the angle by 2^-52 of itself, with some
/// to spare. No unit. TurningView.NeverExceedsTheTrueFreeTime
constexpr double rotation_error = 0x1p-30;
/// The same for numbers that grow with the coordinates only. No unit.
constexpr double coordinate_rounding = 0x1p-46;
/// Rates: composing them takes about a dozen operations a term, and each of the stored factors is off by a few roundings; along an
/// axis that is not a face normal three of them add up. No unit. TurningView.NeverExceedsTheTrueFreeTime
constexpr double rate_error = 64 * tolerance::float_rounding + rotation_error;
/// Of a shear that frames are allowed to have, what it costs a rate, a sine or a length at most. No unit. Transposing a sheared
/// rotation instead of inverting it is off by the shear; everything composed of it by a few times that.
constexpr double shear_factor = 16;
/// Squares of sines are differences of squares near 1, off by a dozen roundings. No unit. TurningView.NeverExceedsTheTrueFreeTime
constexpr double sine_error = 64 * tolerance::float_rounding;
/// Far below any rate that matters, far above numbers that vanish when squared. Length in a tick, where speeds are near 1.
constexpr double least_rate = 0x1p-50;
/// Of rim speeds, which only have to be large enough. No unit.
constexpr double rim_up = 1 + 0x1p-10;

float rounded_up(double x) { return static_cast<float>(x * (1 + 2 * tolerance::float_rounding)); }

void store(const Vec3& v, float (&to)[3]) {
  for (int k = 0; k < 3; ++k) to[k] = static_cast<float>(v[k]);
}

}  // namespace

TurningView::TurningView(const WideTree& from, const WideTree& to, const TreeState& to_state, const Vec3& turn_from,
                         const Vec3& turn_to, const TurningBounds& bounds)
    : scale_(std::ldexp(1.0, to.exponent - from.exponent)),
      unit_(std::ldexp(1.0, to.exponent)),
      tick_(bounds.tick),
      turn_from_(turn_from),
      turn_speed_(turn_from.stableNorm() * bounds.tick),
      turn_speeds_(turn_from.stableNorm() + turn_to.stableNorm()),
      free_times_(walk_kernels().free_times) {
  store(to_state.rotation.transpose() * turn_to * tick_, frame_.turn);
  store(to_state.rotation.transpose() * to_state.rim * (unit_ * tick_), frame_.origin_speed);
  frame_.speed = rounded_up(turn_to.stableNorm() * tick_ * (1 + shear_factor * bounds.shear));
  sat::RelativePose pose;
  pose.shear = bounds.shear;
  pose.rotation_error = rotation_error + bounds.shear;
  const sat::PairMargin exact = sat::margin_of({0, to.reach}, {0, scale_ * from.reach}, pose);
  margin_.gap = sat::lane_margin_of(exact, 2 * scale_ * from.reach);
  gap_base_ = static_cast<double>(margin_.gap.absolute) + bounds.clearance * unit_ * (1 + 2 * bounds.shear + axis_excess);
  gap_slope_ = shear_factor * bounds.shear + 4 * tolerance::float_rounding;
  margin_.rate_relative = rounded_up(rate_error + shear_factor * bounds.shear);
  margin_.sine = rounded_up(sine_error + shear_factor * bounds.shear);
  if (bounds.is_linear) margin_.curvature = 0;
  rate_base_ = (coordinate_rounding + shear_factor * bounds.shear) * bounds.speed * unit_ * tick_ + least_rate;
}

void TurningView::look(const TreeState& from, const TreeState& to, double error) {
  const Mat3 to_frame = to.rotation.transpose();
  rotation_ = to_frame * from.rotation;
  offset_ = to_frame * (from.origin - to.origin) * unit_;
  velocity_ = to_frame * (from.velocity - to.velocity) * (unit_ * tick_);
  if (turn_speed_ > 0) {
    turn_ = to_frame * turn_from_ * tick_;
    rim_ = to_frame * from.rim * (unit_ * tick_);
  } else {
    turn_ = rim_ = Vec3::Zero();
  }
  margin_.gap.absolute = rounded_up(gap_base_ + gap_slope_ * offset_.lpNorm<1>() + 8 * error * unit_);
  margin_.rate_absolute = rounded_up(rate_base_ + 2 * turn_speeds_ * error * unit_ * tick_);
}

MovingBox TurningView::place(const sat::EightBoxes& boxes, std::size_t lane) const {
  const auto column = [&](const float(&v)[3][8]) {
    return Vec3(static_cast<double>(v[0][lane]), static_cast<double>(v[1][lane]), static_cast<double>(v[2][lane]));
  };
  MovingBox one;
  const Vec3 half = scale_ * column(boxes.half_extents);
  const Vec3 arm = rotation_ * (scale_ * column(boxes.center));
  const Vec3 turned = turn_.cross(arm);
  store(half, one.box.half_extents);
  store(arm + offset_, one.box.center);
  for (int j = 0; j < 3; ++j) store(rotation_ * column(boxes.axes[j]), one.box.axes[j]);
  store(velocity_ + turned, one.velocity);
  store(turn_, one.turn);
  if (turn_speed_ > 0) {
    const double rim = ((turned + rim_).norm() + turn_speed_ * half.norm()) * rim_up;
    one.rim_speed = std::max(rounded_up(rim), std::numeric_limits<float>::min());
  }
  return one;
}

}  // namespace graze::tree
