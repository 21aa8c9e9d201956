#pragma once
/// Lines in the frame of a tree, ready to be walked along in lanes; compiled once for each instruction set.

#include <bit>
#include <cstdlib>
#include <cstring>

#include "numbers/tolerance.h"
#include "simd/double_lanes.h"
#include "simd/fused.h"
#include "tree/walk/ray_lanes.h"

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Double4;
using simd::GRAZE_SIMD_TARGET::Float8;
using simd::GRAZE_SIMD_TARGET::Mask4;
using simd::GRAZE_SIMD_TARGET::product_and;

/// Said as shuffles: as scalars the compiler would carry them through registers for integers.
using Eight [[gnu::vector_size(32)]] = float;
template <int k>
GRAZE_FORCE_INLINE void put_in_all(const simd::Four& v, simd::Four& to) {
  to = __builtin_shufflevector(v, v, k, k, k, k);
}
template <int k>
GRAZE_FORCE_INLINE void put_in_all(const simd::Four& v, Eight& to) {
  to = __builtin_shufflevector(v, v, k, k, k, k, k, k, k, k);
}

template <int k>
GRAZE_FORCE_INLINE Float8 in_all_lanes(const simd::Four& v) {
  Float8 lanes;
  for (auto& part : lanes.part) put_in_all<k>(v, part);
  return lanes;
}

/// Errors of the origin beyond this, in units of the tree, make pruning pointless. Unit: the size of the tree.
inline constexpr double largest_error = 0x1p-6;

/// Lines that begin within so many sizes of the tree are walked along from there: single precision blurs the boxes by that much
/// more, and the way to the box need not be found first. No unit.
inline constexpr double nearby = 8;
/// Their ways of one parameter along the fastest axis: not_below() adds little to them, and what is slower by least_turn has room
/// in single precision. In units of the tree.
inline constexpr double slowest = 0x1p-30, fastest = 0x1p4;

/// Lines are taken to run along no axis slower than least_step: no quotient is infinite. Beside their speed along the fastest axis
/// that is a turn by less than what single precision loses. RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr double least_step = 0x1p-90, least_turn = 0x1p-60;

/// More than what numbers near zero lose to underflow. In units of the tree.
inline constexpr double underflow = 0x1p-100;

/// The slowness, a product with it and a difference are rounded; one more for terms of second order. No unit.
/// RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr double parameter_slack = 4 * tolerance::float_rounding;

/// The slowness is rounded beside the start that was made with it, and two products are: as if planes were elsewhere. Beside the
/// reach of the line, and twice as much as needed. No unit. RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr double place_slack = 4 * tolerance::float_rounding;

/// Exponents of powers of two that can be put together, and turned around, without libm.
inline constexpr int plain_exponent = 1000;

inline constexpr int exponent_bits = 52, exponent_bias = 1023;

GRAZE_FORCE_INLINE double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + exponent_bias) << exponent_bits);
}

/// The exponent of a number > 0 that is not tiny, or above plain_exponent.
GRAZE_FORCE_INLINE int exponent_of(double x) {
  return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> exponent_bits) - exponent_bias;
}

GRAZE_FORCE_INLINE Double4 three(const double* v) { return Double4(simd::GRAZE_SIMD_TARGET::DoubleRegister{v[0], v[1], v[2], 0}); }

GRAZE_FORCE_INLINE Double4 four(const double (&v)[4]) {
  Double4 lanes;
  std::memcpy(&lanes.lanes, v, sizeof v);
  return lanes;
}

GRAZE_FORCE_INLINE double larger_of(double a, double b) { return a > b ? a : b; }
GRAZE_FORCE_INLINE double smaller_of(double a, double b) { return a < b ? a : b; }
GRAZE_FORCE_INLINE double largest(const Double4& v) { return larger_of(larger_of(v.lanes[0], v.lanes[1]), v.lanes[2]); }
GRAZE_FORCE_INLINE double smallest(const Double4& v) { return smaller_of(smaller_of(v.lanes[0], v.lanes[1]), v.lanes[2]); }

/// The planes of boxes that a line comes to first along each axis, or last: it is there at the parameters slowness * plane + start,
/// which have room for all rounding: not after the line, or not before it.
struct LaneSides {
  Float8 slowness[3], start[3];
};

GRAZE_FORCE_INLINE LaneSides sides_with(const Double4& slowness, const Double4& start) {
  const auto factors = __builtin_convertvector(slowness.lanes, simd::Four);
  const auto starts = __builtin_convertvector(start.lanes, simd::Four);
  return {{in_all_lanes<0>(factors), in_all_lanes<1>(factors), in_all_lanes<2>(factors)},
          {in_all_lanes<0>(starts), in_all_lanes<1>(starts), in_all_lanes<2>(starts)}};
}

/// Part of a line in units of the tree. Its parameters count ticks from where it begins.
struct PartInTree {
  Double4 begin, step;  ///< where it begins, and the step of one tick
  Double4 slowness;     ///< ticks that a unit along each axis takes, not negative
  double speed;         ///< the step along the fastest axis
  double reach;         ///< bounds the coordinates of all corners seen from the beginning
  double corner_size;   ///< bounds the coordinates of all corners seen from the caller's origin, in units of the mesh
  double error;         ///< bounds how far it is from the true line along any axis, while that is in the tree
  double length;        ///< in ticks
  double start = 0;     ///< the caller's parameter where it begins
  double ticks = 1;     ///< in one unit of the caller's parameter: a power of two
};

/// Where it comes to the planes of boxes.
struct LineAmongBoxes {
  LaneSides near, far;
  unsigned near_row[3];  ///< of the planes that it comes to first along each axis
};

