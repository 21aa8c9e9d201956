#pragma once
/// Boxes of many kinds of scenes, and the plainest way to find their pairs.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <string>
#include <vector>

#include <graze/shapes.h>

#include "broad/node.h"

namespace graze::broad::testing {

using Boxes = std::vector<Aabb>;

inline constexpr double infinite = std::numeric_limits<double>::infinity();

inline Aabb empty_box() { return {Vec3::Constant(infinite), Vec3::Constant(-infinite)}; }

/// The lower side in single precision by the definition: the greatest float that is not above.
inline float rounded_down(double x) {
  float nearest = static_cast<float>(x);
  const volatile float stored = nearest;
  if (static_cast<double>(stored) > x) nearest = std::nextafterf(nearest, -std::numeric_limits<float>::infinity());
  return std::clamp(nearest, -unbounded, unbounded);
}

inline float rounded_up(double x) { return -rounded_down(-x); }

inline bool is_empty_box(const Aabb& box) { return (box.min.array() > box.max.array()).any(); }

inline bool meet(const Aabb& a, const Aabb& b) {
  return !is_empty_box(a) && !is_empty_box(b) && (a.min.array() <= b.max.array()).all() && (b.min.array() <= a.max.array()).all();
}

/// The box of floats around it, as doubles.
inline Aabb rounded(const Aabb& box) {
  if (is_empty_box(box)) return empty_box();
  Aabb r;
  for (int k = 0; k < 3; ++k) {
    r.min[k] = static_cast<double>(rounded_down(box.min[k]));
    r.max[k] = static_cast<double>(rounded_up(box.max[k]));
  }
  return r;
}

/// Every pair of rounded boxes.
inline std::vector<IndexPair> all_pairs(const Boxes& boxes) {
  Boxes small(boxes.size());
  std::transform(boxes.begin(), boxes.end(), small.begin(), rounded);
  std::vector<IndexPair> pairs;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
      if (meet(small[i], small[j])) pairs.push_back({i, j});
    }
  }
  return pairs;
}

struct Random {
  std::mt19937_64 bits;
  explicit Random(std::uint64_t seed) : bits(seed) {}
  double in(double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(bits); }
  std::uint32_t below(std::size_t n) {
    return static_cast<std::uint32_t>(std::uniform_int_distribution<std::size_t>(0, n - 1)(bits));
  }
  Vec3 point(double lo, double hi) { return {in(lo, hi), in(lo, hi), in(lo, hi)}; }
};

inline Aabb around(const Vec3& center, const Vec3& half) { return {center - half, center + half}; }

/// About one neighbour a box.
inline Boxes uniform(std::size_t n, Random& random) {
  const double side = std::cbrt(static_cast<double>(n));
  Boxes boxes;
  for (std::size_t i = 0; i < n; ++i) boxes.push_back(around(random.point(0, side), random.point(0.1, 0.5)));
  return boxes;
}

inline Boxes clusters(std::size_t n, Random& random) {
  std::vector<Vec3> centers;
  for (int i = 0; i < 10; ++i) centers.push_back(random.point(-100, 100));
  std::normal_distribution<double> normal;
  Boxes boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 offset(normal(random.bits), normal(random.bits), normal(random.bits));
    boxes.push_back(around(centers[random.below(10)] + 3 * offset, random.point(0.01, 0.4)));
  }
  return boxes;
}

inline Boxes row(std::size_t n, Random& random) {
  Boxes boxes;
  for (std::size_t i = 0; i < n; ++i) {
    boxes.push_back(around({random.in(0, static_cast<double>(n)), random.in(0, 1), random.in(0, 1)}, random.point(0.1, 0.6)));
  }
  return boxes;
}

inline Boxes mixed_sizes(std::size_t n, Random& random) {
  Boxes boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const double size = std::pow(10, random.in(-3, 1));
    boxes.push_back(around(random.point(0, 40), size * random.point(0.2, 1)));
  }
  return boxes;
}

/// Unit cubes that touch in faces, edges and corners: 26 neighbours inside.
inline Boxes lattice(std::size_t n, Random&) {
  const auto side = static_cast<std::size_t>(std::ceil(std::cbrt(static_cast<double>(n))));
  Boxes boxes;
  for (std::size_t i = 0; i < n; ++i) {
    const Vec3 corner(static_cast<double>(i % side), static_cast<double>(i / side % side), static_cast<double>(i / side / side));
    boxes.push_back({corner, corner + Vec3::Ones()});
  }
  return boxes;
}

inline Boxes one_huge(std::size_t n, Random& random) {
  Boxes boxes = uniform(n, random);
  boxes[n / 3] = {Vec3::Constant(-1e6), Vec3::Constant(1e6)};
  return boxes;
}

inline Boxes all_in_one_place(std::size_t n, Random&) { return Boxes(n, around({1, 2, 3}, {1, 1, 1})); }

/// Sides without end, boxes that are not there, points, planes, and numbers that single precision does not have.
inline Boxes odd(std::size_t n, Random& random) {
  Boxes boxes = uniform(n, random);
  const double special[] = {0.0,      -0.0,      1e300,  -1e300, 5e-324, -5e-324, 1e-40, -1e-40, 3.4028235677973366e38,
                            infinite, -infinite, 1.0 / 3};
  for (Aabb& box : boxes) {
    if (random.below(3) != 0) continue;
    for (int k = 0; k < 3; ++k) {
      if (random.below(2) == 0) box.min[k] = special[random.below(std::size(special))];
      if (random.below(2) == 0) box.max[k] = special[random.below(std::size(special))];
    }
    if (random.below(3) != 0 && is_empty_box(box)) {
      const Aabb turned = box;
      box.min = turned.min.cwiseMin(turned.max);
      box.max = turned.min.cwiseMax(turned.max);
    }
  }
  return boxes;
}

struct SceneKind {
  const char* name;
  Boxes (*make)(std::size_t n, Random& random);
};

inline const SceneKind scene_kinds[] = {
    {"uniform", uniform}, {"clusters", clusters}, {"row", row}, {"mixed_sizes", mixed_sizes},
    {"lattice", lattice}, {"one_huge", one_huge}, {"odd", odd}, {"one_place", all_in_one_place}};

}  // namespace graze::broad::testing
