#pragma once
/// Pairs of triangles in relative translation, made at random.

#include <oracle/random.h>
#include <Eigen/Geometry>

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::sat {

struct MovingPair {
  Triangle a, b;
  Pose pose_a, pose_b;
  Vec3 velocity;
};

inline Triangle random_triangle(testing::Random& random, int kind) {
  const auto corner = [&] { return kind % 3 == 0 ? Vec3(random.grid(2)) : random.vector(1); };
  return {{corner(), corner(), corner()}};
}

/// On a grid, where touching and grazing are frequent, or anywhere; some with a common corner, parallel to a side, far from the
/// origin, tiny, slow or at rest.
inline MovingPair random_pair(testing::Random& random, int n) {
  MovingPair p{random_triangle(random, n), random_triangle(random, n), {}, {}, random.vector(2)};
  if (n % 3 == 0) p.velocity = random.grid(2);
  if (n % 3 != 0 && n % 2 == 0) p.pose_a = random.pose(n % 4 == 0 ? 1 : 1e6), p.pose_b = random.pose(1);
  p.pose_b.translation += p.pose_a.translation;
  const Vec3 start = n % 3 == 0 ? Vec3(random.grid(3)) : random.vector(3);
  p.pose_b.translation += start;
  if (n % 5 == 0) p.b.v[0] = p.a.v[1];
  if (n % 7 == 0) p.velocity = p.a.v[1] - p.a.v[0];
  if (n % 11 == 0) p.velocity = Vec3::Zero();
  if (n % 13 == 0) p.velocity *= 0x1p-60;
  if (n % 17 == 0) p.velocity = -start;
  return p;
}

/// Multiples of 2^-26 below 1, so that sums and halves of some are exact, and products of three are not.
inline Vec3 fine_grid(testing::Random& random) { return random.grid(1 << 26) * 0x1p-26; }

/// Triangles that touch in one point from time 0 on: a corner of b on the face of a, or two edges across each other. What b does
/// beside resting is to slide along a. Both are in one pose, which real numbers make nothing of, and roundings do.
inline MovingPair touching_pair(testing::Random& random, int n) {
  MovingPair p{{{fine_grid(random), fine_grid(random), fine_grid(random)}}, {}, {}, {}, Vec3::Zero()};
  const auto& [first, second, third] = p.a.v;
  const Vec3 way = fine_grid(random) / 4, other_way = fine_grid(random) / 4;
  if (n % 2 == 0) {
    const Vec3 on_face = (first + second + 2 * third) / 4, normal = (second - first).cross(third - first);
    const auto above = [&](const Vec3& v) { return Vec3(on_face + (normal.dot(v) < 0 ? -v : v)); };
    p.b = {{on_face, above(way), above(other_way)}};
    p.velocity = n % 4 == 0 ? Vec3(Vec3::Zero()) : Vec3(second - first);
  } else {
    const Vec3 on_edge = (first + second) / 2, normal = (second - first).cross(way);
    const bool is_above = normal.dot(third - first) > 0;
    const Vec3 beyond = (normal.dot(other_way) > 0) == is_above ? Vec3(-other_way) : other_way;
    p.b = {{on_edge + way, on_edge - way, on_edge + beyond}};
    p.velocity = n % 4 == 1 ? Vec3(Vec3::Zero()) : way;
  }
  if (n % 3 == 0) {
    p.pose_a = p.pose_b = random.pose(n % 9 == 0 ? 1e6 : 1);
    p.velocity = p.pose_a.rotation * p.velocity;
  }
  return p;
}

inline MovingPair scaled(MovingPair p, double scale) {
  for (int k = 0; k < 3; ++k) p.a.v[k] *= scale, p.b.v[k] *= scale;
  p.pose_a.translation *= scale, p.pose_b.translation *= scale, p.velocity *= scale;
  return p;
}

}  // namespace graze::sat
