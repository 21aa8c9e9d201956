/// What lines and flat bodies have in common with convex ones: known parts, and the properties that make them the whole part.

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

using testing::AnyBody;
using testing::effort;

std::vector<Vec3> common(const Body& a, const Body& b) {
  const auto found = intersection(a, b);
  EXPECT_TRUE(found && found->intersect && found->set);
  if (!found || !found->set) return {};
  return {found->set->points.begin(), found->set->points.end()};
}

const Body cube = body({Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}});

TEST(CommonPart, OfALineThroughABoxRunsFromFaceToFace) {
  EXPECT_EQ(common(body({Line{Vec3(5, 0.5, 0), Vec3(-4, 0, 0)}}), cube), (std::vector{Vec3(1, 0.5, 0), Vec3(-1, 0.5, 0)}));
  EXPECT_EQ(common(cube, body({Line{Vec3(5, 0.5, 0), Vec3(4, 0, 0)}})), (std::vector{Vec3(-1, 0.5, 0), Vec3(1, 0.5, 0)}));
}

TEST(CommonPart, OfASegmentEndsWhereTheSegmentDoes) {
  EXPECT_EQ(common(body({Segment{{Vec3(-3, 0, 0), Vec3(0.5, 0, 0)}}}), cube), (std::vector{Vec3(-1, 0, 0), Vec3(0.5, 0, 0)}));
  EXPECT_EQ(common(body({Segment{{Vec3(0.5, 0, 0), Vec3(-3, 0, 0)}}}), cube), (std::vector{Vec3(0.5, 0, 0), Vec3(-1, 0, 0)}));
  EXPECT_EQ(common(body({Segment{{Vec3(0.5, 0, 0), Vec3(0.75, 0, 0)}}}), cube), (std::vector{Vec3(0.5, 0, 0), Vec3(0.75, 0, 0)}));
  EXPECT_EQ(common(body({Segment{{Vec3(0.5, 0, 0), Vec3(0.5, 0, 0)}}}), cube), (std::vector{Vec3(0.5, 0, 0)}));
}

TEST(CommonPart, OfALineThatTouchesIsAPoint) {
  EXPECT_EQ(common(body({Line{Vec3(3, -1, 1), Vec3(-1, 1, 0)}}), cube), (std::vector{Vec3(1, 1, 1)}));
  EXPECT_EQ(common(body({Segment{{Vec3(3, 0, 0), Vec3(1, 0, 0)}}}), cube), (std::vector{Vec3(1, 0, 0)}));
  EXPECT_EQ(common(body({Ray{Vec3(1, 0, 0), Vec3(2, 0, 0)}}), cube), (std::vector{Vec3(1, 0, 0)}));
  EXPECT_EQ(common(body({Line{Vec3(2, 7, 0), Vec3(0, 3, 0)}}), body({Sphere{Vec3::Zero(), 2}})), (std::vector{Vec3(2, 0, 0)}));
}

TEST(CommonPart, OfALineThatCrossesAPlaneIsAPoint) {
  const Body floor = body({Plane{Vec3(0, 0, 2), 4}});
  EXPECT_EQ(common(body({Line{Vec3(1, 1, 0), Vec3(1, 0, -1)}}), floor), (std::vector{Vec3(-1, 1, 2)}));
  EXPECT_EQ(common(floor, body({Ray{Vec3(1, 1, 0), Vec3(0, 0, 1)}})), (std::vector{Vec3(1, 1, 2)}));
  EXPECT_FALSE(intersection(body({Ray{Vec3(1, 1, 0), Vec3(0, 0, -1)}}), floor)->intersect);
}

TEST(CommonPart, OfLinesWithLinesIsWhereTheyCross) {
  const Body along_x = body({Ray{Vec3::Zero(), Vec3(2, 0, 0)}});
  EXPECT_EQ(common(along_x, body({Line{Vec3(3, 1, 0), Vec3(0, 1, 0)}})), (std::vector{Vec3(3, 0, 0)}));
  EXPECT_EQ(common(along_x, body({Ray{Vec3(5, 0, 0), Vec3(-1, 0, 0)}})), (std::vector{Vec3(0, 0, 0), Vec3(5, 0, 0)}));
  EXPECT_EQ(common(along_x, body({Ray{Vec3(0, 0, 0), Vec3(-1, 0, 0)}})), (std::vector{Vec3(0, 0, 0)}));
}

