/// Families of boxes with one face normal on each of two arcs, and where to split them.

#include "fit/flush_pair.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>

#include <Eigen/Geometry>

namespace graze {
namespace {

/// A normal is not followed where the other moves faster than it by more than the inverse of this. No unit. The follower's
/// direction would be rounding, 2^-52 over this; the only boxes lost have each normal along the other's edge, and turn about
/// either. MinVolume.FindsTheLeastBoxWhereEdgesPointAlongNormals
constexpr double steadiness = 0x1p-26;
/// Of a scalar product of unit vectors, generously. No unit.
constexpr double product_rounding = 0x1p-50;

/// On [0, 1], along the arc of the leader.
struct Ramp {
  double from = 0, to = 0;

  [[nodiscard]] double at(double s) const { return from + s * (to - from); }
};

/// The ends of the unit interval and the zeros of ramps within, in order.
class Cuts {
 public:
  void add_zero(const Ramp& ramp) {
    if (!((ramp.from < 0 && ramp.to > 0) || (ramp.from > 0 && ramp.to < 0))) return;
    const double zero = ramp.from / (ramp.from - ramp.to);
    std::size_t k = count_++;
    for (; k > 0 && cuts_[k - 1] > zero; --k) cuts_[k] = cuts_[k - 1];
    cuts_[k] = zero;
  }
  [[nodiscard]] std::span<const double> in_order() const { return std::span(cuts_).first(count_); }

 private:
  std::array<double, 6> cuts_{0, 1};
  std::size_t count_ = 2;
};

/// Appends families with s along the chord of the leader n(s): where it meets the ends of the other arc at an obtuse and an acute
/// angle, one point between them is at a right angle, and its direction is linear in s. Only where the pull is at least the given
/// one: the difference of the products with those ends, to which the speed of that point is inverse.
void append_families(const GaussArc& leader, const GaussArc& other, const EndProducts& products, double equal_pull2,
                     FlushFamilies& families) {
  const Ramp with_from{products.ff, products.tf}, with_to{products.ft, products.tt};
  const Ramp pull{with_to.from - with_from.from, with_to.to - with_from.to};
  const double chord2 = (other.to - other.from).squaredNorm();
  const double least_pull = std::sqrt(std::max(equal_pull2, steadiness * steadiness * chord2));
  Cuts cuts;
  cuts.add_zero(with_from);
  cuts.add_zero(with_to);
  cuts.add_zero({pull.from - least_pull, pull.to - least_pull});
  cuts.add_zero({pull.from + least_pull, pull.to + least_pull});
  const std::span<const double> s = cuts.in_order();
  for (std::size_t k = 0; k + 1 < s.size(); ++k) {
    const double middle = 0.5 * (s[k] + s[k + 1]);
    if (with_from.at(middle) * with_to.at(middle) > 0 || std::abs(pull.at(middle)) < least_pull) continue;
    const double moved = with_from.at(s[k]) / pull.at(s[k]) - with_from.at(s[k + 1]) / pull.at(s[k + 1]);
    if (!(moved * moved * chord2 >= standing * standing)) continue;
    const double sign = pull.at(middle) > 0 ? 1 : -1;
    FlushFamily& family = families.family[families.count++];
    for (std::size_t end = 0; end < 2; ++end) {
      family.first[end] = leader.from + s[k + end] * (leader.to - leader.from);
      family.second[end] = sign * (with_to.at(s[k + end]) * other.from - with_from.at(s[k + end]) * other.to);
    }
  }
}

/// A zero in the middle half, where there is one.
std::optional<double> middle_zero(double at_0, double between, double at_1) {
  const double a = at_0 - 2 * between + at_1, half_b = between - at_0;
  const double discriminant = half_b * half_b - a * at_0;
  if (!(discriminant >= 0)) return std::nullopt;
  const double q = -(half_b + std::copysign(std::sqrt(discriminant), half_b));
  for (const double zero : {q / a, at_0 / q})
    if (zero >= 0.25 && zero <= 0.75) return zero;
  return std::nullopt;
}

std::optional<double> middle_zero(const QuadraticForm<2>& p) { return middle_zero(p[0][0], p[0][1], p[1][1]); }
std::optional<double> middle_zero(const Linear<2>& p) { return middle_zero(p[0], 0.5 * (p[0] + p[1]), p[1]); }

}  // namespace

std::array<FlushFamily, 2> split(const FlushFamily& family, double s) {
  const auto& [first, second] = family;
  const Vec3 a = (1 - s) * first[0] + s * first[1], b = (1 - s) * second[0] + s * second[1];
  return {FlushFamily{{first[0], a}, {second[0], b}}, FlushFamily{{a, first[1]}, {b, second[1]}}};
}

/// On the curve of all pairs at a right angle the product of the two pulls is constant: the leader is the arc on which the other
/// one pulls more, so that the other normal moves no faster.
FlushFamilies flush_families(const GaussArc& first, const GaussArc& second) {
  const EndProducts p = end_products(first, second);
  const double rounding = product_rounding * (std::abs(p.ff) + std::abs(p.ft) + std::abs(p.tf) + std::abs(p.tt));
  const double equal_pull2 = std::max(0.0, std::abs(p.ft * p.tf - p.ff * p.tt) - rounding);
  FlushFamilies families;
  append_families(first, second, p, equal_pull2, families);
  const std::size_t led_by_first = families.count;
  append_families(second, first, {p.ff, p.tf, p.ft, p.tt}, equal_pull2, families);
  for (std::size_t k = led_by_first; k < families.count; ++k) std::swap(families.family[k].first, families.family[k].second);
  return families;
}

double take_over(const FlushFamily& family, const Spans& early, const Spans& late) {
  if (const auto zero = middle_zero(along_third(late[2] - early[2], family))) return *zero;
  if (const auto zero = middle_zero(along(late[0] - early[0], family.first))) return *zero;
  return middle_zero(along(late[1] - early[1], family.second)).value_or(0.5);
}

}  // namespace graze
