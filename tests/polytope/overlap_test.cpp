/// Overlap of convex polytopes against an exact linear program.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "polytope/overlap.h"
#include "polytope/random_convex.h"

namespace graze::sat {
namespace {

using testing::effort;
using testing::RandomBody;
using testing::RandomConvex;

struct Pair {
  RandomBody a;
  RandomBody b;
};

Pair random_pair(RandomConvex& random) {
  const bool on_grid = random.chance(0.7);
  const int kind_a = random.integer(0, RandomConvex::kinds - 1);
  const int kind_b = random.integer(0, RandomConvex::kinds - 1);
  return {random.body(on_grid, kind_a), random.body(on_grid, kind_b)};
}

TEST(ConvexOverlap, AgreesWithAnExactLinearProgramOnRandomAndTouchingPairs) {
  RandomConvex random(20261);
  const int pairs = effort(100000);
  int hits = 0;
  for (int i = 0; i < pairs; ++i) {
    const auto [a, b] = random_pair(random);
    const bool truth = oracle::meet(a.corners, b.corners);
    const Overlap answer = overlap(*as_convex(a.shape, a.pose), *as_convex(b.shape, b.pose));
    ASSERT_EQ(answer.intersect, truth) << "pair " << i << ": kinds " << a.shape.value.index() << ' ' << b.shape.value.index();
    ASSERT_EQ(answer.separating.has_value(), !truth);
    hits += truth ? 1 : 0;
  }
  EXPECT_GT(hits, pairs / 8);
  EXPECT_LT(hits, pairs - pairs / 8);
}

TEST(ConvexOverlap, DoesNotDependOnTheUnitOfLength) {
  RandomConvex random(7);
  for (int i = 0; i < 2000; ++i) {
    const Triangle s{{random.grid_point(2), random.grid_point(2), random.grid_point(2)}};
    const Triangle t{{random.grid_point(2), random.grid_point(2), random.grid_point(2)}};
    const bool plain = overlap(as_convex(s, {}), as_convex(t, {})).intersect;
    for (const double scale : {0x1p-1000, 0x1p-340, 0x1p-30, 0x1p300, 0x1p1000}) {
      Triangle s2 = s;
      Triangle t2 = t;
      for (int k = 0; k < 3; ++k) s2.v[k] *= scale, t2.v[k] *= scale;
      ASSERT_EQ(overlap(as_convex(s2, {}), as_convex(t2, {})).intersect, plain) << "pair " << i << " scale " << scale;
    }
  }
}

/// Products of the filter overflow, and what comes of that must not pass for a gap.
TEST(ConvexOverlap, IsExactWhereTheFilterOverflows) {
  RandomConvex random(8);
  const auto corner = [&] {
    const Vec3 p = random.grid_point(3);
    return random.chance(0.3) ? Vec3(0x1p1000 * p) : p;
  };
  for (int i = 0; i < effort(2000); ++i) {
    Triangle s{{corner(), corner(), corner()}}, t{{corner(), corner(), corner()}};
    if (i % 2 == 0) {
      for (int k = 0; k < 3; ++k) s.v[k].z() = t.v[k].z() = 0;
    }
    const auto meet = [](const Triangle& x, const Triangle& y) { return overlap(as_convex(x, {}), as_convex(y, {})).intersect; };
    const auto smaller = [](Triangle x) {
      for (Vec3& v : x.v) v *= 0x1p-800;  // 2^200 and 2^-800: nothing overflows, and what underflows is known to
      return x;
    };
    const bool truth = meet(smaller(s), smaller(t));
    ASSERT_EQ(meet(s, t), truth) << "pair " << i << ", seed 8";
    ASSERT_EQ(meet(t, s), truth) << "pair " << i << ", seed 8";
  }
}

TEST(ConvexOverlap, NamesTheFaceThatSeparatesStackedBoxes) {
  const Obb low{Vec3::Zero(), world_frame(), Vec3(1, 1, 1)};
  const Obb high{Vec3(0, 0, 3), world_frame(), Vec3(1, 1, 1)};
  const Overlap answer = overlap(*as_convex(Shape{low}, {}), *as_convex(Shape{high}, {}));
  ASSERT_TRUE(answer.separating);
  EXPECT_EQ(*answer.separating, (AxisId{AxisKind::face_of_a, 2, 0}));
  EXPECT_EQ(answer.axes_tested, 3);
}

Convex disc_at(const Vec3& center, int sides) {
  ConvexPolygon disc;
  for (int i = 0; i < sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    disc.vertices.push_back(center + Vec3(std::cos(angle), std::sin(angle), 0));
  }
  return *as_convex(Shape{disc}, {});
}

TEST(ConvexOverlap, OfLargePolygonsInOnePlaneTakesAxesInProportionToTheirSides) {
  const Convex disc = disc_at(Vec3::Zero(), 300);
  const Overlap meeting = overlap(disc, disc_at(Vec3(1.2, 1.5, 0), 300));
  EXPECT_TRUE(meeting.intersect);
  EXPECT_LE(meeting.axes_tested, 1 + 300 + 300);
  EXPECT_FALSE(overlap(disc, disc_at(Vec3(1.21, 1.61, 0), 300)).intersect);
  EXPECT_FALSE(overlap(disc, disc_at(Vec3(0, 0, 0x1p-40), 300)).intersect);
}

}  // namespace
}  // namespace graze::sat
