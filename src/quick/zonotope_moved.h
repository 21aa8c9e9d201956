#pragma once
/// Parameters found in doubles put right by what is left of the offset between them: one step of iterative refinement. The offset
/// between bodies that nearly touch is so short that it tells, to all its digits, where the nearest points are beside those found.

#include <limits>
#include <optional>

#include "numbers/double_double.h"
#include "quick/zonotope_proof.h"

namespace graze::distance {

/// The offset is measured between points that may have been rounded (zonotope_fine.h), and so is the sum of a parameter and a step:
/// a parameter that comes this near to an end may be beyond it. In parts of a generator. No unit.
/// SegmentPairs.StayWithinTheirEndsWhereTheyTouch
inline constexpr double parameter_rounding = 4 * tolerance::rounding;

/// How moving the parameters moves the offset.
template <std::size_t n>
struct MovedOffset {
  Vector3<DoubleDouble> by;
  double error = 0;  ///< of each coordinate at most: generators are off by 5 roundings, sums and products in double-doubles by less
  Parameters<n> sides;  ///< -1 and 1 where the parameter is at an end, 0 where it is between them
};

namespace detail {

/// A parameter at an end may only go back from it; the others are free.
[[nodiscard]] inline double allowed(double step, double parameter) {
  return parameter >= 1 ? std::min(step, 0.0) : parameter <= -1 ? std::max(step, 0.0) : step;
}

[[nodiscard]] inline double best_step(double along, double squared, double parameter) {
  return squared > 0 ? allowed(-along / squared, parameter) : 0;
}

/// Of generators at right angles, or only one.
template <std::size_t n>
[[nodiscard]] Parameters<n> nearest_steps(const std::array<V, n>& g, const Parameters<n>& p, const V& x) {
  Parameters<n> steps;
  for (std::size_t k = 0; k < n; ++k) steps[k] = best_step(product(g[k], x), product(g[k], g[k]), p[k]);
  return steps;
}

/// As nearest_parameters() of two segments.
[[nodiscard]] inline Parameters<2> nearest_steps(const std::array<V, 2>& g, const Parameters<2>& p, const V& x) {
  const double uu = product(g[0], g[0]), vv = product(g[1], g[1]), uv = product(g[0], g[1]);
  const double ux = product(g[0], x), vx = product(g[1], x);
  const double spread = uu * vv - uv * uv;
  const double first = spread > least_spread * uu * vv ? allowed((uv * vx - ux * vv) / spread, p[0]) : 0;
  const double on_v = best_step(vx + first * uv, vv, p[1]);
  return {best_step(ux + on_v * uv, uu, p[0]), on_v};
}

/// Of a box and something that is no point: which of their parameters move, and how far. No more than two do.
template <std::size_t n>
class StepSearch {
 public:
  StepSearch(const std::array<V, n>& g, const Parameters<n>& p, const V& x) : p_(p) {
    for (std::size_t k = 0; k < n; ++k) {
      along_[k] = product(g[k], x);
      for (std::size_t l = 0; l <= k; ++l) products_[k][l] = products_[l][k] = product(g[k], g[l]);
      const bool is_free = std::fabs(p[k]) < 1 && products_[k][k] > 0;
      if (is_free) ++free_count_, last_free_ = k, first_free_ = std::min(first_free_, k);
    }
  }

  /// Parameters between their ends, and those at ends from which it pays to go back; nothing where three are free.
  [[nodiscard]] std::optional<Parameters<n>> steps() const {
    if (free_count_ > 2) return std::nullopt;
    if (free_count_ == 2) return both(first_free_, last_free_);
    const Parameters<n> as_it_is = free_count_ == 1 ? one(first_free_) : Parameters<n>{};
    if (are_best(as_it_is)) return as_it_is;
    for (std::size_t k = 0; k < n; ++k) {
      if (free_count_ == 0 && are_best(one(k))) return one(k);
      for (std::size_t l = free_count_ == 0 ? k + 1 : first_free_; l < (free_count_ == 0 ? n : first_free_ + 1); ++l) {
        if (k != l && are_best(both(k, l))) return both(k, l);
      }
    }
    return as_it_is;
  }

 private:
  [[nodiscard]] Parameters<n> one(std::size_t k) const {
    Parameters<n> steps{};
    steps[k] = best_step(along_[k], products_[k][k], 0);
    return steps;
  }

  [[nodiscard]] Parameters<n> both(std::size_t k, std::size_t l) const {
    Parameters<n> steps{};
    const double kk = products_[k][k], ll = products_[l][l], kl = products_[k][l];
    const double spread = kk * ll - kl * kl;
    if (!(spread > least_spread * kk * ll)) return one(k);
    steps[k] = (kl * along_[l] - along_[k] * ll) / spread;
    steps[l] = (kl * along_[k] - along_[l] * kk) / spread;
    return steps;
  }

  /// Whether parameters at ends go back from them only, and none that stays would gain by it.
  [[nodiscard]] bool are_best(const Parameters<n>& steps) const {
    for (std::size_t k = 0; k < n; ++k) {
      if (std::fabs(p_[k]) < 1) continue;
      double along = along_[k];
      for (std::size_t l = 0; l < n; ++l) along += steps[l] * products_[k][l];
      if (steps[k] != 0 ? p_[k] * steps[k] > 0 : p_[k] * along > 0) return false;
    }
    return true;
  }

  const Parameters<n>& p_;
  std::array<double, n> along_;  ///< products with x
  std::array<std::array<double, n>, n> products_;
  int free_count_ = 0;
  std::size_t first_free_ = n;
  std::size_t last_free_ = 0;
};

}  // namespace detail

/// Nothing where a parameter would pass an end, or where it is not known how to go.
template <std::size_t n>
[[nodiscard]] std::optional<MovedOffset<n>> moved_to_nearest(const std::array<V, n>& g, const Parameters<n>& p, const V& x) {
  Parameters<n> steps;
  if constexpr (n > 3) {
    const auto found = detail::StepSearch<n>(g, p, x).steps();
    if (!found) return std::nullopt;
    steps = *found;
  } else {
    steps = detail::nearest_steps(g, p, x);
  }
  constexpr double generator_rounding = 6 * tolerance::rounding;
  MovedOffset<n> out;
  for (std::size_t k = 0; k < n; ++k) {
    const bool at_end = !(std::fabs(p[k]) < 1);
    if (at_end ? !(std::fabs(steps[k]) < 1) : !(std::fabs(p[k] + steps[k]) <= 1 - parameter_rounding)) return std::nullopt;
    out.sides[k] = at_end && steps[k] == 0 ? p[k] : 0;
    if (steps[k] == 0) continue;
    out.by = out.by + Vector3<DoubleDouble>{exact_product(steps[k], g[k].x), exact_product(steps[k], g[k].y),
                                            exact_product(steps[k], g[k].z)};
    out.error += generator_rounding * std::fabs(steps[k]) * size_of(g[k]);
  }
  return out;
}

}  // namespace graze::distance
