/// Questions about shapes of known kind: the answers of the general questions to the last bit, and right ones.

#include <cmath>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/geometry.h>
#include <graze/known_shapes.h>

#include "box/eight_lanes.h"
#include "box/gap_lanes.h"
#include "box/kernels.h"
#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::off;
using testing::RandomRounded;
using testing::RoundedCase;
using testing::witness_slack;

/// Kinds of RandomRounded: point, segment, aligned box, oriented box, sphere, capsule.
constexpr int simple_kinds[] = {0, 1, 4, 5, testing::RandomConvex::kinds + 2, testing::RandomConvex::kinds + 3};

RoundedCase simple_body(RandomRounded& random, bool on_grid) {
  return random.body(on_grid, simple_kinds[random.convex.integer(0, 5)]);
}

template <class Ask>
void with_types(const Shape& a, const Shape& b, const Ask& ask) {
  std::visit(
      [&](const auto& x, const auto& y) {
        if constexpr (SimpleShape<std::decay_t<decltype(x)>> && SimpleShape<std::decay_t<decltype(y)>>) ask(x, y);
      },
      a.value, b.value);
}

/// By the question about bodies, which names surfaces where methods name cores.
Closest asked_of_bodies(const Shape& a, const Shape& b) {
  return *graze::closest_points(Body{*Geometry::make(a), {}, {}}, Body{*Geometry::make(b), {}, {}});
}

bool same_bits(double x, double y) { return std::memcmp(&x, &y, sizeof x) == 0; }

bool same_bits(const Closest& x, const Closest& y) {
  bool same = same_bits(x.distance, y.distance) && x.features == y.features;
  for (int i = 0; i < 2; ++i) {
    for (int k = 0; k < 3; ++k) same = same && same_bits(x.points[i][k], y.points[i][k]);
  }
  return same;
}

void check(const RoundedCase& a, const RoundedCase& b, double size) {
  const Closest closest = *closest_points(a.shape, a.pose, b.shape, b.pose);
  const mpq_class radii = a.exact.radius + b.exact.radius;
  const mpq_class core_squared = oracle::squared_distance(a.exact, b.exact, closest.distance + radii.get_d());
  const bool meet = core_squared <= radii * radii;
  EXPECT_EQ(*overlap(a.shape, a.pose, b.shape, b.pose), meet);
  EXPECT_EQ(closest.distance == 0, meet) << closest.distance;
  EXPECT_NEAR((closest.points[0] - closest.points[1]).norm(), closest.distance, witness_slack * size);
  EXPECT_LE(off(closest.points[0], a.exact), witness_slack * size);
  EXPECT_LE(off(closest.points[1], b.exact), witness_slack * size);
  if (meet) return;
  const mpf_class distance(oracle::root(core_squared) - mpf_class(radii, 400), 400);
  const double error = mpf_class(abs(mpf_class(closest.distance, 400) - distance) / distance).get_d();
  EXPECT_LE(error, radii > 0 ? 1e-9 : 1e-12) << closest.distance;
}

TEST(SimpleShapes, AnswerAsTheGeneralQuestionsDoToTheLastBit) {
  RandomRounded random(31);
  const Pose none;
  int asked = 0;
  for (int i = 0; i < effort(20000); ++i) {
    const bool on_grid = random.convex.chance(0.3);
    const RoundedCase a = simple_body(random, on_grid);
    const RoundedCase b = simple_body(random, on_grid);
    with_types(a.shape, b.shape, [&](const auto& x, const auto& y) {
      ++asked;
      ASSERT_TRUE(same_bits(closest_points(x, y), asked_of_bodies(a.shape, b.shape))) << kinds(i, a, b);
      ASSERT_EQ(overlap(x, y), *overlap(a.shape, none, b.shape, none)) << kinds(i, a, b);
      ASSERT_EQ(overlap(x, y), closest_points(x, y).distance == 0) << kinds(i, a, b);
    });
    if (HasFatalFailure()) return;
  }
  EXPECT_EQ(asked, effort(20000));
}

