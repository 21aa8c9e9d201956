/// Every kind of shape against every other: the questions have no holes, and their answers agree with each other.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/solid.h>

#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/raycast.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;
using testing::effort;

/// Relative error of distances between curved shapes, which is the larger one, on both sides of a comparison.
constexpr double same_distance = 2e-9;
/// How far a witness may be off its body, over a scene of size 10.
constexpr double on_body = 10 * 0x1p-40;

Body at_point(const Vec3& p, bool is_planar = false) {
  return {is_planar ? *Geometry::make(Shape2{Point2{p.head<2>()}}) : *Geometry::make(Shape{Point{p}}), {}, {}};
}

/// Distance, witnesses, overlap and the exchanged question of one pair.
void check_pair(const Body& a, const Body& b, const std::string& name) {
  const auto closest = closest_points(a, b);
  ASSERT_TRUE(closest) << name << ": " << closest.error().message;
  ASSERT_TRUE(std::isfinite(closest->distance)) << name;
  ASSERT_GE(closest->distance, 0) << name;
  const auto meet = overlap(a, b);
  ASSERT_TRUE(meet) << name << ": " << meet.error().message;
  EXPECT_EQ(*meet, closest->distance == 0) << name << ", distance " << closest->distance;
  const auto turned = closest_points(b, a);
  ASSERT_TRUE(turned) << name;
  EXPECT_NEAR(turned->distance, closest->distance, same_distance * closest->distance) << name;
  EXPECT_NEAR((closest->points[1] - closest->points[0]).norm(), closest->distance, on_body) << name;
}

void check_witnesses(const Body& a, const Body& b, const std::string& name) {
  const auto closest = closest_points(a, b);
  ASSERT_TRUE(closest) << name;
  for (int k = 0; k < 2; ++k) {
    const auto off = closest_points(at_point(closest->points[k], a.geometry.is_planar()), k == 0 ? a : b);
    ASSERT_TRUE(off) << name;
    EXPECT_LT(off->distance, on_body) << name << ", witness " << k << ", distance " << closest->distance;
  }
}

