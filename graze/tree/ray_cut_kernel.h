#pragma once
/// Lines in the frame of a tree, ready to be walked along in lanes; compiled once for each instruction set.

#include <bit>
#include <cstdlib>
#include <cstring>

#include <graze/core/tolerance.h>
#include <graze/simd/double_lanes.h>
#include <graze/tree/ray_lanes.h>

namespace graze::tree::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Double4;
using simd::GRAZE_SIMD_TARGET::Float8;
using simd::GRAZE_SIMD_TARGET::Mask4;
using simd::GRAZE_SIMD_TARGET::product_less;

GRAZE_FORCE_INLINE Float8 in_all_lanes(float x) {
  Float8 lanes;
  for (auto& part : lanes.part) part = x - simd::GRAZE_SIMD_TARGET::FloatRegister{};  // x + 0 is not x if x is -0, and takes a sum
  return lanes;
}

/// Errors of the origin beyond this, in units of the tree, make pruning pointless. Unit: the size of the tree.
inline constexpr double largest_error = 0x1p-6;

/// Lines are taken to run along no axis slower than this, beside their speed along the fastest: no quotient is infinite, and they
/// move by less than what single precision loses. No unit. RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr double least_speed = 0x1p-60;

/// More than what numbers near zero lose to underflow. In units of the tree.
inline constexpr double underflow = 0x1p-100;

/// The slowness, a product with it and a difference are rounded; one more for terms of second order. No unit.
/// RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr double parameter_room = 4 * tolerance::float_rounding;

/// The slowness is rounded beside the place that was made with it, and two products are: as if planes were elsewhere. Beside their
/// largest coordinate, and twice as much as needed. No unit. RayLanes.NeverPassByABoxThatTheLineMeets
inline constexpr double place_room = 6 * tolerance::float_rounding;

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

/// The planes of boxes that a line comes to first along each axis, or last: it is there at the parameters slowness * plane - place,
/// which have room for all rounding: not after the line, or not before it.
struct LaneSides {
  float slowness[4];
  float place[4];
};

/// Where planes are met by a line that is in this place at parameter 0.
GRAZE_FORCE_INLINE LaneSides sides_with(const Double4& slowness, const Double4& place) {
  using FourFloats [[gnu::vector_size(16)]] = float;
  const auto factor = __builtin_convertvector(slowness.lanes, FourFloats);
  const auto product = __builtin_convertvector((slowness * place).lanes, FourFloats);
  LaneSides sides;
  std::memcpy(sides.slowness, &factor, sizeof factor);
  std::memcpy(sides.place, &product, sizeof product);
  return sides;
}

/// A line in units of the tree, from where it may meet the box around everything. Its parameters count ticks from there, in each of
/// which it moves by one or two along its fastest axis.
struct LineInTree {
  LaneSides near, far;
  unsigned backward;               ///< bit k is set if the line runs against axis k
  float length;                    ///< not below the parameter where it leaves the box
  double start;                    ///< the parameter where it enters, as the caller counts them
  double ticks;                    ///< in one unit of the caller's parameter
  double corner_size;              ///< bounds the coordinates of all corners seen from the origin of the line, in units of the mesh
  Double4 begin, direction, slow;  ///< where it enters, the way of a tick, and the ticks that a unit along each axis takes
  double drift;                    ///< it is not farther away from that along any axis
};

/// A parameter in single precision, and a little above. The line has left the tree long before the greatest.
GRAZE_FORCE_INLINE float not_below(double parameter) {
  constexpr double greatest = 0x1p100;
  return static_cast<float>(smaller_of(parameter, greatest) * (1 + 4 * tolerance::float_rounding) + tolerance::float_rounding);
}

/// The same for the blocks of a tree of this size. Most lines that miss never come to one. The slowness along the fastest of the
/// axes tells the shear.
GRAZE_FORCE_INLINE LineAmongBlocks among_blocks(const LineInTree& line, const std::uint32_t* axes, double size) {
  LineAmongBlocks among;
  for (int k = 0; k < 3; ++k) {
    among.axes[k] = axes[k];
    among.origin[k] = static_cast<float>(line.begin.lanes[axes[k]]);
  }
  for (int k = 0; k < 2; ++k) among.shear[k] = static_cast<float>(line.direction.lanes[axes[k]] * line.slow.lanes[axes[2]]);
  set_errors(among, size + line.drift, line.drift);
  return among;
}

/// Cuts the line to where it passes by the tree, because origins far away would blur boxes in single precision.
GRAZE_FORCE_INLINE RayReach cut_line(LineInTree& cut, const AxisTree& tree, const LinePart& part) {
  constexpr double u = tolerance::rounding;
  const distance::LineNumbers& line = part.line;
  const Double4 origin = Double4(tree.unit) * (three(line.origin) - four(tree.origin));
  const Double4 way = Double4(tree.unit) * three(line.direction);
  const int speed_exponent = exponent_of(largest(abs(way)));
  if (std::abs(speed_exponent) > plain_exponent) return RayReach::unknown;
  const double slowness = power_of_two(-speed_exponent), ticks = power_of_two(speed_exponent);
  // The fastest axis takes a tick a unit or less, so that the line has come and gone after so many.
  const double farthest = largest(abs(origin)) + tree.size;
  const double turn = line.direction_error * tree.unit * slowness + least_speed;
  const double error = 2 * (line.origin_error * tree.unit + (32 * u + 2 * turn) * farthest) + underflow;
  if (!(error < largest_error)) return RayReach::unknown;
  const Double4 direction = Double4(slowness) * way;
  const Mask4 backward = direction < Double4(0);
  const Double4 sense = chosen(backward, Double4(-1), Double4(1));
  const Double4 slow = Double4(1) / (sense * larger(abs(direction), Double4(least_speed)));
  const Double4 low = four(tree.low), high = four(tree.high), moved = sense * Double4(error);
  const double first = larger_of(largest((chosen(backward, high, low) - origin - moved) * slow), part.least * ticks);
  const double last = smaller_of(smallest((chosen(backward, low, high) - origin + moved) * slow), part.greatest * ticks);
  if (!(first <= last)) return RayReach::misses;
  cut.length = not_below(last - first);
  cut.start = first * slowness;
  cut.ticks = ticks;
  cut.backward = backward.bits();
  const Double4 begin = origin + Double4(first) * direction, room = sense * Double4(2 * error + place_room * tree.size);
  cut.near = sides_with(slow * Double4(1 - parameter_room), begin + room);
  cut.far = sides_with(slow * Double4(1 + parameter_room), begin - room);
  cut.corner_size = (1 + 8 * u) * farthest * tree.length;
  cut.begin = begin;
  cut.direction = direction;
  cut.slow = slow;
  cut.drift = 2 * error;
  return RayReach::passes;
}

}  // namespace graze::tree::GRAZE_SIMD_TARGET
