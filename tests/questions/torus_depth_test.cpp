/// How deep tori are in other bodies: against formulas, sampled ways, and what swapping and scaling must not change.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/overlap.h>
#include <graze/penetration.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

using testing::AnyBody;
using testing::effort;

/// Around the z axis.
Body deep_ring(double major, double minor, const Pose& pose = {}) {
  return body({Torus{Vec3::Zero(), Vec3(0, 0, 2), major, minor}}, pose);
}

Body moved(Body b, const Vec3& way) {
  b.pose.translation += way;
  return b;
}

/// A torus and a body near its tube that may be asked about: no open surface.
struct Case {
  Body torus, other;
};

Case random_case(AnyBody& random, int kind) {
  const double major = random.real(0.5, 1.5);
  Case found{deep_ring(major, random.real(0.1, 0.4), random.pose(1)), random.body(kind, 1)};
  found.other.solid = false;
  found.other.pose.translation += found.torus.pose.to_world(major * Vec3(0.6, 0.8, 0)) / 2;
  return found;
}

TEST(TorusDepth, IsThatOfASlabABoxAndARod) {
  const Body torus = deep_ring(3, 1);
  const auto beside = *solid_penetration(torus, body({Aabb{Vec3(3.5, -1, -1), Vec3(5, 1, 1)}}));
  EXPECT_NEAR(beside->found.depth, 0.5, 1e-14);
  EXPECT_NEAR(beside->found.normal.x(), 1, 1e-9);
  EXPECT_LE(beside->at_least, beside->found.depth);
  EXPECT_GE(beside->at_least, 0.498);
  const auto slab = *solid_penetration(torus, body({Aabb{Vec3(-9, -9, 0.5), Vec3(9, 9, 9)}}));
  EXPECT_NEAR(slab->found.depth, 0.5, 1e-12);
  EXPECT_GE(slab->at_least, 0.498);
  // A rod through the tube: over or under it.
  EXPECT_NEAR((*penetration(torus, body({Segment{{Vec3(0, 0, 0), Vec3(9, 0, 0)}}})))->depth, 1, 1e-9);
  // A ball in the hole goes up until it rests on the ring.
  EXPECT_NEAR((*penetration(torus, body({Sphere{Vec3::Zero(), 3}})))->depth, std::sqrt(16 - 9), 1e-12);
  const Body mesh = body(Shape{make_box_mesh({1, 1, 1})}, {.translation = {3, 0, 0.25}});
  const auto in_mesh = *solid_penetration(torus, mesh);
  EXPECT_NEAR(in_mesh->found.depth, 1 + 1 - 0.25, 1e-9);
  EXPECT_NEAR(in_mesh->found.normal.z(), 1, 1e-6);
}

TEST(TorusDepth, OfPointsInAClosedHoleEndsInTheTipOnTheAxis) {
  const Body torus = deep_ring(1, 2);
  const auto depth = *penetration(torus, body({Point{Vec3(0, 0, 0.5)}}));
  EXPECT_NEAR(depth->depth, std::sqrt(3.0) - 0.5, 1e-12);
  EXPECT_NEAR(depth->normal.z(), 1, 1e-12);
  AnyBody random(41);
  for (int i = 0; i < effort(50); ++i) {
    const Body point = body({Point{random.vector(2)}});
    const auto found = penetration(torus, point);
    ASSERT_TRUE(found) << found.error().message;
    if (!*found) continue;
    const double out = (*found)->depth * (1 + 1e-9) + 1e-12;
    EXPECT_FALSE(*overlap(torus, moved(point, out * (*found)->normal))) << i;
    for (int k = 0; k < 200; ++k)
      ASSERT_TRUE(*overlap(torus, moved(point, 0.999999 * (*found)->depth * random.vector(1).normalized()))) << i;
    EXPECT_NEAR(signed_distance(point, torus)->distance, -(*found)->depth, 1e-12) << i;
  }
}