TEST(SimpleShapes, NameTheSurfaceOrTheInteriorAsTheGeneralQuestionsDoHoweverDeepAPointIs) {
  for (const double away : {0.0, 1.0, 1000.0}) {
    const Vec3 from(away, -away, 0), way = Vec3(2, 3, 6) / 7;
    const Sphere ball{from, 0.75};
    const Capsule capsule{{from, from + 2 * Vec3::UnitZ()}, 0.75}, point_like{{from, from}, 0.75};
    for (int exponent = -52; exponent < 0; ++exponent) {
      const double below = 0.75 - std::ldexp(1.0, exponent);
      const Point in_ball{from + below * way}, in_side{from + Vec3(below, 0, 1)}, in_cap{from - Vec3(0, 0, below)};
      EXPECT_TRUE(same_bits(closest_points(ball, in_ball), asked_of_bodies({ball}, {in_ball}))) << away << ' ' << exponent;
      EXPECT_TRUE(same_bits(closest_points(capsule, in_side), asked_of_bodies({capsule}, {in_side}))) << away << ' ' << exponent;
      EXPECT_TRUE(same_bits(closest_points(capsule, in_cap), asked_of_bodies({capsule}, {in_cap}))) << away << ' ' << exponent;
      EXPECT_TRUE(same_bits(closest_points(point_like, in_ball), asked_of_bodies({point_like}, {in_ball})))
          << away << ' ' << exponent;
    }
  }
}

TEST(SimpleShapes, AgreeWithRationals) {
  RandomRounded random(32);
  for (int i = 0; i < effort(300); ++i) {
    const bool on_grid = random.convex.chance(0.3);
    const RoundedCase a = simple_body(random, on_grid);
    const RoundedCase b = simple_body(random, on_grid);
    SCOPED_TRACE(kinds(i, a, b));
    check(a, b, 8);
    if (HasFailure()) return;
  }
}

/// Gaps and depths from 1e-3 of the distance down to less than a rounding: each tier meets what the one before it must refuse.
TEST(SimpleShapes, AgreeWithRationalsNextToTouching) {
  RandomRounded random(33);
  for (int i = 0; i < effort(300); ++i) {
    const RoundedCase a = simple_body(random, false);
    RoundedCase b = simple_body(random, false);
    const Closest apart = *closest_points(a.shape, a.pose, b.shape, b.pose);
    if (apart.distance == 0) continue;
    const double left = std::pow(10, -random.convex.integer(3, 17)) * (random.convex.chance(0.5) ? 1 : -1);
    b = shifted(b, (1 - left) * (apart.points[0] - apart.points[1]));
    SCOPED_TRACE(kinds(i, a, b));
    check(a, b, 8);
    if (HasFailure()) return;
  }
}

/// Boxes whose axes are as far from orthonormal as a file in single precision leaves them, brought within 1e-3 to 1e-17 of
/// touching, from outside and from inside.
TEST(SimpleBoxes, AgreeWithRationalsNextToTouching) {
  RandomRounded random(34);
  int boxes = 0;
  for (int i = 0; i < effort(150); ++i) {
    const RoundedCase a = random.body(false, random.convex.integer(4, 5));
    RoundedCase b = shifted(random.body(false, random.convex.integer(4, 5)), random.convex.real_point(6));
    const Closest apart = *closest_points(a.shape, a.pose, b.shape, b.pose);
    if (apart.distance == 0) continue;
    const double left = std::pow(10, -random.convex.integer(3, 17)) * (random.convex.chance(0.5) ? 1 : -1);
    b = shifted(b, (1 - left) * (apart.points[0] - apart.points[1]));
    SCOPED_TRACE(kinds(i, a, b));
    ++boxes;
    check(a, b, 16);
    if (HasFailure()) return;
  }
  EXPECT_GT(boxes, effort(150) / 4);
}