/// A parameter in single precision, and a little above. The line has left the tree long before the greatest.
GRAZE_FORCE_INLINE float not_below(double parameter) {
  constexpr double greatest = 0x1p100;
  return static_cast<float>(smaller_of(parameter, greatest) * (1 + 4 * tolerance::float_rounding) + tolerance::float_rounding);
}

/// The fastest axis takes 1 / speed ticks a unit or less, so that the line has come and gone after so many.
GRAZE_FORCE_INLINE double error_of(const PartInTree& part, const distance::LineNumbers& line, double unit) {
  constexpr double u = tolerance::rounding;
  const double turn = line.direction_error == 0 ? least_turn : line.direction_error * unit / (part.speed * part.ticks) + least_turn;
  return 2 * (line.origin_error * unit + (32 * u + 2 * turn) * part.reach) + underflow;
}

GRAZE_FORCE_INLINE Double4 slowness_of(const Double4& step) { return Double4(1) / larger(abs(step), Double4(least_step)); }

GRAZE_FORCE_INLINE PartInTree in_units_of(const AxisTree& tree, const LinePart& whole) {
  PartInTree part;
  part.begin = Double4(tree.unit) * (three(whole.line.origin) - four(tree.origin));
  part.step = Double4(tree.unit) * three(whole.line.direction);
  part.speed = largest(abs(part.step));
  part.reach = largest(abs(part.begin)) + tree.size;
  part.corner_size = (1 + 8 * tolerance::rounding) * part.reach * tree.length;
  part.length = whole.greatest;
  return part;
}

/// Unless the line begins far away, or before 0, or moves unusually fast or slowly: then the part is to be made by cut_to_tree().
GRAZE_FORCE_INLINE bool begins_nearby(PartInTree& part, const AxisTree& tree, const LinePart& whole) {
  part = in_units_of(tree, whole);
  part.slowness = slowness_of(part.step);
  part.error = error_of(part, whole.line, tree.unit);
  return (part.reach <= nearby * tree.size) & (part.speed >= slowest) & (part.speed <= fastest) & (whole.least == 0) &
         (part.error < largest_error);
}

/// Cuts any line to where it may meet the box around everything, because origins far away would blur boxes in single precision; its
/// ticks move it by one or two along its fastest axis.
GRAZE_FORCE_INLINE RayReach cut_to_tree(PartInTree& cut, const AxisTree& tree, const LinePart& whole) {
  cut = in_units_of(tree, whole);
  const int speed_exponent = exponent_of(cut.speed);
  if (std::abs(speed_exponent) > plain_exponent) return RayReach::unknown;
  const double tick = power_of_two(-speed_exponent);
  cut.ticks = power_of_two(speed_exponent);
  cut.speed *= tick;
  cut.step = Double4(tick) * cut.step;
  cut.slowness = slowness_of(cut.step);
  cut.error = error_of(cut, whole.line, tree.unit);
  if (!(cut.error < largest_error)) return RayReach::unknown;
  const Mask4 backward = cut.step < Double4(0);
  const Double4 sense = chosen(backward, Double4(-1), Double4(1));
  const Double4 low = four(tree.low), high = four(tree.high);
  const Double4 to_near = sense * (chosen(backward, high, low) - cut.begin) - Double4(cut.error);
  const Double4 to_far = sense * (chosen(backward, low, high) - cut.begin) + Double4(cut.error);
  const double first = larger_of(largest(to_near * cut.slowness), whole.least * cut.ticks);
  const double last = smaller_of(smallest(to_far * cut.slowness), whole.greatest * cut.ticks);
  if (!(first <= last)) return RayReach::misses;
  cut.start = first * tick;
  cut.length = last - first;
  cut.begin = cut.begin + Double4(first) * cut.step;
  cut.reach = largest(abs(cut.begin)) + tree.size;
  return RayReach::passes;
}

GRAZE_FORCE_INLINE LineAmongBoxes among_boxes(const PartInTree& part) {
  const Mask4 backward = part.step < Double4(0);
  const Double4 slow = chosen(backward, -part.slowness, part.slowness), start = slow * part.begin;
  const Double4 slack = part.slowness * Double4(2 * part.error + place_slack * part.reach);
  const unsigned is_backward = backward.bits();
  return {sides_with(slow * Double4(1 - parameter_slack), (start + slack) * Double4(parameter_slack - 1)),
          sides_with(slow * Double4(1 + parameter_slack), (slack - start) * Double4(1 + parameter_slack)),
          {is_backward & 1U, 2 + (is_backward >> 1U & 1U), 4 + (is_backward >> 2U & 1U)}};
}

/// From where the line passes the middle of the tree along its fastest axis: not far from the tree, if it meets that.
GRAZE_FORCE_INLINE LineAmongBlocks among_blocks(const PartInTree& part, const std::uint32_t* axes, double size) {
  const double slow = __builtin_copysign(part.slowness.lanes[axes[2]], part.step.lanes[axes[2]]);
  const double shear_x = part.step.lanes[axes[0]] * slow, shear_y = part.step.lanes[axes[1]] * slow;
  const double along = part.begin.lanes[axes[2]];
  const double x = part.begin.lanes[axes[0]] - shear_x * along, y = part.begin.lanes[axes[1]] - shear_y * along;
  const double drift = 2 * part.error, beside = larger_of(__builtin_fabs(x), __builtin_fabs(y));
  LineAmongBlocks among{{static_cast<float>(x), static_cast<float>(y)},
                        {static_cast<float>(shear_x), static_cast<float>(shear_y)},
                        {axes[0], axes[1], axes[2]},
                        0,
                        0};
  set_errors(among, size + beside + drift, drift);
  return among;
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