TEST(TorusDepth, IsBetweenAWayOutAndABoundThatNoSampledWayUndercuts) {
  AnyBody random(42);
  int asked = 0;
  for (int i = 0; i < effort(AnyBody::kinds); ++i) {
    const Case c = random_case(random, i % AnyBody::kinds);
    const auto found = solid_penetration(c.torus, c.other);
    if (!found) {
      ASSERT_EQ(found.error().code, ErrorCode::bad_shape) << i << ": " << found.error().message;  // open meshes
      continue;
    }
    const auto back = solid_penetration(c.other, c.torus);
    ASSERT_EQ(found->has_value(), back->has_value()) << i;
    if (!*found || !std::isfinite((*found)->found.depth)) continue;
    ++asked;
    const auto& [way, at_least] = **found;
    ASSERT_EQ(way.depth, (*back)->found.depth) << i;
    ASSERT_EQ(way.normal, Vec3(-(*back)->found.normal)) << i;
    ASSERT_EQ(at_least, (*back)->at_least) << i;
    ASSERT_LE(at_least, way.depth) << i;
    ASSERT_GE(at_least, 0.9 * way.depth) << i;
    const Body solid{c.other.geometry, c.other.pose, {}, std::holds_alternative<TriangleMesh>(c.other.geometry.shape().value)};
    EXPECT_FALSE(*overlap(c.torus, moved(solid, (way.depth * (1 + 1e-7) + 1e-9) * way.normal))) << i;
    for (int k = 0; k < 50; ++k)
      ASSERT_TRUE(*overlap(c.torus, moved(solid, 0.9999 * at_least * random.vector(1).normalized()))) << i << ", " << k;
  }
  EXPECT_GT(asked, AnyBody::kinds / 3);
}

TEST(TorusDepth, AgreesWithTheFirstGapOfSampledWays) {
  AnyBody random(43);
  int asked = 0;
  for (int i = 0; i < effort(3 * AnyBody::kinds); ++i) {
    const Case c = random_case(random, i % AnyBody::kinds);
    const Vec3 direction = random.vector(1).normalized();
    const auto found = penetration(c.torus, c.other, direction);
    if (!found) {
      ASSERT_EQ(found.error().code, ErrorCode::bad_shape) << i << ": " << found.error().message;
      continue;
    }
    if (!*found || !std::isfinite((*found)->depth)) continue;
    ++asked;
    const Body solid{c.other.geometry, c.other.pose, {}, std::holds_alternative<TriangleMesh>(c.other.geometry.shape().value)};
    const double depth = (*found)->depth;
    for (int k = 0; k <= 64; ++k)
      ASSERT_TRUE(*overlap(c.torus, moved(solid, depth * (1 - 1e-9) * k / 64 * direction))) << i << ", " << k;
    EXPECT_FALSE(*overlap(c.torus, moved(solid, (depth * (1 + 1e-9) + 1e-9) * direction))) << i;
    const auto back = penetration(c.other, c.torus, -direction);
    EXPECT_NEAR((*back)->depth, depth, 1e-12) << i;
  }
  EXPECT_GT(asked, AnyBody::kinds / 3);
}

TEST(TorusDepth, ScalesWithPowersOfTwoBitForBit) {
  for (const double scale : {0x1p-30, 0x1p20}) {
    const auto at = [](double s) {
      const Body torus = deep_ring(3 * s, s, {.translation = {0.25 * s, 0, 0}});
      return *solid_penetration(
          torus, body({Tetrahedron{{s * Vec3(2, 0, 0), s * Vec3(4, 0, 0), s * Vec3(3, 2, 0), s * Vec3(3, 1, 1.5)}}}));
    };
    EXPECT_EQ(at(scale)->found.depth, scale * at(1)->found.depth);
    EXPECT_EQ(at(scale)->found.normal, at(1)->found.normal);
    EXPECT_EQ(at(scale)->at_least, scale * at(1)->at_least);
  }
}

}  // namespace
}  // namespace graze