/// A box sheared as much as validation allows, just apart from or just in a box with right angles: only its exact numbers tell.
TEST(SimpleBoxes, MeanTheirStoredAxesEvenIfTheseAreSheared) {
  const double lean = 0x1p-19;
  const Obb sheared{Vec3(0, 0, 0), {Vec3(1, lean, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}, Vec3(1, 1, 1)};
  const double top = 1 + lean;  // of the sheared box along y, at x = 1
  const Obb touching{Vec3(1.5, top + 1, 0), world_frame(), Vec3(0.5, 1, 1)};
  EXPECT_TRUE(overlap(sheared, touching));
  EXPECT_EQ(closest_points(sheared, touching).distance, 0);
  for (const double gap : {0x1p-50, 0x1p-40, 0x1p-30, 0x1p-22}) {
    Obb moved = touching;
    moved.center.y() += gap;
    EXPECT_FALSE(overlap(sheared, moved)) << gap;
    EXPECT_NEAR(closest_points(sheared, moved).distance, gap, 1e-9 * gap) << gap;
    moved.center.y() -= 2 * gap;
    EXPECT_TRUE(overlap(sheared, moved)) << gap;
  }
}

/// The same where the pose does it: what it makes of an aligned box is the sheared one.
TEST(SimpleBoxes, MeanTheirPosesEvenIfTheseAreSheared) {
  const double lean = 0x1p-19;
  Pose sheared;
  sheared.rotation(1, 0) = lean;
  const Shape box{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};
  const Pose none;
  for (const double gap : {0.0, 0x1p-50, 0x1p-40, 0x1p-30, 0x1p-22, 0x1p-16, 0x1p-12}) {
    const double top = 1 + lean;
    const auto above = [&](double by) { return Shape{Aabb{Vec3(1, top + by, -1), Vec3(2, top + 2, 1)}}; };
    EXPECT_EQ(*overlap(box, sheared, above(gap), none), gap == 0) << gap;
    EXPECT_EQ(*overlap(above(gap), none, box, sheared), gap == 0) << gap;
    EXPECT_TRUE(*overlap(box, sheared, above(-gap), none)) << gap;
  }
}

/// Edges turned by 1e-17 to 1 away from parallel, faces within 1e-1 to 1e-17 of touching: where products of edges tell little,
/// faces must tell the truth.
TEST(SimpleBoxes, MeetAsRationalsDoWhereEdgesAreNearlyParallel) {
  RandomRounded random(37);
  int meeting = 0, apart = 0;
  for (int i = 0; i < effort(400); ++i) {
    const Mat3 first = random.convex.chance(0.5) ? Mat3(Mat3::Identity()) : random.convex.any_rotation();
    const Vec3 about = random.convex.chance(0.5) ? Vec3(Vec3::UnitZ()) : Vec3(random.convex.real_point(1).normalized());
    const double angle = std::pow(10, -random.convex.real(0, 17));
    const Mat3 second = first * Eigen::AngleAxisd(angle, about).toRotationMatrix();
    const Vec3 half_a = random.convex.real_point(1).cwiseAbs(), half_b = random.convex.real_point(1).cwiseAbs();
    Vec3 parameter = (half_a + half_b).cwiseProduct(random.convex.real_point(0.999));
    const int k = random.convex.integer(0, 2);
    const double gap = std::pow(10, -random.convex.real(1, 17)) * (random.convex.chance(0.5) ? 1 : -1);
    parameter[k] = (half_a[k] + half_b[k] + gap) * (random.convex.chance(0.5) ? 1 : -1);
    const Vec3 center_a = random.convex.real_point(1);
    const Obb a{center_a, {first.col(0), first.col(1), first.col(2)}, half_a};
    const Obb b{center_a + first * parameter, {second.col(0), second.col(1), second.col(2)}, half_b};
    const bool meet = oracle::meet(testing::RandomConvex::corners(a), testing::RandomConvex::corners(b));
    ASSERT_EQ(overlap(a, b), meet) << i << " angle " << angle << " gap " << gap;
    ASSERT_EQ(overlap(b, a), meet) << i << " angle " << angle << " gap " << gap;
    ++(meet ? meeting : apart);
  }
  EXPECT_GT(meeting, effort(400) / 8);
  EXPECT_GT(apart, effort(400) / 8);
}

/// The widest gap of all axes, one after the other and three at a time.
TEST(SimpleBoxes, HaveTheSameGapsInLanes) {
  if (!simd::has_avx2()) GTEST_SKIP() << "no AVX2 here";
  RandomRounded random(38);
  for (int i = 0; i < effort(1000); ++i) {
    const Mat3 a = random.convex.any_rotation(), b = random.convex.any_rotation();
    const Vec3 half_a = random.convex.real_point(1).cwiseAbs(), half_b = random.convex.real_point(1).cwiseAbs();
    const Vec3 offset = random.convex.real_point(3);
    const BoxNumbers in_a{a.data(), half_a.data()}, in_b{b.data(), half_b.data()};
    const double never = std::numeric_limits<double>::infinity();
    const BoxGaps one = sat::box_kernels_baseline.widest_gaps(in_a, in_b, {offset.x(), offset.y(), offset.z()}, never);
    const BoxGaps three = sat::box_kernels_avx2.widest_gaps(in_a, in_b, {offset.x(), offset.y(), offset.z()}, never);
    ASSERT_NEAR(one.of_faces, three.of_faces, 1e-14) << i;
    ASSERT_NEAR(one.of_all, three.of_all, 1e-14) << i;
    const BoxGaps ended = sat::box_kernels_avx2.widest_gaps(in_a, in_b, {offset.x(), offset.y(), offset.z()}, 0);
    ASSERT_EQ(ended.of_all > 0, three.of_all > 0) << i;
  }
}

/// Segments that miss each other by less than the roundings of their parameters.
TEST(SimpleShapes, MeasureTinyGapsOfCrossingSegments) {
  RandomRounded random(35);
  for (int i = 0; i < effort(300); ++i) {
    const Vec3 at = random.convex.real_point(1);
    const Vec3 u = random.convex.real_point(1);
    const Vec3 v = random.convex.real_point(1);
    const double s = random.convex.real(0.1, 0.9);
    const double t = random.convex.real(0.1, 0.9);
    const Vec3 a0 = at - s * u, a1 = a0 + u, b0 = at - t * v, b1 = b0 + v;
    const RoundedCase a{{Segment{{a0, a1}}}, {}, {{oracle::exact(a0), oracle::exact(a1)}, {}, 0}};
    const RoundedCase b{{Segment{{b0, b1}}}, {}, {{oracle::exact(b0), oracle::exact(b1)}, {}, 0}};
    SCOPED_TRACE(i);
    check(a, b, 4);
    if (HasFailure()) return;
  }
}

TEST(SimpleShapes, HaveNoLimitsOfSize) {
  for (const double by : {0x1p-1000, 0x1p-700, 0x1p-300, 1.0, 0x1p300, 0x1p700, 0x1p1000}) {
    const Sphere ball{by * Vec3(0, 4, 0), by * 1.5};
    const Capsule capsule{{by * Vec3(0, 0, -1), by * Vec3(0, 0, 1)}, by * 0.5};
    const Obb box{by * Vec3(4, 0, 0), world_frame(), by * Vec3(1, 1, 1)};
    EXPECT_EQ(closest_points(ball, capsule).distance, 2 * by) << by;
    EXPECT_EQ(closest_points(box, capsule).distance, 2.5 * by) << by;
    EXPECT_EQ(closest_points(Segment{capsule.v}, box).distance, 3 * by) << by;
    EXPECT_FALSE(overlap(ball, box)) << by;
    EXPECT_TRUE(overlap(box, Point{by * Vec3(5, 1, 1)})) << by;
    EXPECT_TRUE(overlap(ball, Sphere{by * Vec3(0, 1, 0), by * 1.5})) << by;
  }
}

TEST(SimpleShapes, ThatTouchMeet) {
  EXPECT_TRUE(overlap(Sphere{Vec3(0, 0, 0), 1}, Sphere{Vec3(3, 4, 0), 4}));
  EXPECT_EQ(closest_points(Sphere{Vec3(0, 0, 0), 1}, Sphere{Vec3(3, 4, 0), 4}).distance, 0);
  EXPECT_FALSE(overlap(Sphere{Vec3(0, 0, 0), 1}, Sphere{Vec3(3, 4, 0), std::nextafter(4.0, 0.0)}));
  EXPECT_TRUE(overlap(Aabb{Vec3(0, 0, 0), Vec3(1, 1, 1)}, Aabb{Vec3(1, 1, 1), Vec3(2, 2, 2)}));
  EXPECT_TRUE(overlap(Segment{{Vec3(-1, 0, 0), Vec3(1, 0, 0)}}, Segment{{Vec3(0, 0, 0), Vec3(0, 1, 0)}}));
}

}  // namespace
}  // namespace graze::distance
