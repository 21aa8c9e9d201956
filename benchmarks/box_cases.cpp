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
  BoxPairs pairs{name, sat::exact_relative_pose(pose_b), {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < pair_count; ++i) {
    pairs.a.push_back(random_box(random, random_vector(random, 2)));
    pairs.b.push_back(random_box(random, pose_b.to_body(pairs.a.back().center + random_vector(random, spread))));
    pairs.meet.push_back(meet(pairs.a.back(), pairs.b.back(), pose_b));
  }
  pairs.margin = sat::margin_of(sat::BoxBounds{0x1p-50, 8}, sat::BoxBounds{0x1p-50, 16}, pairs.b_in_a);
  pairs.motion = sat::pair_motion(Vec3(0.7, -0.4, 0.2), pairs.b_in_a);
  return pairs;
}

sat::OneBox one_box(const Obb& box) {
  sat::OneBox one;
  for (int k = 0; k < 3; ++k) {
    one.center[k] = static_cast<float>(box.center[k]);
    one.half_extents[k] = static_cast<float>(box.half_extents[k]);
    for (std::size_t i = 0; i < 3; ++i) one.axes[i][k] = static_cast<float>(box.axes[i][k]);
  }
  return one;
}

void store(sat::EightBoxes& boxes, std::size_t lane, const Obb& box, const sat::RelativePose& pose, const Vec3& shift) {
  const Vec3 center = pose.rotation * box.center + pose.translation + shift;
  for (Eigen::Index k = 0; k < 3; ++k) {
    boxes.center[k][lane] = static_cast<float>(center[k]);
    boxes.half_extents[k][lane] = static_cast<float>(box.half_extents[k]);
    for (std::size_t j = 0; j < 3; ++j) boxes.axes[j][k][lane] = static_cast<float>((pose.rotation * box.axes[j])[k]);
  }
}

}  // namespace

const std::vector<BoxPairs>& box_pairs() {
  static const std::vector<BoxPairs> pairs{random_pairs("all_hit", 0.1), random_pairs("half_separated", 1.6),
                                           random_pairs("mostly_separated", 5.5)};
  return pairs;
}

LaneCases lane_cases(const BoxPairs& pairs) {
  LaneCases cases;
  const Vec3& v = pairs.motion.velocity;
  cases.motion = {{static_cast<float>(v.x()), static_cast<float>(v.y()), static_cast<float>(v.z())}, 1};
  sat::PairMargin exact = pairs.margin;
  exact.absolute += sat::lane_speed_error * v.lpNorm<1>();
  cases.margin = sat::lane_margin_of(exact, 8);
  for (std::size_t i = 0; i < pair_count; i += 8) {
    cases.one.push_back(one_box(pairs.a[i]));
    sat::EightBoxes& eight = cases.eight.emplace_back();
    for (std::size_t lane = 0; lane < 8; ++lane) {
      store(eight, lane, pairs.b[i + lane], pairs.b_in_a, pairs.a[i].center - pairs.a[i + lane].center);
    }
  }
  return cases;
}

}  // namespace graze::bench
