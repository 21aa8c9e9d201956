#pragma once
/// Distances in rational numbers, by another route than the library's: solve the normal equations of small sets of generators and
/// keep the one that satisfies the conditions of optimality, which are checked exactly over all generators.

#include <algorithm>
#include <optional>
#include <random>
#include <vector>

#include <gmpxx.h>
#include <oracle/linear_program.h>
#include <oracle/rational.h>

#include <graze/shapes.h>

#include "polytope/random_convex.h"

namespace graze::oracle {

/// A body as hull of points, cone of rays, ball.
struct RationalBody {
  RationalPoints points;
  RationalPoints rays;
  mpq_class radius = 0;
};

struct RationalGenerator {
  RationalVec3 at;
  bool is_ray = false;
};

/// All a - b.
inline std::vector<RationalGenerator> difference(const RationalBody& a, const RationalBody& b) {
  std::vector<RationalGenerator> g;
  for (const auto& p : a.points) {
    for (const auto& q : b.points) g.push_back({p - q, false});
  }
  for (const auto& r : a.rays) g.push_back({r, true});
  for (const auto& r : b.rays) g.push_back({RationalVec3{} - r, true});
  return g;
}

/// Solves m x = r by elimination; nothing when singular.
inline std::optional<Row> solved(std::vector<Row> m, Row r) {
  const std::size_t n = r.size();
  for (std::size_t c = 0; c < n; ++c) {
    std::size_t pivot = c;
    while (pivot < n && m[pivot][c] == 0) ++pivot;
    if (pivot == n) return std::nullopt;
    std::swap(m[pivot], m[c]);
    std::swap(r[pivot], r[c]);
    for (std::size_t i = 0; i < n; ++i) {
      if (i == c || m[i][c] == 0) continue;
      const mpq_class factor = m[i][c] / m[c][c];
      for (std::size_t k = c; k < n; ++k) m[i][k] -= factor * m[c][k];
      r[i] -= factor * r[c];
    }
  }
  for (std::size_t i = 0; i < n; ++i) r[i] /= m[i][i];
  return r;
}

/// The point nearest to the origin in the flat of the chosen generators, if it lies in their hull.
inline std::optional<RationalVec3> nearest_inside(const std::vector<RationalGenerator>& g, const std::vector<std::size_t>& chosen) {
  const std::size_t n = chosen.size();
  std::vector<Row> m(n + 1, Row(n + 1, 0));
  Row r(n + 1, 0);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t k = 0; k < n; ++k) m[i][k] = dot(g[chosen[i]].at, g[chosen[k]].at);
    m[i][n] = m[n][i] = g[chosen[i]].is_ray ? 0 : 1;
  }
  r[n] = 1;
  const auto weights = solved(m, r);
  if (!weights) return std::nullopt;
  RationalVec3 x;
  for (std::size_t i = 0; i < n; ++i) {
    if ((*weights)[i] < 0) return std::nullopt;
    for (int k = 0; k < 3; ++k) x[k] += (*weights)[i] * g[chosen[i]].at[k];
  }
  return x;
}

inline bool is_optimal(const std::vector<RationalGenerator>& g, const RationalVec3& x) {
  const mpq_class squared = dot(x, x);
  return std::all_of(g.begin(), g.end(),
                     [&](const RationalGenerator& c) { return dot(c.at, x) >= (c.is_ray ? mpq_class(0) : squared); });
}

/// A set of generators with an approximate distance, to look at likely ones first.
struct Candidate {
  std::vector<std::size_t> chosen;
  double squared = 0;
};

/// Least |p + m1 d1 + m2 d2|^2 in doubles, wherever the minimum is.
inline double rough_squared(const std::vector<Vec3>& at, const std::vector<RationalGenerator>& g,
                            const std::vector<std::size_t>& c) {
  const Vec3 p = at[c[0]];
  const auto direction = [&](std::size_t k) -> Vec3 { return g[c[k]].is_ray ? at[c[k]] : Vec3(at[c[k]] - p); };
  if (c.size() == 1) return p.squaredNorm();
  Vec3 d = direction(1).normalized();
  Vec3 x = p - p.dot(d) * d;
  if (c.size() == 2) return x.squaredNorm();
  Vec3 e = direction(2) - direction(2).dot(d) * d;
  e.normalize();
  return (x - x.dot(e) * e).squaredNorm();
}

inline std::vector<Candidate> candidates(const std::vector<RationalGenerator>& g) {
  std::vector<Vec3> at;
  for (const auto& c : g) at.emplace_back(c.at[0].get_d(), c.at[1].get_d(), c.at[2].get_d());
  std::vector<Candidate> out;
  const std::size_t n = g.size();
  const auto add = [&](std::vector<std::size_t> c) { out.push_back({c, rough_squared(at, g, c)}); };
  for (std::size_t i = 0; i < n; ++i) {
    if (g[i].is_ray) continue;
    add({i});
    for (std::size_t j = i + 1; j < n; ++j) {
      add({i, j});
      for (std::size_t k = j + 1; k < n; ++k) add({i, j, k});
    }
  }
  return out;
}

