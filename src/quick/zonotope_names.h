#pragma once
/// The names of the parts that parameters lie on, and answers with them.

#include <array>
#include <bit>
#include <cmath>
#include <type_traits>
#include <utility>

#include <graze/answers.h>

#include "quick/zonotope_placed.h"

namespace graze::distance {
namespace detail {

[[nodiscard]] GRAZE_FORCE_INLINE Feature name_of(const double*, Count<0>) { return {FeatureKind::vertex, 0}; }

[[nodiscard]] GRAZE_FORCE_INLINE Feature name_of(const double* p, Count<1>) {
  const bool is_between = std::fabs(p[0]) < 1;
  return {is_between ? FeatureKind::edge : FeatureKind::vertex, !is_between && p[0] > 0 ? 1 : 0};
}

/// As boxes number their parts: see sat::feature_of(). Digit k in base three stands for axis k: at its first end, between, at its
/// other end.
[[nodiscard]] constexpr Feature box_part(unsigned digits) {
  std::int32_t high = 0;
  unsigned between = 0;
  for (int k = 0; k < 3; ++k, digits /= 3) high |= (digits % 3 == 2 ? 1 : 0) << k, between |= (digits % 3 == 1 ? 1U : 0U) << k;
  switch (std::popcount(between)) {
    case 0: return {FeatureKind::vertex, high};
    case 1: {
      const int axis = std::countr_zero(between);
      return {FeatureKind::edge, 4 * axis + (((high | high << 3) >> (axis + 1)) & 3)};  // the next axis, then the one after it
    }
    case 2: {
      const int axis = std::countr_one(between);
      return {FeatureKind::face, 2 * axis + (high >> axis & 1)};
    }
    default: return {};
  }
}

inline constexpr std::array<Feature, 27> box_parts = [] {
  std::array<Feature, 27> all{};
  for (unsigned k = 0; k < all.size(); ++k) all[k] = box_part(k);
  return all;
}();

[[nodiscard]] GRAZE_FORCE_INLINE Feature name_of(const double* p, Count<3>) {
  const auto digit = [](double x) { return static_cast<unsigned>(x > -1) + static_cast<unsigned>(x >= 1); };
  return box_parts[digit(p[0]) + 3 * digit(p[1]) + 9 * digit(p[2])];
}

}  // namespace detail

/// Of the first body and of the second, whose parameters come first.
template <std::size_t na, std::size_t nb>
[[nodiscard]] GRAZE_FORCE_INLINE std::array<Feature, 2> names_of(const Parameters<na + nb>& p) {
  return {detail::name_of(p.data() + nb, Count<na>{}), detail::name_of(p.data(), Count<nb>{})};
}

/// A Closest, or one that is optional. Made where it is returned: copying it takes as long as measuring spheres does.
template <class Answer>
[[nodiscard]] GRAZE_FORCE_INLINE Answer made_answer(double distance, const V& x, const V& y, const std::array<Feature, 2>& names) {
  if constexpr (std::is_same_v<Answer, Closest>) {
    return {distance, {Vec3(x.x, x.y, x.z), Vec3(y.x, y.y, y.z)}, names};
  } else {
    return Answer(std::in_place, distance, std::array{Vec3(x.x, x.y, x.z), Vec3(y.x, y.y, y.z)}, names);
  }
}

}  // namespace graze::distance
