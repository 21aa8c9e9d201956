#pragma once
/// Places found in doubles put right by what is left of the way between them: one step of iterative refinement.

#include <optional>

#include <graze/distance/zonotope_proof.h>
#include <graze/exact/double_double.h>

namespace graze::distance {

/// How moving the places moves the way.
struct MovedWay {
  Vector3<DoubleDouble> by;
  double error = 0;  ///< of each coordinate at most: generators are off by 5 roundings, sums and products in double-doubles by less
};

/// For one or two places between their ends, the least length of x + d_i g_i + d_j g_j; nothing for others, or where a place would
/// leave its generator.
template <std::size_t n>
[[nodiscard]] std::optional<MovedWay> moved_to_nearest(const std::array<V, n>& g, const Places<n>& p, const V& x) {
  std::array<std::size_t, 2> free{};
  std::size_t count = 0;
  for (std::size_t k = 0; k < n; ++k) {
    if (!(std::fabs(p[k]) < 1) || !(product(g[k], g[k]) > 0)) continue;
    if (count == 2) return std::nullopt;
    free[count++] = k;
  }
  if (count == 0) return std::nullopt;
  const V& u = g[free[0]];
  const V& v = g[free[1]];
  const double uu = product(u, u), ux = product(u, x);
  double along_u = -ux / uu;
  double along_v = 0;
  if (count == 2) {
    const double vv = product(v, v), uv = product(u, v), vx = product(v, x);
    const double spread = uu * vv - uv * uv;
    if (!(spread > least_spread * uu * vv)) return std::nullopt;
    along_u = (uv * vx - vv * ux) / spread;
    along_v = (uv * ux - uu * vx) / spread;
  }
  if (!(std::fabs(p[free[0]] + along_u) < 1) || (count == 2 && !(std::fabs(p[free[1]] + along_v) < 1))) return std::nullopt;
  const auto moved = [&](double of_u, double of_v) { return exact_product(along_u, of_u) + exact_product(along_v, of_v); };
  constexpr double generator_rounding = 6 * tolerance::rounding;
  return MovedWay{{moved(u.x, v.x), moved(u.y, v.y), moved(u.z, v.z)},
                  generator_rounding * (std::fabs(along_u) * size_of(u) + std::fabs(along_v) * size_of(v))};
}

}  // namespace graze::distance
