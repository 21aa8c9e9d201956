/// Three stages: doubles with an error bound, doubles known to be short enough to be exact, long integers.
/// Long integers and not expansions [Shewchuk97]: measured, they take half the time and have no limits of exponent to watch.

#include "numbers/orient.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <optional>

#include "numbers/double_format.h"
#include "numbers/dyadic.h"
#include "numbers/orient_filter.h"
#include "numbers/vector.h"

namespace graze {
namespace {

/// Differences of at most this many bits have determinants of less than 53 bits, which doubles compute without rounding:
/// six products of 3 * 16 bits are below 2^51, two products of 2 * 25 bits as well.
constexpr int short_bits_3d = 16;
constexpr int short_bits_2d = 25;

/// The largest power of two not above x > 0, zero for zero; x neither subnormal nor infinite.
double leading_power(double x) {
  constexpr std::uint64_t exponent_mask = ~((std::uint64_t{1} << detail::fraction_bits) - 1);
  return std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & exponent_mask);
}

/// Is difference = to - from free of rounding? These are the two terms of the error of Knuth's sum.
bool is_exact_difference(double difference, double from, double to) { return difference + from == to && to - difference == from; }

/// Are the numbers multiples of 2^(1 - bits) times the leading power of the largest? A number far above them swallows what is not.
template <std::size_t N>
bool are_short(const std::array<double, N>& numbers, int bits) {
  double largest = 0;
  for (const double x : numbers) largest = std::max(largest, std::fabs(x));
  if (largest != 0 && (largest < detail::filter_least || largest > detail::filter_greatest)) return false;
  const auto far_above = static_cast<double>(std::uint64_t{3} << (detail::fraction_bits - bits));  // 1.5 * 2^52 of the unit
  const double swallower = far_above * leading_power(largest);
  return std::all_of(numbers.begin(), numbers.end(), [&](double x) { return x + swallower - swallower == x; });
}

/// Differences of the points from the first along one axis, if exact and short.
template <class Vec, std::size_t N>
std::optional<std::array<double, N>> short_differences(const Vec& origin, const std::array<const Vec*, N>& points, int axis,
                                                       int bits) {
  std::array<double, N> result;
  bool exact = true;
  for (std::size_t i = 0; i < N; ++i) {
    result[i] = (*points[i])[axis] - origin[axis];
    exact = exact && is_exact_difference(result[i], origin[axis], (*points[i])[axis]);
  }
  if (!exact || !are_short(result, bits)) return std::nullopt;
  return result;
}

/// Grids, voxels, axis-aligned boxes: most exactly flat input is of this kind.
std::optional<int> turn_of_short(const Vec2& a, const Vec2& b, const Vec2& c) {
  const auto x = short_differences<Vec2, 2>(a, {&b, &c}, 0, short_bits_2d);
  if (!x) return std::nullopt;
  const auto y = short_differences<Vec2, 2>(a, {&b, &c}, 1, short_bits_2d);
  if (!y) return std::nullopt;
  const double area = (*x)[0] * (*y)[1] - (*y)[0] * (*x)[1];
  return (area > 0) - (area < 0);
}

std::optional<int> side_of_short(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  std::array<std::array<double, 3>, 3> axes;
  for (int axis = 0; axis < 3; ++axis) {
    const auto differences = short_differences<Vec3, 3>(a, {&b, &c, &d}, axis, short_bits_3d);
    if (!differences) return std::nullopt;
    axes[axis] = *differences;
  }
  const auto& [x, y, z] = axes;
  const double volume =
      (y[0] * z[1] - z[0] * y[1]) * x[2] + (z[0] * x[1] - x[0] * z[1]) * y[2] + (x[0] * y[1] - y[0] * x[1]) * z[2];
  return (volume > 0) - (volume < 0);
}

int turn_by_integers(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Dyadic ax(a.x());
  const Dyadic ay(a.y());
  return ((Dyadic(b.x()) - ax) * (Dyadic(c.y()) - ay) - (Dyadic(b.y()) - ay) * (Dyadic(c.x()) - ax)).sign();
}

int side_by_integers(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto origin = lifted<Dyadic>(a);
  const auto normal = cross(lifted<Dyadic>(b) - origin, lifted<Dyadic>(c) - origin);
  return dot(normal, lifted<Dyadic>(d) - origin).sign();
}

}  // namespace

int detail::exact_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const std::optional<int> turn = turn_of_short(a, b, c);
  return turn ? *turn : turn_by_integers(a, b, c);
}

int detail::exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const std::optional<int> side = side_of_short(a, b, c, d);
  return side ? *side : side_by_integers(a, b, c, d);
}

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Sign sign = detail::filtered_turn(a, b, c, 0);
  return sign != Sign::unknown ? static_cast<int>(sign) : detail::exact_orient2d(a, b, c);
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Sign sign = detail::SideFilter(a, b, c, 0).side(d);
  return sign != Sign::unknown ? static_cast<int>(sign) : detail::exact_orient3d(a, b, c, d);
}

}  // namespace graze
