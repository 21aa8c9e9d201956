#include <graze/tree/ray.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

#include <graze/core/tolerance.h>
#include <graze/exact/vector.h>

namespace graze::tree {
namespace {

constexpr double u = tolerance::rounding;
constexpr double float_u = tolerance::float_rounding;

/// Half the diagonal of the root box, whose half extents are below 1 and a rounding, in units of the tree; from above.
constexpr double tree_radius = 1.75;

/// Errors of the origin beyond this, in units of the tree, make pruning pointless. Unit: the size of the tree.
constexpr double largest_error = 0x1p-6;

/// Relative errors of the direction up to this are nothing beside its rounding to single precision.
constexpr double largest_turn = 0x1p-32;

/// Exponents of powers of two that can be put together, and turned around, without libm.
constexpr int plain_exponent = 1000;

constexpr int exponent_bits = 52, exponent_bias = 1023;

double power_of_two(int exponent) {
  if (std::abs(exponent) > plain_exponent) return std::ldexp(1.0, exponent);
  return std::bit_cast<double>(static_cast<std::uint64_t>(exponent + exponent_bias) << exponent_bits);
}

/// The exponent of a number > 0 that is not tiny, or above plain_exponent.
int exponent_of(double x) { return static_cast<int>(std::bit_cast<std::uint64_t>(x) >> exponent_bits) - exponent_bias; }

/// In three registers: g++ spends twice the instructions on the members of a Vec3, which it packs in pairs.
using V = Vector3<double>;

V three(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

double sum(const V& v) { return std::fabs(v.x) + std::fabs(v.y) + std::fabs(v.z); }

void fill(float (&lanes)[8], double x) { std::fill(std::begin(lanes), std::end(lanes), static_cast<float>(x)); }

void fill(float (&lanes)[3][8], const V& v) {
  fill(lanes[0], v.x);
  fill(lanes[1], v.y);
  fill(lanes[2], v.z);
}

}  // namespace

RayInTree::RayInTree(const WideTree& tree, const distance::RoundedLine& line, const distance::ParameterRange& range) {
  const double unit = power_of_two(tree.exponent);
  const V from_line = three(line.origin), from_tree = three(tree.origin);
  const V origin = unit * (from_line - from_tree);
  const V way = unit * three(line.direction);
  const double speed = std::max(std::max(std::fabs(way.x), std::fabs(way.y)), std::fabs(way.z));
  const int speed_exponent = exponent_of(speed);
  const bool is_exact = line.direction_error * unit <= largest_turn * speed;
  if (!is_exact || !(std::abs(speed_exponent) <= plain_exponent)) return;
  const double slowness = power_of_two(-speed_exponent);
  ticks_ = power_of_two(speed_exponent);
  const V direction = slowness * way;
  const double nearest = -dot(origin, direction) / dot(direction, direction);
  const double lengths = (sum(from_line) + sum(from_tree)) * unit + std::fabs(nearest) * 6;
  const double error = line.origin_error * unit + 32 * u * lengths;
  if (!(error < largest_error)) return;
  const double reach = tree_radius + 2 * error;
  const double least = range.least * ticks_, greatest = range.greatest * ticks_;
  const double from = std::max(least - 2 * error, nearest - reach), to = std::min(greatest + 2 * error, nearest + reach);
  const V begin = origin + from * direction, beside = origin + nearest * direction;
  const bool passes = from <= to && dot(beside, beside) <= reach * reach;
  reach_ = passes ? Reach::passes : Reach::misses;
  if (!passes) return;
  start_ = from * slowness;
  fill(lanes_.origin, begin);
  fill(lanes_.direction, direction);
  // The direction's rounding, to single precision and along three axes, over a way of twice the reach.
  const double size = sum(begin);
  const double way_error = 8 * float_u * sum(direction) * 2 * reach;
  const double off = (2 * error + 4 * float_u * size + way_error) * (1 + 4 * float_u);
  fill(lanes_.room, (off + static_cast<double>(slab_room) * (size + tree.reach)) * (1 + 4 * float_u));
  limit_error_ = 8 * u * std::fabs(from) + off * 4 + float_u;
}

float RayInTree::limit(double t) const {
  if (std::isinf(t)) return t > 0 ? std::numeric_limits<float>::infinity() : 0;
  constexpr double up = 1 + 8 * float_u;
  const double ticks = (t - start_) * ticks_;
  const double room = 8 * u * std::fabs(t) * ticks_ + limit_error_;
  const double above = ticks > 0 ? ticks * up + room : ticks + room;
  return above < static_cast<double>(std::numeric_limits<float>::max()) ? static_cast<float>(above)
                                                                        : std::numeric_limits<float>::infinity();
}

}  // namespace graze::tree
