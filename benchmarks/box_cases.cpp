#include "box_cases.h"

#include <random>

#include <Eigen/Geometry>

#include "polytope/overlap.h"

namespace graze::bench {
namespace {

using Random = std::mt19937_64;

double uniform(Random& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }

Vec3 random_vector(Random& random, double size) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}

Mat3 random_rotation(Random& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized().toRotationMatrix();
}

Obb random_box(Random& random, const Vec3& center) {
  const Mat3 axes = random_rotation(random);
  const Vec3 half_extents{uniform(random, 0.1, 1), uniform(random, 0.1, 1), uniform(random, 0.1, 1)};
  return {center, {axes.col(0), axes.col(1), axes.col(2)}, half_extents};
}

bool meet(const Obb& a, const Obb& b, const Pose& pose_b) {
  return sat::overlap(*sat::as_convex(Shape{a}, Pose{}), *sat::as_convex(Shape{b}, pose_b)).intersect;
}

/// Centres of the pairs are up to `spread` apart along each axis of the world.
BoxPairs random_pairs(const char* name, double spread) {
  Random random(2024);
  const Pose pose_b{random_rotation(random), random_vector(random, 2)};
  BoxPairs pairs{name, pose_b, {0.7, -0.4, 0.2}, {}, {}, {}};
  for (std::size_t i = 0; i < pair_count; ++i) {
    pairs.a.push_back(random_box(random, random_vector(random, 2)));
    pairs.b.push_back(random_box(random, pose_b.to_body(pairs.a.back().center + random_vector(random, spread))));
    pairs.meet.push_back(meet(pairs.a.back(), pairs.b.back(), pose_b));
  }
  return pairs;
}

}  // namespace

const std::vector<BoxPairs>& box_pairs() {
  static const std::vector<BoxPairs> pairs{random_pairs("all_hit", 0.1), random_pairs("half_separated", 1.6),
                                           random_pairs("mostly_separated", 5.5)};
  return pairs;
}

}  // namespace graze::bench
