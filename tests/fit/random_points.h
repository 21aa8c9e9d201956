#pragma once
/// Sets of points for tests of fitting.

#include <cmath>
#include <vector>

#include <graze/pose.h>

#include "oracle/random.h"

namespace graze::testing {

using Points = std::vector<Vec3>;

inline Points turned(const Mat3& rotation, Points points) {
  for (Vec3& p : points) p = rotation * p;
  return points;
}

inline Mat3 random_rotation(Random& random) { return random.pose(0).rotation; }

/// In a box of the given half extents, turned somehow.
inline Points random_cloud(Random& random, std::size_t count, const Vec3& size) {
  Points points(count);
  for (Vec3& p : points) p = size.cwiseProduct(random.vector(1));
  return turned(random_rotation(random), points);
}

/// Of any proportions, flat and straight ones included.
inline Vec3 random_size(Random& random) {
  Vec3 size;
  for (double& s : size) s = random.real(0, 4) < 1 ? 0 : std::pow(10.0, random.real(-8, 1));
  return size;
}

/// Around the z axis, upright.
inline Points prism(int sides, double height) {
  Points points;
  for (int k = 0; k < sides; ++k)
    for (const double z : {0.0, height}) points.emplace_back(std::cos(2 * M_PI * k / sides), std::sin(2 * M_PI * k / sides), z);
  return points;
}

inline Points brick(const Vec3& half_extents) {
  Points points;
  for (int k = 0; k < 8; ++k) points.push_back(half_extents.cwiseProduct(Vec3(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1)));
  return points;
}

/// One and two points, points of a line, of a plane, repeated ones, and coordinates whose squares leave the range of double.
inline std::vector<Points> degenerate_sets() {
  return {{{1, 2, 3}},
          {{1, 2, 3}, {1, 2, 3}, {1, 2, 3}},
          {{1, 2, 3}, {4, -1, 2}},
          {{0, 0, 0}, {1, 1, 1}, {3, 3, 3}, {2, 2, 2}, {1, 1, 1}},
          {{0.1, 0.1, 0.1}, {0.3, 0.3, 0.3}, {0.7, 0.7, 0.7}},
          {{0, 0, 0}, {3, 0, 1}, {0, 2, 1}, {3, 2, 2}, {3, 2, 2}},
          {{1, 1, 1}, {1, 1 + 1e-15, 1}, {1 + 1e-15, 1, 1}, {1, 1, 1 + 1e-15}},
          {{1, 0, 0}, {1, 1e-300, 0}},
          {{1e-160, 0, 0}, {0, 1e-160, 0}, {0, 0, 1e-160}, {0, 0, 0}},
          {{1e150, 0, 0}, {0, 1e150, 0}, {0, 0, 1e150}, {0, 0, 0}},
          {{1e-160, 0, 0}, {1e150, 1e150, 1e-160}, {0, 1e-160, 0}, {0, 0, 1e150}},
          {{1e-160, 1e-300, 1e-20}, {1e300, -1e300, 1e299}, {0, 5e-324, -1e300}},
          {{5e-324, 0, 0}, {0, 5e-324, 0}, {0, 0, 1e-320}, {-1e-322, 0, 0}}};
}

}  // namespace graze::testing