TEST(CommonPart, IsLeftOutWhereItHasNoEnd) {
  const Body ray = body({Ray{Vec3::Zero(), Vec3(2, 0, 0)}});
  for (const Shape& endless : {Shape{Ray{Vec3(5, 0, 0), Vec3(1, 0, 0)}}, Shape{Line{Vec3(5, 0, 0), Vec3(1, 0, 0)}},
                               Shape{Plane{Vec3(0, 1, 0), 0}}, Shape{HalfSpace{Vec3(-1, 0, 0), -4}}}) {
    for (const auto& found : {intersection(ray, body(endless)), intersection(body(endless), ray)}) {
      ASSERT_TRUE(found);
      EXPECT_TRUE(found->intersect);
      EXPECT_FALSE(found->set);
    }
  }
  EXPECT_EQ(common(ray, body({HalfSpace{Vec3(1, 0, 0), 4}})), (std::vector{Vec3(0, 0, 0), Vec3(4, 0, 0)}));
}

TEST(CommonPart, OfAPointIsThePoint) {
  EXPECT_EQ(common(body({Point{Vec3(1, 0, 0)}}), cube), (std::vector{Vec3(1, 0, 0)}));
  EXPECT_EQ(common(body({Sphere{Vec3::Zero(), 3}}), body({Point{Vec3(1, 0, 0)}}, {Mat3::Identity(), Vec3(0, 2, 0)})),
            (std::vector{Vec3(1, 2, 0)}));
}

/// As a set: where the corners begin is not promised.
bool same_corners(const std::vector<Vec3>& found, const std::vector<Vec3>& expected) {
  return found.size() == expected.size() && std::is_permutation(found.begin(), found.end(), expected.begin());
}

const Shape corner{Tetrahedron{{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 2, 0), Vec3(0, 0, 2)}}};

TEST(CommonPart, OfATriangleWithASolidIsWhatTheSolidLeavesOfIt) {
  const Body wide = body({Triangle{{Vec3(-9, -9, 0), Vec3(9, -9, 0), Vec3(0, 9, 0)}}});
  const std::vector square{Vec3(-1, -1, 0), Vec3(1, -1, 0), Vec3(1, 1, 0), Vec3(-1, 1, 0)};
  EXPECT_TRUE(same_corners(common(wide, cube), square));
  EXPECT_TRUE(same_corners(common(body({Obb{Vec3::Zero(), world_frame(), Vec3(1, 1, 1)}}), wide), square));
  EXPECT_TRUE(same_corners(common(body({Triangle{{Vec3(1, 0, 0), Vec3(3, 1, 0), Vec3(3, -1, 0)}}}), cube), {Vec3(1, 0, 0)}));
  EXPECT_TRUE(same_corners(common(body({Triangle{{Vec3(-3, 1, 0), Vec3(3, 1, 0), Vec3(0, 5, 0)}}}), cube),
                           {Vec3(-1, 1, 0), Vec3(1, 1, 0)}));
  const Body cut = body({Triangle{{Vec3(-9, -9, 1), Vec3(9, -9, 1), Vec3(0, 9, 1)}}});
  EXPECT_TRUE(same_corners(common(cut, body(corner)), {Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(0, 1, 1)}));
}

TEST(CommonPart, OfATriangleWithoutAreaIsASegment) {
  const Body needle = body({Triangle{{Vec3(-3, 0, 0), Vec3(0, 0, 0), Vec3(5, 0, 0)}}});
  EXPECT_TRUE(same_corners(common(needle, cube), {Vec3(-1, 0, 0), Vec3(1, 0, 0)}));
  const Body speck = body({Triangle{{Vec3(0.5, 0, 0), Vec3(0.5, 0, 0), Vec3(0.5, 0, 0)}}});
  EXPECT_TRUE(same_corners(common(cube, speck), {Vec3(0.5, 0, 0)}));
}

TEST(CommonPart, OfAPlaneWithASolidIsItsSection) {
  const Body slanted = body({Plane{Vec3(1, 1, 1), 0}});
  EXPECT_TRUE(same_corners(common(slanted, cube),
                           {Vec3(1, -1, 0), Vec3(1, 0, -1), Vec3(0, 1, -1), Vec3(-1, 1, 0), Vec3(-1, 0, 1), Vec3(0, -1, 1)}));
  EXPECT_TRUE(same_corners(common(cube, body({Plane{Vec3(1, 1, 1), 3}})), {Vec3(1, 1, 1)}));
  EXPECT_TRUE(same_corners(common(body({Plane{Vec3(0, 0, 2), 2}}), body(corner)), {Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(0, 1, 1)}));
  const Body leaf = body({Triangle{{Vec3(0, 0, -1), Vec3(2, 0, 1), Vec3(0, 2, 1)}}});
  EXPECT_TRUE(same_corners(common(leaf, body({Plane{Vec3(0, 0, 1), 0}})), {Vec3(1, 0, 0), Vec3(0, 1, 0)}));
  EXPECT_TRUE(same_corners(common(leaf, body({HalfSpace{Vec3(0, 0, 1), 0}})), {Vec3(0, 0, -1), Vec3(1, 0, 0), Vec3(0, 1, 0)}));
}