TEST(EveryPair, InSpaceHasADistanceAndAnOverlapThatAgree) {
  AnyBody random(1);
  for (int i = 0; i < AnyBody::kinds; ++i) {
    for (int j = 0; j < AnyBody::kinds; ++j) {
      for (int n = 0; n < effort(20); ++n) {
        const double apart = n % 3 == 0 ? 3 : 1;
        const Body a = random.body(i, apart), b = random.body(j, apart);
        const std::string name = "kinds " + std::to_string(i) + " and " + std::to_string(j) + ", pair " + std::to_string(n);
        check_pair(a, b, name);
        check_witnesses(a, b, name);
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(EveryPair, InThePlaneHasADistanceAndAnOverlapThatAgree) {
  AnyBody random(2);
  for (int i = 0; i < AnyBody::kinds2; ++i) {
    for (int j = 0; j < AnyBody::kinds2; ++j) {
      for (int n = 0; n < effort(50); ++n) {
        const Body a = random.body2(i, 1), b = random.body2(j, 1);
        const std::string name = "kinds " + std::to_string(i) + " and " + std::to_string(j) + ", pair " + std::to_string(n);
        check_pair(a, b, name);
        check_witnesses(a, b, name);
        const auto closest = closest_points(a, b);
        EXPECT_EQ(closest->points[0].z(), 0) << name;
        EXPECT_EQ(closest->points[1].z(), 0) << name;
        if (HasFatalFailure()) return;
      }
    }
  }
}

/// A container may answer that it cannot tell (clouds, open meshes), but what it holds meets it, and so does every point of it.
TEST(EveryPair, IsContainedOnlyWhereItMeets) {
  AnyBody random(3);
  int held = 0;
  for (int i = 0; i < AnyBody::kinds; ++i) {
    for (int j = 0; j < AnyBody::kinds; ++j) {
      for (int n = 0; n < effort(10); ++n) {
        const Body a = random.body(i, 0.1), b = random.body(j, 0.1);
        const auto inside = contains(a, b);
        if (!inside) {
          EXPECT_EQ(inside.error().code, ErrorCode::unsupported_pair) << i << ' ' << j << ": " << inside.error().message;
          continue;
        }
        held += *inside ? 1 : 0;
        const bool is_mesh = i == AnyBody::kinds - 1;
        EXPECT_TRUE(!*inside || *overlap(testing::solid(a, is_mesh), testing::solid(b, is_mesh))) << "kinds " << i << " and " << j;
      }
    }
  }
  EXPECT_GT(held, 30);
}

Body moved(Body body, double t) {
  body.pose.translation += t * body.motion.velocity;
  return body;
}

/// Apart until the first time, in touch then; without contact apart all the time.
void check_sweep(const Body& a, const Body& b, const std::string& name) {
  const auto impact = sweep(a, b, {.t_max = 2});
  ASSERT_TRUE(impact) << name << ": " << impact.error().message;
  const double first = *impact ? (*impact)->first : 2;
  const double surely_apart = first - 1e-6;
  for (int k = 0; k < 20 && surely_apart > 0; ++k) {
    const double t = surely_apart * k / 20;
    EXPECT_FALSE(*overlap(moved(a, t), moved(b, t))) << name << ": meet at " << t << " before " << first;
  }
  if (!*impact) return;
  EXPECT_EQ((*impact)->initial, *overlap(a, b)) << name;
  EXPECT_LT(closest_points(moved(a, first), moved(b, first))->distance, on_body) << name;
  for (const Vec3& p : (*impact)->set.points) {
    EXPECT_LT(closest_points(at_point(p), moved(a, first))->distance, on_body) << name;
    EXPECT_LT(closest_points(at_point(p), moved(b, first))->distance, on_body) << name;
  }
  const auto turned = sweep(b, a, {.t_max = 2});
  ASSERT_TRUE(turned && *turned) << name;
  EXPECT_NEAR((*turned)->first, first, 1e-9) << name;
}

TEST(EveryPair, IsApartUntilItFirstMeets) {
  AnyBody random(4);
  for (int i = 0; i < AnyBody::kinds; ++i) {
    for (int j = 0; j < AnyBody::kinds; ++j) {
      for (int n = 0; n < effort(5); ++n) {
        Body a = random.body(i, 3), b = random.body(j, 3);
        a.motion.velocity = random.vector(2);
        b.motion.velocity = random.vector(2) + a.pose.translation - b.pose.translation;
        check_sweep(a, b, "kinds " + std::to_string(i) + " and " + std::to_string(j) + ", pair " + std::to_string(n));
        if (HasFatalFailure()) return;
      }
    }
  }
}

TEST(EveryPair, AnswersRaycastsFromEveryLineAgainstEveryShape) {
  AnyBody random(5);
  int hits = 0;
  for (int i = 1; i <= 3; ++i) {
    for (int j = 0; j < AnyBody::kinds; ++j) {
      for (int n = 0; n < effort(30); ++n) {
        const Body a = random.body(i, 0.5), b = random.body(j, 0.5);
        const std::string name = "kinds " + std::to_string(i) + " and " + std::to_string(j) + ", pair " + std::to_string(n);
        const auto found = raycast(a, b);
        ASSERT_TRUE(found) << name << ": " << found.error().message;
        ASSERT_EQ(found->intersect, *overlap(a, b)) << name;
        if (!found->intersect) continue;
        ++hits;
        EXPECT_LT(closest_points(at_point(found->point), b)->distance, on_body) << name;
        EXPECT_LT(closest_points(at_point(found->point), a)->distance, on_body) << name;
        for (const Crossing& c : found->crossings) EXPECT_LT(closest_points(at_point(c.point), b)->distance, on_body) << name;
      }
    }
  }
  EXPECT_GT(hits, 200);
}

}  // namespace
}  // namespace graze
