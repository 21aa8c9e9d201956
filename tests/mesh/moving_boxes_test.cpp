/// Moving boxes of trees that stay beyond a distance: never said of points that come as near, said of those that stay a little
/// farther.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>
#include <oracle/rational.h>

#include "mesh/moving_boxes.h"

namespace graze::query {
namespace {

using oracle::Rational;
using oracle::RationalVec3;
using testing::Random;

/// Its box is of the size of a point, so that nothing but the bound of roundings hides that it seems to be farther away.
MeshTree point_at(const Vec3& p) { return *MeshTree::build(TriangleMesh{{p, p, p}, {{0, 1, 2}}}); }

/// A point by its place in its mesh.
struct PlacedPoint {
  MeshTree tree;
  Vec3 in_mesh;
  Pose pose;

  PlacedPoint(const Vec3& p, const Pose& placed) : tree(point_at(p)), in_mesh(p), pose(placed) {}
  [[nodiscard]] PlacedMesh mesh() const { return {&tree, pose}; }
  [[nodiscard]] RationalVec3 in_world() const { return oracle::posed(in_mesh, pose); }
};

/// Where a point has to be in its mesh, and the mesh in the world, to be about there. Infinitely far in the mesh: all of the way.
PlacedPoint placed(Random& random, const Vec3& in_world, double far_in_mesh) {
  Pose pose = random.pose(0);
  if (std::isinf(far_in_mesh)) return {pose.rotation.transpose() * in_world, pose};
  const Vec3 p = random.vector(far_in_mesh);
  pose.translation = in_world - pose.rotation * p;
  return {p, pose};
}

RationalVec3 at_time(const RationalVec3& apart, const RationalVec3& velocity, const Rational& t) {
  return {Rational(apart[0] + t * velocity[0]), Rational(apart[1] + t * velocity[1]), Rational(apart[2] + t * velocity[2])};
}

/// When b is nearest, as a vector from a.
RationalVec3 nearest(const RationalVec3& apart, const Vec3& velocity, double end) {
  const RationalVec3 v = oracle::exact(velocity);
  const Rational squared = oracle::dot(v, v);
  if (squared == 0) return apart;
  const Rational t = -oracle::dot(apart, v) / squared;
  return at_time(apart, v, std::clamp(t, Rational(0), Rational(end)));
}

Vec3 rounded(const RationalVec3& v) { return {v[0].get_d(), v[1].get_d(), v[2].get_d()}; }

/// Reaches of random numbers.
struct Passage {
  double far_in_mesh[2], far_in_world, velocity;
};

/// Each has one kind of coordinates that are large, so that its roundings are not hidden by those of another.
constexpr Passage passages[] = {{{1, 1}, 1e7, 1}, {{1e7, 1}, 1, 1}, {{1, 1e7}, 1, 1}, {{INFINITY, INFINITY}, 1e7, 1},
                                {{1, 1}, 1, 1e7}, {{1, 1}, 1, 0},   {{0, 0}, 0, 1}};

void expect_sound(Random& random, const Passage& passage, int number) {
  const Vec3 place = random.vector(passage.far_in_world), between = random.unit();
  const Vec3 across = between.cross(random.unit()).normalized();
  const Vec3 velocity = passage.velocity * (across + (number % 3 - 1) * between * random.real(0, 1));
  const double end = number % 5 == 0 ? 0 : random.real(0, 2) / std::max(1.0, passage.velocity * (number % 2));
  const PlacedPoint a = placed(random, place, passage.far_in_mesh[0]);
  const PlacedPoint b =
      placed(random, place + random.real(0.1, 2) * between - random.real(0, 1) * end * velocity, passage.far_in_mesh[1]);
  const RationalVec3 way = nearest(b.in_world() - a.in_world(), velocity, end);
  const Rational squared = oracle::dot(way, way);
  double distance = std::sqrt(squared.get_d());
  while (Rational(distance) * distance <= squared) distance = std::nextafter(distance, INFINITY);
  const MovingBoxes boxes(a.mesh(), b.mesh(), velocity, end);
  const Vec3 direction = rounded(way).normalized();
  const tree::BoxRefPair roots{};
  for (const Vec3& d : {direction, between, Vec3(-direction)}) {
    ASSERT_FALSE(boxes.stay_beyond(distance, roots, d)) << number;
    ASSERT_FALSE(boxes.stay_beyond(1.5 * distance, roots, d)) << number;
  }
  const double size = (a.pose.translation + b.pose.translation).lpNorm<1>() + a.pose.translation.lpNorm<1>() +
                      a.in_mesh.lpNorm<1>() + b.in_mesh.lpNorm<1>() + end * velocity.lpNorm<1>() + distance;
  const double less = distance - 0x1p-40 * size;
  if (less < distance / 2) return;
  ASSERT_TRUE(boxes.stay_beyond(less, roots, direction)) << number << " along the shortest way";
  // Of two that pass each other fast from far away it is found too roughly when they are nearest.
  ASSERT_TRUE(passage.velocity > 1 || boxes.stay_beyond(less, roots, Vec3(-direction))) << number << " between the middles";
}

TEST(MovingBoxes, OfPointsStayBeyondWhatExactNumbersSay) {
  Random random(5);
  for (int i = 0; i < testing::effort(6000); ++i) {
    expect_sound(random, passages[static_cast<std::size_t>(i) % std::size(passages)], i);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// Boxes with a size: what is said along a direction is what their corners do.
TEST(MovingBoxes, OfTrianglesStayBeyondWhatTheirCornersReach) {
  Random random(6);
  int beyond = 0, tight = 0;
  const int count = testing::effort(3000);
  for (int i = 0; i < count; ++i) {
    const auto triangle = [&] {
      const Vec3 p = random.vector(3);
      return *MeshTree::build(TriangleMesh{{p + random.vector(1), p + random.vector(1), p + random.vector(1)}, {{0, 1, 2}}});
    };
    const MeshTree tree_a = triangle(), tree_b = triangle();
    const PlacedMesh a{&tree_a, random.pose(5)}, b{&tree_b, random.pose(5)};
    const Vec3 velocity = random.vector(1), direction = random.unit();
    const double end = random.real(0, 2);
    const MovingBoxes boxes(a, b, velocity, end);
    double gap = std::numeric_limits<double>::infinity();
    for (const Vec3& p : tree_a.mesh().vertices) {
      for (const Vec3& q : tree_b.mesh().vertices) {
        const Vec3 apart = b.pose.to_world(q) - a.pose.to_world(p);
        gap = std::min({gap, direction.dot(apart), direction.dot(apart + end * velocity)});
      }
    }
    const auto reach = [&](const PlacedMesh& mesh) { return mesh.tree->root_box().half_extents.norm(); };
    const double sizes = reach(a) + reach(b);
    // Along another direction than this one they are looked at between their middles, where they may be farther apart.
    const Vec3 apart = b.pose.to_world(tree_b.root_box().center) - a.pose.to_world(tree_a.root_box().center);
    const double t = std::clamp(-apart.dot(velocity) / velocity.squaredNorm(), 0.0, end);
    const double middles = (apart + t * velocity).norm();
    ASSERT_FALSE(boxes.stay_beyond(middles * (1 + 1e-9) + 1e-9, {}, direction)) << i;
    if (gap > 0) {
      ++beyond;
      tight += boxes.stay_beyond(gap * (1 - 1e-5) - 1e-5, {}, direction) ? 1 : 0;
      ASSERT_TRUE(gap < 2 * sizes || boxes.stay_beyond(gap - 2 * sizes, {}, direction)) << i;
    }
    double least = std::numeric_limits<double>::infinity();
    for (int k = 0; k <= 20; ++k) {
      const Vec3 moved = k / 20.0 * end * velocity;
      for (const Vec3& p : tree_a.mesh().vertices)
        for (const Vec3& q : tree_b.mesh().vertices)
          least = std::min(least, (b.pose.to_world(q) + moved - a.pose.to_world(p)).norm());
    }
    ASSERT_FALSE(boxes.stay_beyond(least * (1 + 1e-12), {}, direction)) << i;
  }
  EXPECT_GT(beyond, count / 10);
  EXPECT_GT(tight, beyond / 5);
}

}  // namespace
}  // namespace graze::query