/// Squared distance of the cores: 0 when they meet. `guess` (any number) only orders the search.
inline mpq_class squared_distance(const RationalBody& a, const RationalBody& b, double guess) {
  if (a.rays.empty() && b.rays.empty() && meet(a.points, b.points)) return 0;
  const auto g = difference(a, b);
  auto sets = candidates(g);
  std::sort(sets.begin(), sets.end(), [&](const Candidate& x, const Candidate& y) {
    const double dx = std::abs(x.squared - guess * guess);
    const double dy = std::abs(y.squared - guess * guess);
    return dx != dy ? dx < dy : x.chosen < y.chosen;
  });
  for (const Candidate& c : sets) {
    const auto x = nearest_inside(g, c.chosen);
    if (x && is_optimal(g, *x)) return dot(*x, *x);
  }
  return 0;  // no flat of at most two dimensions carries the optimum: the origin is inside
}

inline RationalVec3 turned(const Vec3& x, const Pose& pose) {
  RationalVec3 world;
  for (int i = 0; i < 3; ++i) world[i] = dot(exact(pose.rotation.row(i).transpose()), exact(x));
  return world;
}

/// Root of a rational to 100 digits.
inline mpf_class root(const mpq_class& x) {
  mpf_class f(x, 400);
  return sqrt(f);
}

}  // namespace graze::oracle

namespace graze::testing {

/// How far witnesses may be off the bodies: of the size of these. No unit.
inline constexpr double witness_slack = 0x1p-45;

/// A shape in a pose and what it is in real arithmetic.
struct RoundedCase {
  Shape shape;
  Pose pose;
  oracle::RationalBody exact;
};

/// Moved in the world.
inline RoundedCase shifted(RoundedCase body, const Vec3& by) {
  const oracle::RationalVec3 before = oracle::exact(body.pose.translation);
  body.pose.translation += by;
  const oracle::RationalVec3 way = oracle::exact(body.pose.translation) - before;
  for (auto& p : body.exact.points) {
    for (int k = 0; k < 3; ++k) p[k] += way[k];
  }
  return body;
}

/// What a failure is about.
inline std::string kinds(int i, const RoundedCase& a, const RoundedCase& b) {
  return "pair " + std::to_string(i) + ", kinds " + std::to_string(a.shape.value.index()) + " and " +
         std::to_string(b.shape.value.index());
}

/// How far the point is outside the body.
inline double off(const Vec3& p, const oracle::RationalBody& body) {
  oracle::RationalBody point;
  point.points = {oracle::exact(p)};
  const mpq_class squared = oracle::squared_distance(point, body, body.radius.get_d());
  return std::max(0.0, mpf_class(oracle::root(squared) - mpf_class(body.radius, 400)).get_d());
}

/// RandomConvex, and beyond its kinds lines, rays, spheres and capsules.
class RandomRounded {
 public:
  explicit RandomRounded(std::uint64_t seed) : convex(seed) {}

  static constexpr int kinds = RandomConvex::kinds + 4;

  RoundedCase body(bool on_grid, int kind) {
    if (kind < RandomConvex::kinds) {
      const RandomBody b = convex.body(on_grid, kind);
      return {b.shape, b.pose, {b.corners, {}, 0}};
    }
    const auto point = [&] { return on_grid ? convex.grid_point(2) : convex.real_point(2); };
    Pose pose;
    if (convex.chance(0.3)) {
      pose = {on_grid ? convex.grid_rotation() : convex.any_rotation(), on_grid ? convex.grid_point(1) : convex.real_point(1)};
    }
    const Vec3 p = point();
    const Vec3 q = point();
    const double r = on_grid ? convex.integer(0, 2) / 2.0 : convex.real(0, 1);
    const auto world = [&](const Vec3& x) { return oracle::posed(x, pose); };
    const oracle::RationalVec3 way = oracle::turned(q, pose);
    const bool moves = q != Vec3::Zero();
    switch (kind - RandomConvex::kinds) {
      case 0:
        return {{Line{p, q}},
                pose,
                {{world(p)}, moves ? oracle::RationalPoints{way, oracle::RationalVec3{} - way} : oracle::RationalPoints{}, 0}};
      case 1: return {{Ray{p, q}}, pose, {{world(p)}, moves ? oracle::RationalPoints{way} : oracle::RationalPoints{}, 0}};
      case 2: return {{Sphere{p, r}}, pose, {{world(p)}, {}, r}};
      default: return {{Capsule{{p, q}, r}}, pose, {{world(p), world(q)}, {}, r}};
    }
  }

  RandomConvex convex;
};

}  // namespace graze::testing
