/// Sweeps by corners against an exact linear program and, for larger bodies, against the list of axes.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include "polytope/contact/random_flight.h"
#include "rounded/hull_points.h"
#include "rounded/polytope_sweep.h"

namespace graze::distance {
namespace {

using testing::bare_hull;
using testing::effort;
using testing::Flight;
using testing::hull_of;
using testing::moved;
using testing::Points;
using testing::Random;
using testing::random_flight;
using testing::RandomBody;
using testing::RandomConvex;
using testing::stepped;
using testing::studded_box;
using testing::tilted_prism;

using testing::infinity;

TEST(PolytopeSweep, AgreesWithAnExactLinearProgramOnBooleanAndBothTimes) {
  testing::expect_exact_times(1042, effort(20000),
                              [](const Flight& f) { return sweep_by_corners(f.convex_a(), f.convex_b(), f.velocities, f.t_max); });
}

/// Points of a polygon may begin anywhere.
bool are_same(const ContactSet& x, const ContactSet& y) {
  if (x.points.size() != y.points.size()) return false;
  for (const Vec3& p : x.points) {
    if (std::find(y.points.begin(), y.points.end(), p) == y.points.end()) return false;
  }
  return true;
}

void expect_same(const std::optional<Impact>& found, const std::optional<Impact>& expected, int number) {
  ASSERT_EQ(found.has_value(), expected.has_value()) << number;
  if (!found) return;
  EXPECT_EQ(found->first, expected->first) << number;
  EXPECT_EQ(found->last, expected->last) << number;
  EXPECT_EQ(found->initial, expected->initial) << number;
  EXPECT_EQ(found->approaching, expected->approaching) << number;
  EXPECT_EQ(found->normal.has_value(), expected->normal.has_value()) << number;
  EXPECT_TRUE(are_same(found->set, expected->set)) << number;
}

/// Faces are named before pairs of edges, those of the first body before those of the second. All of a box without thickness is
/// extreme at once, which has no name.
int body_with_face(const Impact& impact) {
  for (int k = 0; k < 2; ++k) {
    const FeatureKind kind = impact.features[k].kind;
    if (kind == FeatureKind::face || kind == FeatureKind::interior) return k;
  }
  return 2;
}

bool is_polygon(const RandomBody& body) { return std::holds_alternative<ConvexPolygon>(body.shape.value); }

TEST(PolytopeSweep, AnswersAboutSmallBodiesAsTheAxesDo) {
  RandomConvex random(1043);
  int touching = 0;
  for (int i = 0; i < effort(20000); ++i) {
    const Flight f = random_flight(random);
    const sat::Convex a = f.convex_a(), b = f.convex_b();
    const auto expected = sat::sweep(a, b, f.velocities, f.t_max);
    const auto found = sweep_by_corners(a, b, f.velocities, f.t_max);
    expect_same(found, expected, i);
    if (!found || !found->normal) continue;
    ++touching;
    if (is_polygon(f.a) || is_polygon(f.b)) continue;  // whose corners rounding may have lifted: the axes know their triples
    ASSERT_LE(body_with_face(*found), body_with_face(*expected)) << i;  // several faces may touch at once
  }
  EXPECT_GT(touching, effort(20000) / 20);
}

TEST(PolytopeSweep, AnswersAsTheAxesDo) {
  Random random(1044);
  for (int i = 0; i < effort(120); ++i) {
    const Vec3 way = random.unit();
    const Points at = i % 3 == 0 ? Points{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)} : random.on_ball(10 + i, {});
    const sat::Convex a = hull_of(random.on_ball(10 + i, Vec3::Zero()));
    const sat::Convex b = hull_of(moved(at, random.real(0, 3) * way));
    const sat::Velocities velocities{random.vector(0.2), random.vector(0.2) - way};
    const auto expected = sat::sweep(a, b, velocities, 5);
    const auto found = distance::sweep(a, b, velocities, 5);
    expect_same(found, expected, i);
    if (!found) continue;
    EXPECT_EQ(found->normal, expected->normal) << i;
    EXPECT_EQ(found->features, expected->features) << i;
  }
}

/// Faces that rounding has joined do not matter: corners say everything.
TEST(PolytopeSweep, OfTiltedPrismsAgreesWithAnExactLinearProgram) {
  Random random(1045);
  for (int i = 0; i < effort(30); ++i) {
    const Vec3 way = random.unit();
    const Points a = tilted_prism(random, 10), b = moved(tilted_prism(random, 10), 3 * way);
    const Vec3 velocity = random.vector(0.3) - way;
    const auto expected = oracle::contact(oracle::exact_points(a), oracle::exact_points(b), oracle::exact(velocity), mpq_class(9));
    const auto found = distance::sweep(hull_of(a), hull_of(b), {Vec3::Zero(), velocity}, 9);
    ASSERT_EQ(found.has_value(), expected.has_value()) << i;
    if (!found) continue;
    EXPECT_LE(mpq_class(found->first), expected->first) << i;
    EXPECT_GT(mpq_class(stepped(found->first, infinity, 1)), expected->first) << i;
    EXPECT_GE(mpq_class(*found->last), *expected->last) << i;
    EXPECT_LT(mpq_class(stepped(*found->last, 0, 1)), *expected->last) << i;
  }
}

TEST(PolytopeSweep, KnowsBodiesThatMeetFaceToFaceSlideAndPart) {
  const sat::Convex a = bare_hull(studded_box(Vec3::Zero()));
  const auto meeting = distance::sweep(a, bare_hull(studded_box({7, 1, 0})), {Vec3::Zero(), Vec3(-1, 0, 0)}, 100);
  ASSERT_TRUE(meeting);
  EXPECT_EQ(meeting->first, 3);
  EXPECT_EQ(meeting->last, 11);
  EXPECT_EQ(*meeting->normal, Vec3(1, 0, 0));
  EXPECT_EQ(meeting->set.points.size(), 4U);
  const auto sliding = distance::sweep(a, bare_hull(studded_box({4, 0, 0})), {Vec3::Zero(), Vec3(0, 1, 0)}, 100);
  ASSERT_TRUE(sliding);
  EXPECT_TRUE(sliding->initial);
  EXPECT_TRUE(sliding->approaching);
  EXPECT_EQ(sliding->last, 4);
  EXPECT_EQ(*sliding->normal, Vec3(1, 0, 0));
  const auto grazing = distance::sweep(a, bare_hull(studded_box({4, 6, 0})), {Vec3::Zero(), Vec3(0, -1, 0)}, 100);
  ASSERT_TRUE(grazing);
  EXPECT_EQ(grazing->first, 2);
  EXPECT_EQ(grazing->last, 10);
  const auto parting = distance::sweep(a, bare_hull(studded_box({4, 0, 0})), {Vec3::Zero(), Vec3(1, 0, 0)}, 100);
  ASSERT_TRUE(parting);
  EXPECT_FALSE(parting->approaching);
  EXPECT_EQ(parting->last, 0);
  EXPECT_FALSE(distance::sweep(a, bare_hull(studded_box({5, 0, 0})), {Vec3::Zero(), Vec3(1, 0, 0)}, 100));
  EXPECT_FALSE(distance::sweep(a, bare_hull(studded_box({7, 0, 0})), {Vec3::Zero(), Vec3(-1, 0, 0)}, 2.5));
  const auto inside = distance::sweep(a, bare_hull(studded_box({1, 0, 0})), {Vec3::Zero(), Vec3::Zero()}, 100);
  ASSERT_TRUE(inside);
  EXPECT_FALSE(inside->normal);
  EXPECT_EQ(inside->last, 100);
}

/// Balls of thousands of corners: a list of axes would take minutes.
TEST(PolytopeSweep, OfManyCornersIsRightToo) {
  Random random(1046);
  const sat::Convex a = hull_of(random.on_ball(3000, Vec3::Zero())), b = hull_of(random.on_ball(3000, Vec3(3, 0, 0)));
  const auto found = distance::sweep(a, b, {Vec3::Zero(), Vec3(-1, 0, 0)}, 100);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->first, 1, 0.02);
  EXPECT_NEAR(*found->last, 5, 0.02);
  EXPECT_EQ(found->set.points.size(), 1U);
}

}  // namespace
}  // namespace graze::distance
