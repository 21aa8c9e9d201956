#include "shape_pairs.h"

#include <cassert>
#include <cmath>
#include <random>

#include <Eigen/Geometry>

#include "methods/rounded_closest.h"

namespace graze::bench {
namespace {

using Random = std::mt19937_64;

constexpr std::size_t pair_count = 512;  ///< fits the second-level cache

double uniform(Random& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }

Vec3 random_vector(Random& random, double size) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}

Pose random_pose(Random& random, const Vec3& translation) {
  std::normal_distribution<double> normal;
  const Eigen::Quaterniond turn(normal(random), normal(random), normal(random), normal(random));
  return {turn.normalized().toRotationMatrix(), translation};
}

Shape sphere(Random& random) { return {Sphere{Vec3::Zero(), uniform(random, 0.1, 1)}}; }
Shape segment(Random& random) {
  const double half = uniform(random, 0.1, 1);
  return {Segment{{Vec3(0, 0, -half), Vec3(0, 0, half)}}};
}
Shape capsule(Random& random) {
  const double half = uniform(random, 0.1, 1);
  return {Capsule{{Vec3(0, 0, -half), Vec3(0, 0, half)}, uniform(random, 0.1, 0.5)}};
}
Shape box(Random& random) {
  const Vec3 half{uniform(random, 0.1, 1), uniform(random, 0.1, 1), uniform(random, 0.1, 1)};
  return {Aabb{-half, half}};
}

struct InWorld {
  const Pose& pose;

  Shape operator()(const Sphere& s) const { return {Sphere{pose.to_world(s.center), s.radius}}; }
  Shape operator()(const Segment& s) const { return {Segment{{pose.to_world(s.v[0]), pose.to_world(s.v[1])}}}; }
  Shape operator()(const Capsule& s) const { return {Capsule{{pose.to_world(s.v[0]), pose.to_world(s.v[1])}, s.radius}}; }
  Shape operator()(const Aabb& s) const {
    const Mat3& r = pose.rotation;
    return {Obb{pose.translation, {r.col(0), r.col(1), r.col(2)}, s.max}};
  }
  template <class Other>
  Shape operator()(const Other& s) const {
    return {s};
  }
};

Closest closest(const ShapePairs& pairs, std::size_t i) {
  const auto answer = distance::closest_points(pairs.a[i], pairs.pose_a[i], pairs.b[i], pairs.pose_b[i]);
  assert(answer);
  return *answer;
}

/// Moves the last b so that its gap becomes the wanted one; it is apart from a.
void bring_near(ShapePairs& pairs, double gap) {
  const Closest now = closest(pairs, pairs.size() - 1);
  const Vec3 way = (now.points[1] - now.points[0]) / now.distance;
  pairs.pose_b.back().translation += (gap - now.distance) * way;
}

void finish(ShapePairs& pairs) {
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    pairs.distance.push_back(closest(pairs, i).distance);
    pairs.world_a.push_back(std::visit(InWorld{pairs.pose_a[i]}, pairs.a[i].value));
    pairs.world_b.push_back(std::visit(InWorld{pairs.pose_b[i]}, pairs.b[i].value));
  }
}

using MakeShape = Shape (*)(Random&);

ShapePairs random_pairs(const char* kind, const char* mix, MakeShape make_a, MakeShape make_b) {
  Random random(2024);
  ShapePairs pairs{kind, mix, {}, {}, {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < pair_count; ++i) {
    const Vec3 place = random_vector(random, 2);
    const Vec3 apart = pairs.mix == "mixed" ? random_vector(random, 1.0) : Vec3(5 * random_vector(random, 1).normalized());
    pairs.a.push_back(make_a(random));
    pairs.b.push_back(make_b(random));
    pairs.pose_a.push_back(random_pose(random, place));
    pairs.pose_b.push_back(random_pose(random, place + apart));
    if (pairs.mix == "near") bring_near(pairs, std::pow(10, uniform(random, -4, -1)));
    if (pairs.mix == "touching") bring_near(pairs, 0);
  }
  finish(pairs);
  return pairs;
}

/// Face on face but for roundings; the second box turned as the first, or about the normal as well.
ShapePairs stacked_boxes(const char* mix, double most_turn) {
  Random random(2024);
  ShapePairs pairs{"box_box", mix, {}, {}, {}, {}, {}, {}, {}};
  for (std::size_t i = 0; i < pair_count; ++i) {
    pairs.a.push_back(box(random));
    pairs.b.push_back(box(random));
    const double height = std::get<Aabb>(pairs.a[i].value).max.z() + std::get<Aabb>(pairs.b[i].value).max.z();
    const Pose on_top{Eigen::AngleAxisd(uniform(random, 0, most_turn), Vec3::UnitZ()).toRotationMatrix(),
                      Vec3(uniform(random, -0.1, 0.1), uniform(random, -0.1, 0.1), height)};
    pairs.pose_a.push_back(random_pose(random, random_vector(random, 2)));
    pairs.pose_b.push_back(pairs.pose_a[i] * on_top);
    if (most_turn == 0) pairs.pose_b[i].rotation = pairs.pose_a[i].rotation;
  }
  finish(pairs);
  return pairs;
}

}  // namespace

const std::vector<ShapePairs>& shape_pairs() {
  static const std::vector<ShapePairs> all = [] {
    std::vector<ShapePairs> made;
    for (const char* mix : {"separated", "near", "mixed", "touching"}) {
      made.push_back(random_pairs("sphere_sphere", mix, sphere, sphere));
      made.push_back(random_pairs("sphere_box", mix, sphere, box));
      made.push_back(random_pairs("capsule_capsule", mix, capsule, capsule));
      made.push_back(random_pairs("segment_segment", mix, segment, segment));
      made.push_back(random_pairs("box_box", mix, box, box));
    }
    made.push_back(stacked_boxes("stacked", 0));
    made.push_back(stacked_boxes("stacked_turned", 3));
    return made;
  }();
  return all;
}

}  // namespace graze::bench
