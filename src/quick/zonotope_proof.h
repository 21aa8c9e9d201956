#pragma once
/// How much nearer than the ends of an offset x two zonotopes can be.
///
/// Let x' be the part of x across two generators whose parameters are between their ends. For every other point y of the
/// difference, x'.y >= |x'|^2 - sum of 2 |x'.g_k| over those other generators that are not at the end nearest to the origin along
/// x'. So the distance is at least |x'| less that sum over |x'|, and |x|^2 - |x'|^2 is of second order in the errors of the
/// parameters.

#include "numbers/tolerance.h"
#include "quick/zonotope_placed.h"

namespace graze::distance {

/// Two generators are used together where the squared sine of their angle is at least this. No unit. Keeps 32 of the 53 bits of the
/// quotients. ZonotopeProof.HoldsForGeneratorsThatAreNearlyParallel
inline constexpr double least_spread = 0x1p-20;

/// Products of x with a generator are off by this many roundings of their lengths' product: the generator by 5, the product by 3.
/// No unit. ZonotopeProof.HoldsForGeneratorsThatAreNearlyParallel
inline constexpr double product_rounding = 10 * tolerance::rounding;

/// What the proof knows of each generator.
template <std::size_t n>
struct Along {
  std::array<double, n> s;   ///< product with x
  std::array<double, n> gg;  ///< squared length
  std::array<bool, n> free;  ///< its parameter is between its ends
};

/// |x|^2 - |x'|^2 from above; which generators x' is across of.
struct Crossed {
  double squared = 0;
  std::size_t i = ~std::size_t{0};
  std::size_t j = ~std::size_t{0};
};

/// `turn` is how far x may be off, in length. Takes the first free generator and the first that is not nearly parallel to it.
template <std::size_t n>
[[nodiscard]] GRAZE_FORCE_INLINE Crossed crossed(const std::array<V, n>& g, const Along<n>& a, double turn_squared) {
  Crossed c;
  double ii = 0;
  double si = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (!a.free[k] || !(a.gg[k] > 0)) continue;
    if (c.i == ~std::size_t{0}) {
      c.i = k, ii = a.gg[k], si = a.s[k];
      continue;
    }
    const double ik = product(g[c.i], g[k]);
    const double both = ii * a.gg[k];
    const double spread = both - ik * ik;
    if (!(spread > least_spread * both)) continue;
    c.j = k;
    const double sk = a.s[k];
    const double form = si * si * a.gg[k] - 2 * si * sk * ik + sk * sk * ii;
    c.squared = 2 * (std::max(form, 0.0) + 4 * turn_squared * both) / spread;
    return c;
  }
  if (ii > 0) c.squared = 2 * (si * si / ii + turn_squared);
  return c;
}

/// Whether x' is across generator k of two boxes with parallel edges because it is across another one.
[[nodiscard]] inline bool is_crossed(const Crossed& c, std::size_t k) {
  constexpr std::size_t none = ~std::size_t{0};
  return (c.i != none && k % 3 == c.i % 3) || (c.j != none && k % 3 == c.j % 3);
}

/// A bound of length * (length - distance), for an offset that is off by `error` in length at most. `are_parallel`: of two boxes
/// whose edges are so in exact arithmetic, edge k of the one to edge k of the other.
template <std::size_t n>
[[nodiscard]] GRAZE_FORCE_INLINE double shortfall(const std::array<V, n>& g, const Parameters<n>& p, const V& x, double length,
                                                  double error, bool are_parallel = false) {
  if constexpr (n == 0) {
    return 0;
  } else {
    Along<n> a;
    for (std::size_t k = 0; k < n; ++k) a.s[k] = product(g[k], x), a.gg[k] = product(g[k], g[k]), a.free[k] = std::fabs(p[k]) < 1;
    const double turn = error + product_rounding * length;
    const Crossed c = crossed(g, a, turn * turn);
    const double lean_squared = 2 * (c.squared + turn * turn);  // of x' from x, at least
    double lost = c.squared;
    for (std::size_t k = 0; k < n; ++k) {
      if (k == c.i || k == c.j || (are_parallel && is_crossed(c, k))) continue;
      const double hidden = lean_squared * a.gg[k];
      const bool at_right_end = -p[k] * a.s[k] >= 0 && !a.free[k] && a.s[k] * a.s[k] >= hidden;
      if (!at_right_end) lost += 2 * (std::fabs(a.s[k]) + std::sqrt(hidden));
    }
    return lost;
  }
}

}  // namespace graze::distance