TEST(CommonPart, OfSolidsIsASetOnlyWhereTheyTouch) {
  const auto next = common(cube, body({Aabb{Vec3(1, 0, 0), Vec3(2, 3, 3)}}));
  EXPECT_TRUE(same_corners(next, {Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(1, 0, 1)}));
  const std::vector face{Vec3(-1, -1, -1), Vec3(1, -1, -1), Vec3(1, 1, -1), Vec3(-1, 1, -1)};
  EXPECT_TRUE(same_corners(common(body({HalfSpace{Vec3(0, 0, 1), -1}}), cube), face));
  for (const Shape& deep :
       {Shape{Aabb{Vec3(0, 0, 0), Vec3(2, 3, 3)}}, Shape{HalfSpace{Vec3(0, 0, 1), 0}}, Shape{Sphere{Vec3::Zero(), 1}}}) {
    const auto found = intersection(cube, body(deep));
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->intersect);
    EXPECT_FALSE(found->set);
  }
  const auto apart = intersection(body({Sphere{Vec3(5, 0, 0), 1}}), cube);
  ASSERT_TRUE(apart && apart->set);
  EXPECT_FALSE(apart->intersect);
  EXPECT_TRUE(apart->set->points.empty());
}

double distance_to(const Body& body_, const Vec3& p) { return closest_points(body_, body({Point{p}}))->distance; }

bool is_endless(int kind) { return kind == 1 || kind == 2 || kind == 4 || kind == 5; }

TEST(CommonPart, OfABallIsAPointWhereItOnlyTouches) {
  const Body ball = body({Sphere{Vec3(0, 0, 5), 5}});
  EXPECT_EQ(common(ball, body({Plane{Vec3(0, 0, 10), 0}})), (std::vector{Vec3(0, 0, 0)}));
  EXPECT_EQ(common(body({HalfSpace{Vec3(0, 0, 1), 0}}), ball), (std::vector{Vec3(0, 0, 0)}));
  EXPECT_EQ(common(ball, body({Sphere{Vec3(3, 0, 9), 0}})), (std::vector{Vec3(3, 0, 9)}));
  EXPECT_EQ(common(ball, body({Sphere{Vec3(6, 0, 13), 5}})), (std::vector{Vec3(3, 0, 9)}));
  EXPECT_EQ(common(ball, body({Aabb{Vec3(3, -1, 9), Vec3(8, 1, 12)}})).size(), 1U);
  EXPECT_EQ(common(body({Capsule{{Vec3(-9, 0, -1), Vec3(9, 0, -1)}, 1}}), ball), (std::vector{Vec3(0, 0, 0)}));
  EXPECT_EQ(common(ball, body({Triangle{{Vec3(-9, -9, 10), Vec3(9, -9, 10), Vec3(0, 9, 10)}}})), (std::vector{Vec3(0, 0, 10)}));
  EXPECT_EQ(common(body({Sphere{Vec3(0.5, 0, 0), 0}}), cube), (std::vector{Vec3(0.5, 0, 0)})) << "without radius it is a point";
  EXPECT_FALSE(intersection(ball, body({Plane{Vec3(0, 0, 1), 1}}))->set) << "a disc";
  EXPECT_FALSE(intersection(ball, body({Sphere{Vec3(0, 0, 5), 2}}))->set) << "a ball";
  EXPECT_TRUE(intersection(ball, body({Plane{Vec3(0, 0, 1), -0x1p-60}}))->set->points.empty()) << "apart";
}

/// What they have in common at the start is told also where the sweep itself has no use for it.
TEST(CommonPart, IsTheSetOfASweepThatStartsInContact) {
  const auto start = [](Body a, const Body& b) {
    a.motion.velocity = Vec3(0, 0, -1);
    const auto impact = sweep(a, b, {.t_max = 1});
    EXPECT_TRUE(impact && *impact && (*impact)->initial);
    return std::vector<Vec3>((*impact)->set.points.begin(), (*impact)->set.points.end());
  };
  const Body floor = body({Plane{Vec3(0, 0, 1), 0}}), line = body({Line{Vec3(0, 0.5, 0), Vec3(1, 0, 0)}});
  EXPECT_EQ(start(cube, floor).size(), 4U);
  EXPECT_EQ(start(cube, floor), common(cube, floor));
  EXPECT_EQ(start(cube, line), common(cube, line));
  EXPECT_EQ(start(body({Point{Vec3(2, 0.5, 0)}}), line), (std::vector{Vec3(2, 0.5, 0)}));
  EXPECT_TRUE(start(cube, cube).empty());
  EXPECT_TRUE(start(line, floor).empty()) << "without end";
}

