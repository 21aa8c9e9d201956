#pragma once
/// Pairs of triangles in relative translation, made at random.

#include <oracle/random.h>

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

inline MovingPair scaled(MovingPair p, double scale) {
  for (int k = 0; k < 3; ++k) p.a.v[k] *= scale, p.b.v[k] *= scale;
  p.pose_a.translation *= scale, p.pose_b.translation *= scale, p.velocity *= scale;
  return p;
}

}  // namespace graze::sat