TEST(CommonPart, LiesInBothAndGoesOnInNeither) {
  AnyBody random(61);
  constexpr double slack = 0x1p-40;
  constexpr double step = 1e-5;
  int segments = 0;
  const int pairs = effort(2000);
  for (int i = 0; i < pairs; ++i) {
    const int kind_a = static_cast<int>(random.below(4)), kind_b = static_cast<int>(random.below(17));
    const Body a = body(random.shape(kind_a)), b = body(random.shape(kind_b));
    const auto found = intersection(a, b), turned = intersection(b, a);
    ASSERT_TRUE(found && turned) << i;
    ASSERT_EQ(found->intersect, *overlap(a, b)) << i;
    ASSERT_EQ(found->set.has_value(), turned->set.has_value()) << i;
    ASSERT_TRUE(found->set || (found->intersect && is_endless(kind_a) && is_endless(kind_b))) << i;
    if (!found->intersect || !found->set) continue;
    const auto& points = found->set->points;
    ASSERT_EQ(points.size(), turned->set->points.size()) << i;
    for (const Vec3& p : points) ASSERT_LE(std::max(distance_to(a, p), distance_to(b, p)), slack) << i;
    if (points.size() != 2) continue;
    ++segments;
    const Vec3 way = step * (points[1] - points[0]).normalized();
    for (const Vec3& beyond : {Vec3(points[0] - way), Vec3(points[1] + way)}) {
      ASSERT_GT(std::max(distance_to(a, beyond), distance_to(b, beyond)), slack) << i;
    }
  }
  EXPECT_GT(segments, pairs / 20);
}

/// Points on a slanted line are collinear only up to rounding. Their hull is as wide as that, and lines through its corners meet
/// it.
TEST(CommonPart, OfALineWithAHullThatIsAlmostASegmentIsFoundWhereTheyMeet) {
  AnyBody random(63);
  int meetings = 0;
  for (int i = 0; i < effort(300); ++i) {
    const Vec3 from = random.vector(1), way = random.vector(1);
    std::vector<Vec3> points;
    for (int k = 0; k < 3 + i % 12; ++k) points.push_back(from + random.real(2) * way);
    const Body hull = body({*convex_hull(points)});
    const Vec3 o = random.vector(3);
    const Body line = body({Line{o, points[random.below(points.size())] - o}});
    const bool meets = *overlap(line, hull);
    ASSERT_EQ(intersection(line, hull)->intersect, meets) << i;
    if (meets) ++meetings;
  }
  EXPECT_GT(meetings, effort(300) / 10);
}

/// Triangles and parallelograms against all: a common point found otherwise is in the hull of the corners, which are in both
/// bodies.
TEST(CommonPart, OfFlatBodiesHoldsEveryCommonPoint) {
  AnyBody random(62);
  constexpr double slack = 0x1p-40;
  int polygons = 0;
  const int pairs = effort(4000);
  for (int i = 0; i < pairs; ++i) {
    const int kind_b = static_cast<int>(random.below(17));
    const Body a = body(random.shape(i % 2 == 0 ? 13 : 15)), b = body(random.shape(kind_b));
    const auto found = intersection(a, b);
    ASSERT_TRUE(found) << i;
    ASSERT_EQ(found->intersect, *overlap(a, b)) << i;
    if (!found->intersect || !found->set) continue;
    const auto& corners = found->set->points;
    for (const Vec3& p : corners) ASSERT_LE(std::max(distance_to(a, p), distance_to(b, p)), slack) << i;
    if (corners.size() > 2) ++polygons;
    const Body set = body({*convex_hull(std::vector<Vec3>(corners.begin(), corners.end()))});
    const Vec3 there = closest_points(b, body({Point{random.vector(1)}}))->points[0];
    const Vec3 p = closest_points(a, body({Point{there}}))->points[0];
    ASSERT_TRUE(distance_to(b, p) > 0 || distance_to(set, p) <= slack) << i;
  }
  EXPECT_GT(polygons, pairs / 40);
}

}  // namespace
}  // namespace graze
