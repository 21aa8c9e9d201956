/// Points, segments, boxes, spheres and capsules in doubles and double-doubles against rational numbers.

#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <Eigen/Geometry>

#include "geometry/frame.h"
#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"
#include "quick/flush_boxes.h"
#include "quick/zonotope.h"
#include "quick/zonotope_fine.h"
#include "quick/zonotope_proof.h"

namespace graze::distance {
namespace {

using oracle::RationalBody;
using testing::effort;
using testing::off;
using testing::RandomRounded;
using testing::RoundedCase;
using testing::witness_slack;

constexpr double promised_if_linear = 1e-12;
constexpr double promised_if_round = 1e-9;

/// Kinds of RandomRounded: point, segment, aligned box, oriented box, sphere, capsule.
constexpr int simple_kinds[] = {0, 1, 4, 5, testing::RandomConvex::kinds + 2, testing::RandomConvex::kinds + 3};

RoundedCase simple_body(RandomRounded& random, bool on_grid) {
  return random.body(on_grid, simple_kinds[random.convex.integer(0, 5)]);
}

struct Truth {
  mpq_class core_squared;
  mpq_class radii;

  [[nodiscard]] bool meet() const { return core_squared <= radii * radii; }
  [[nodiscard]] mpf_class distance() const { return {oracle::root(core_squared) - mpf_class(radii, 400), 400}; }
};

Truth truth_of(const RoundedCase& a, const RoundedCase& b, double guess) {
  const mpq_class radii = a.exact.radius + b.exact.radius;
  return {oracle::squared_distance(a.exact, b.exact, guess + radii.get_d()), radii};
}

/// What was answered must be right; whether anything was.
bool check(const RoundedCase& a, const RoundedCase& b, double size) {
  const Zonotope za = *as_zonotope(a.shape, a.pose);
  const Zonotope zb = *as_zonotope(b.shape, b.pose);
  const auto closest = closest_points(za, zb);
  const auto meet = overlap(za, zb);
  if (!closest && !meet) return false;
  const Truth truth = truth_of(a, b, closest ? closest->distance : 0);
  if (meet) {
    EXPECT_EQ(*meet, truth.meet());
  }
  if (!closest) return false;
  EXPECT_EQ(closest->distance == 0, truth.meet()) << closest->distance;
  EXPECT_NEAR((closest->points[0] - closest->points[1]).norm(), closest->distance, witness_slack * size);
  EXPECT_LE(off(closest->points[0], a.exact), witness_slack * size);
  EXPECT_LE(off(closest->points[1], b.exact), witness_slack * size);
  if (truth.meet()) {
    EXPECT_EQ(closest->points[0], closest->points[1]);
    return true;
  }
  const mpf_class distance = truth.distance();
  const double error = mpf_class(abs(mpf_class(closest->distance, 400) - distance) / distance).get_d();
  EXPECT_LE(error, truth.radii > 0 ? promised_if_round : promised_if_linear) << closest->distance;
  return true;
}

TEST(ZonotopeDistance, AgreesWithRationals) {
  RandomRounded random(11);
  const int pairs = effort(300);
  int answered = 0;
  for (int i = 0; i < pairs; ++i) {
    const RoundedCase a = simple_body(random, false);
    const RoundedCase b = simple_body(random, false);
    SCOPED_TRACE(kinds(i, a, b));
    answered += check(a, b, 8) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(answered, pairs - pairs / 50);
}

/// On a grid most pairs touch or are parallel: only what is certain is answered, and that rightly.
TEST(ZonotopeDistance, RefusesWhatItCannotProveOfTouchingPairs) {
  RandomRounded random(12);
  const int pairs = effort(250);
  int answered = 0;
  for (int i = 0; i < pairs; ++i) {
    const RoundedCase a = simple_body(random, true);
    const RoundedCase b = simple_body(random, true);
    SCOPED_TRACE(kinds(i, a, b));
    answered += check(a, b, 8) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(answered, pairs / 2);
  EXPECT_LT(answered, pairs);
}

TEST(ZonotopeDistance, BoxesAgreeWithRationals) {
  RandomRounded random(13);
  const int pairs = effort(50);
  int answered = 0;
  for (int i = 0; i < pairs; ++i) {
    const RoundedCase a = random.body(false, random.convex.integer(4, 5));
    const RoundedCase b = shifted(random.body(false, random.convex.integer(4, 5)), random.convex.real_point(2));
    SCOPED_TRACE(kinds(i, a, b));
    answered += check(a, b, 8) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(answered, pairs - pairs / 20);
}

/// A box around the origin of its pose, with its corners as its stored numbers mean them.
RoundedCase resting_box(const Frame& axes, const Vec3& half, const Pose& pose, bool is_aligned) {
  RoundedCase box{is_aligned ? Shape{Aabb{-half, half}} : Shape{Obb{Vec3::Zero(), axes, half}}, pose, {}};
  for (int corner = 0; corner < 8; ++corner) {
    oracle::RationalVec3 local, world = oracle::exact(pose.translation);
    for (int i = 0; i < 3; ++i) {
      const mpq_class end = corner >> i & 1 ? mpq_class(half[i]) : mpq_class(-half[i]);
      for (int k = 0; k < 3; ++k) local[k] += end * mpq_class(axes[static_cast<std::size_t>(i)][k]);
    }
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < 3; ++j) world[k] += mpq_class(pose.rotation(k, j)) * local[j];
    }
    box.exact.points.push_back(world);
  }
  return box;
}

/// As bodies rest on each other: turned alike, face on face, at any gap and with one that is nothing but roundings. Their faces are
/// parallel in exact numbers too, so that none of it needs exact arithmetic.
TEST(ZonotopeDistance, BoxesThatRestOnEachOtherAreMeasuredWithoutASearch) {
  RandomRounded random(31);
  const int pairs = effort(70);
  int answered = 0;
  for (int i = 0; i < pairs; ++i) {
    const Mat3 turn = random.convex.any_rotation(), frame = random.convex.any_rotation();
    const bool is_aligned = i % 3 == 0;
    const Frame axes = i % 3 == 1 ? Frame{frame.col(0), frame.col(1), frame.col(2)} : world_frame();
    const auto half = [&] { return Vec3(random.convex.real_point(1).cwiseAbs() + Vec3::Constant(0.1)); };
    const Vec3 half_a = half(), half_b = half();
    Vec3 between = random.convex.real_point(1);
    const double gaps[] = {0, 0, 1e-16, 1e-15, -1e-15, 1e-13, 1e-9, 1e-5, 1e-2, 0.1};
    const int up = i % 7 % 3;
    between[up] = half_a[up] + half_b[up] + gaps[i % 10];
    const Mat3 to_world =
        turn *
        Mat3{{axes[0][0], axes[1][0], axes[2][0]}, {axes[0][1], axes[1][1], axes[2][1]}, {axes[0][2], axes[1][2], axes[2][2]}};
    const Pose pose_a{turn, random.convex.real_point(2)};
    const Pose pose_b{turn, pose_a.translation + to_world * between};
    const RoundedCase a = resting_box(axes, half_a, pose_a, is_aligned), b = resting_box(axes, half_b, pose_b, is_aligned);
    SCOPED_TRACE(kinds(i, a, b));
    answered += check(a, b, 8) && closest_points(*as_zonotope(a.shape, a.pose), *as_zonotope(b.shape, b.pose)) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(answered, pairs * 98 / 100);
}

/// Sheared as far as validation allows, and flat: what is across one edge is across its like, however the others lean.
TEST(ZonotopeDistance, ShearedBoxesThatRestOnEachOtherAgreeWithRationals) {
  RandomRounded random(32);
  for (int i = 0; i < effort(50); ++i) {
    Mat3 turn = random.convex.any_rotation();
    turn.col(0) += 0x1p-20 * random.convex.real(-1, 1) * turn.col(1);
    turn.col(2) += 0x1p-20 * random.convex.real(-1, 1) * turn.col(0);
    const auto half = [&] {
      Vec3 h = random.convex.real_point(1).cwiseAbs();
      if (random.convex.chance(0.2)) h[random.convex.integer(0, 2)] = 0;
      return h;
    };
    const Vec3 half_a = half(), half_b = half();
    Vec3 between = random.convex.real_point(1);
    between.z() = half_a.z() + half_b.z() + (i % 4 == 0 ? 0 : std::pow(10, -random.convex.integer(1, 17)));
    const Pose pose_a{turn, random.convex.real_point(2)};
    const Pose pose_b{turn, pose_a.translation + turn * between};
    const RoundedCase a = resting_box(world_frame(), half_a, pose_a, true), b = resting_box(world_frame(), half_b, pose_b, true);
    SCOPED_TRACE(kinds(i, a, b));
    check(a, b, 8);
    if (HasFailure()) return;
  }
}

/// On a face, an edge or a corner, turned about the normal: faces that are parallel but for roundings, which decide what is
/// nearest. Axes sheared as float32 rotations are, and a ground that nothing rounds, on which all points of a face are equally
/// near.
TEST(ZonotopeDistance, BoxesTurnedOnEachOtherAreMeasuredWithoutExactNumbers) {
  RandomRounded random(33);
  const int pairs = effort(80);
  int answered = 0;
  for (int i = 0; i < pairs; ++i) {
    const bool is_ground = i % 4 == 0, is_aligned = random.convex.chance(0.5);
    const auto half = [&] { return Vec3(random.convex.real_point(1).cwiseAbs() + Vec3::Constant(0.1)); };
    const Vec3 half_a = half(), half_b = half();
    Mat3 turn = is_ground ? Mat3(Mat3::Identity()) : random.convex.any_rotation();
    if (i % 8 == 1) turn.col(0) += 0x1p-24 * random.convex.real(-1, 1) * turn.col(1);
    const auto about = [&](const Vec3& axis) { return Eigen::AngleAxisd(random.convex.real(0.2, 1.2), axis).toRotationMatrix(); };
    Mat3 on_face = about(Vec3::UnitZ());
    if (i % 3 == 1) on_face = on_face * about(Vec3::UnitX());
    if (i % 30 == 2) on_face = random.convex.any_rotation();
    const double gaps[] = {0, 1e-16, 1e-15, -1e-15, 1e-13, 1e-11, 1e-9, -1e-9, 1e-7, 1e-3};
    Vec3 between = 0.05 * random.convex.real_point(1);
    between.z() = half_a.z() + on_face.row(2).cwiseAbs().dot(half_b) + gaps[random.convex.integer(0, 9)];
    const Pose pose_a{turn, is_ground ? Vec3(Vec3::Zero()) : random.convex.real_point(2)};
    const Pose pose_b{turn * on_face, pose_a.translation + turn * between};
    const RoundedCase a = resting_box(world_frame(), half_a, pose_a, is_aligned),
                      b = resting_box(world_frame(), half_b, pose_b, is_aligned);
    SCOPED_TRACE(kinds(i, a, b));
    const bool swaps = random.convex.chance(0.5);
    const RoundedCase &first = swaps ? b : a, &second = swaps ? a : b;
    answered +=
        check(first, second, 8) && closest_points(*as_zonotope(first.shape, first.pose), *as_zonotope(second.shape, second.pose))
            ? 1
            : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(answered, pairs * 95 / 100);
}

/// What is certain of them is true, and of most that meet it is certain, since all axes take several times as long. Sizes are any,
/// or such that no corner of either box is over the other.
TEST(FlushBoxes, MeetWhereAPointOfOneIsInTheOther) {
  RandomRounded random(34);
  int meeting = 0, told = 0, apart = 0;
  for (int i = 0; i < effort(150); ++i) {
    Vec3 half_a = random.convex.real_point(1).cwiseAbs() + Vec3::Constant(0.1),
         half_b = random.convex.real_point(1).cwiseAbs() + Vec3::Constant(0.1);
    if (i % 3 == 1) half_a.x() = half_b.y() = 2, half_a.y() = half_b.x() = 0.2;
    if (i % 10 == 3) half_a.z() = 0;
    Mat3 turn = random.convex.any_rotation();
    const bool is_sheared = i % 9 == 1;  // then they are in each other by 1e-6 or apart, whatever the gap
    if (is_sheared) turn.col(2) += 0x1p-20 * random.convex.real(-1, 1) * turn.col(1);
    const double angle = i % 5 == 2 ? 0 : random.convex.real(-0.3, 0.3);
    const Mat3 on_face = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
    const double gaps[] = {0, 0, 1e-16, -1e-16, -1e-15, -1e-14, 1e-15, -1e-3};
    Vec3 between = 0.05 * random.convex.real_point(1);
    between.z() = half_a.z() + half_b.z() + gaps[i % 8];
    const Pose pose_a{turn, random.convex.real_point(2)}, pose_b{turn * on_face, pose_a.translation + turn * between};
    const RoundedCase a = resting_box(world_frame(), half_a, pose_a, random.convex.chance(0.5)),
                      b = resting_box(world_frame(), half_b, pose_b, random.convex.chance(0.5));
    SCOPED_TRACE(kinds(i, a, b));
    const bool meet = oracle::meet(a.exact.points, b.exact.points);
    for (const bool swaps : {false, true}) {
      const FlushBoxes found = flush_boxes(*as_zonotope((swaps ? b : a).shape, (swaps ? b : a).pose),
                                           *as_zonotope((swaps ? a : b).shape, (swaps ? a : b).pose), 1);
      ASSERT_TRUE(!found.meet || meet);
      ASSERT_TRUE(!found.closest || !meet);
      apart += found.closest ? 1 : 0;
      if (!meet || is_sheared || gaps[i % 8] < -1e-4) continue;
      ++meeting, told += found.meet ? 1 : 0;
    }
  }
  EXPECT_GT(meeting, effort(150) / 2);
  EXPECT_GT(told, 0.9 * meeting);
  EXPECT_GT(apart, effort(150) / 8);
}

/// A rod whose end is under a plate without height, close to its rim, and that leaves it on the way up.
TEST(FlushBoxes, ArePassedByWhatIsUnderThem) {
  const Shape plate{Aabb{Vec3(-1, -1, 0), Vec3(1, 1, 0)}};
  const Vec3 along = Vec3(1, 0, 1e-3).normalized();
  const auto rod = [&](double from_rim) {
    const Vec3 end(1 - from_rim, 0, -1e-15);
    return Shape{Obb{end + along, {along, Vec3::UnitY(), along.cross(Vec3::UnitY())}, Vec3(1, 0, 0)}};
  };
  const Pose none;
  for (const double from_rim : {4e-13, 4e-12}) {
    const Shape b = rod(from_rim);
    const bool passes = from_rim < 1e-12;
    ASSERT_EQ(*overlap(*as_zonotope(plate, none), *as_zonotope(b, none)), !passes);
    EXPECT_TRUE(!flush_boxes(*as_zonotope(plate, none), *as_zonotope(b, none), 1).meet || !passes);
    EXPECT_TRUE(!flush_boxes(*as_zonotope(b, none), *as_zonotope(plate, none), 1).meet || !passes);
  }
}

TEST(ZonotopeDistance, FindsCrossingsOfSegmentsAndBoxes) {
  RandomRounded random(18);
  int crossing = 0;
  int answered = 0;
  for (int i = 0; i < effort(1000); ++i) {
    const Vec3 inside = random.convex.real_point(0.9);
    const Vec3 offset = random.convex.real_point(1);
    const Shape segment{Segment{{inside - 3 * offset, inside + random.convex.real(0, 4) * offset}}};
    const Shape box{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};
    const Pose pose{random.convex.any_rotation(), random.convex.real_point(1)};
    const auto closest = closest_points(*as_zonotope(segment, pose), *as_zonotope(box, pose));
    ++crossing;
    answered += closest && closest->distance == 0 ? 1 : 0;
    ASSERT_TRUE(!closest || closest->distance == 0) << i;
  }
  EXPECT_EQ(answered, crossing);
}

TEST(ZonotopeDistance, MeasuresTinyGapsInDoubleDoubles) {
  RandomRounded random(14);
  const int pairs = effort(200);
  int tiny = 0;
  int answered = 0;
  for (int i = 0; i < pairs; ++i) {
    const RoundedCase a = simple_body(random, false);
    RoundedCase b = simple_body(random, false);
    const Closest apart = *closest_points(a.shape, a.pose, b.shape, b.pose);
    if (apart.distance == 0) continue;
    const double left = std::pow(10, -random.convex.integer(3, 16));  // the last ones are below the roundings of the pose
    b = shifted(b, (1 - left) * (apart.points[0] - apart.points[1]));
    SCOPED_TRACE(kinds(i, a, b));
    ++tiny;
    answered += check(a, b, 8) ? 1 : 0;
    if (HasFailure()) return;
  }
  EXPECT_GT(answered, tiny - tiny / 4);
}

TEST(ZonotopeDistance, KnowsBodiesThatJustTouchWhereNothingIsRounded) {
  const Pose none, shifted{Mat3::Identity(), Vec3(0.5, 8, -3)};
  const Shape unit{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};
  const Shape at_corner{Segment{{Vec3(1, 1, 1), Vec3(2, 3, 4)}}};
  const Shape on_edge{Point{Vec3(1, 0.25, 1)}};
  const Shape on_face{Sphere{Vec3(3, 0.5, 0.25), 2}};
  const Shape over_edge{Sphere{Vec3(4, 5, 0), 5}};
  const Shape along_face{Capsule{{Vec3(1.5, -0.5, 0), Vec3(1.5, 0.75, 0)}, 0.5}};
  for (const Shape& other : {at_corner, on_edge, on_face, over_edge, along_face}) {
    for (const Pose& pose : {none, shifted}) {
      const auto closest = closest_points(*as_zonotope(unit, pose), *as_zonotope(other, pose));
      ASSERT_TRUE(closest) << other.value.index();
      EXPECT_EQ(closest->distance, 0);
      EXPECT_EQ(overlap(*as_zonotope(other, pose), *as_zonotope(unit, pose)), std::optional(true)) << other.value.index();
    }
  }
}

/// The least step apart, and nothing is taken for touching.
TEST(ZonotopeDistance, TellsTouchingFromTheNextDouble) {
  const Pose none;
  const Shape unit{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};
  const double beyond = std::nextafter(1.0, 2.0);
  for (const Shape& other : {Shape{Point{Vec3(beyond, 0.25, 1)}}, Shape{Segment{{Vec3(1, 1, beyond), Vec3(2, 3, 4)}}},
                             Shape{Sphere{Vec3(3, 0.5, 0.25), std::nextafter(2.0, 0.0)}}}) {
    EXPECT_NE(overlap(*as_zonotope(other, none), *as_zonotope(unit, none)), std::optional(true)) << other.value.index();
    EXPECT_FALSE(*overlap(other, none, unit, none));
    EXPECT_GT(closest_points(unit, none, other, none)->distance, 0);
  }
}

TEST(ZonotopeDistance, ParallelBodiesNeedNoExactArithmetic) {
  const Pose none;
  const Shape box{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};
  const Shape beside{Aabb{Vec3(1.5, -3, 0), Vec3(3, 1, 1)}};
  const Shape along{Segment{{Vec3(1.5, -3, 0.5), Vec3(1.5, 3, 0.5)}}};
  for (const Shape& other : {beside, along}) {
    const auto closest = closest_points(*as_zonotope(box, none), *as_zonotope(other, none));
    ASSERT_TRUE(closest);
    EXPECT_EQ(closest->distance, 0.5);
  }
}

TEST(ZonotopeDistance, IsTheSameWithBodiesSwapped) {
  RandomRounded random(15);
  for (int i = 0; i < effort(2000); ++i) {
    const bool on_grid = random.convex.chance(0.3);
    const RoundedCase a = simple_body(random, on_grid);
    const RoundedCase b = simple_body(random, on_grid);
    const Closest forth = *closest_points(a.shape, a.pose, b.shape, b.pose);
    const Closest back = *closest_points(b.shape, b.pose, a.shape, a.pose);
    ASSERT_NEAR(back.distance, forth.distance, 2 * promised_if_linear * forth.distance) << kinds(i, a, b);
    ASSERT_EQ(*overlap(a.shape, a.pose, b.shape, b.pose), *overlap(b.shape, b.pose, a.shape, a.pose));
    ASSERT_EQ(*overlap(a.shape, a.pose, b.shape, b.pose), forth.distance == 0);
  }
}

/// Numbers whose products would overflow or vanish, and those that even a placed corner would.
TEST(ZonotopeDistance, HasNoLimitsOfSize) {
  for (const double by : {0x1p-1000, 0x1p-700, 0x1p-300, 1.0, 0x1p300, 0x1p700, 0x1p1000}) {
    const Shape segment{Segment{{by * Vec3(0, 0, -1), by * Vec3(0, 0, 1)}}};
    const Shape box{Obb{by * Vec3(4, 0, 0), world_frame(), by * Vec3(1, 1, 1)}};
    const Shape ball{Sphere{by * Vec3(0, 4, 0), by * 1.5}};
    const Pose moved{Mat3::Identity(), by * Vec3(0, 0, 0.5)};
    EXPECT_EQ(closest_points(segment, moved, box, {})->distance, 3 * by) << by;
    EXPECT_EQ(closest_points(ball, moved, segment, {})->distance, 2.5 * by) << by;
    EXPECT_EQ(closest_points(box, moved, box, {Mat3::Identity(), by * Vec3(8, 0, 0)})->distance, 6 * by) << by;
    EXPECT_TRUE(*overlap(box, moved, box, {})) << by;
    EXPECT_FALSE(*overlap(box, moved, ball, {})) << by;
  }
}

TEST(ZonotopeDistance, GivesNoNumbersThatAreNone) {
  const Pose none;
  const Shape shapes[] = {
      {Point{}}, {Sphere{}}, {Segment{}}, {Capsule{}}, {Aabb{}}, {Obb{}}, {Aabb{Vec3(-1, -1, 0), Vec3(1, 1, 0)}}};
  for (const Shape& a : shapes) {
    for (const Shape& b : shapes) {
      const Closest here = *closest_points(a, none, b, none);
      EXPECT_EQ(here.distance, 0);
      const Closest apart = *closest_points(a, none, b, {Mat3::Identity(), Vec3(0, 0, 3)});
      EXPECT_EQ(apart.distance, 3) << a.value.index() << " " << b.value.index();
      EXPECT_TRUE(apart.points[0].allFinite() && apart.points[1].allFinite());
      EXPECT_EQ((apart.points[1] - apart.points[0]).norm(), 3);
    }
  }
}

/// The bound must hold whatever parameters it is asked about, good or bad.
TEST(ZonotopeProof, HoldsForGeneratorsThatAreNearlyParallel) {
  RandomRounded random(16);
  int tight = 0;
  for (int i = 0; i < effort(500); ++i) {
    const Vec3 u = random.convex.real_point(1);
    const double lean = std::pow(10, -random.convex.integer(0, 12));
    const Vec3 v = u + lean * random.convex.real_point(1);
    const Vec3 start = random.convex.real_point(2);
    const RoundedCase a{{Segment{{-u, u}}}, {}, {{oracle::exact(Vec3(-u)), oracle::exact(u)}, {}, 0}};
    const RoundedCase b{
        {Segment{{start - v, start + v}}}, {}, {{oracle::exact(Vec3(start - v)), oracle::exact(Vec3(start + v))}, {}, 0}};
    const Parameters<2> p{random.convex.real(-1, 1), random.convex.chance(0.5) ? 1 : random.convex.real(-1, 1)};
    const V g[2] = {{v.x(), v.y(), v.z()}, {-u.x(), -u.y(), -u.z()}};
    const Vec3 x = start + p[0] * v - p[1] * u;
    const double length = x.norm();
    const double bound = length - shortfall<2>({g[0], g[1]}, p, {x.x(), x.y(), x.z()}, length, 1e-14) / length;
    const double distance = oracle::root(oracle::squared_distance(a.exact, b.exact, 0)).get_d();
    ASSERT_LE(bound, distance + 1e-13) << i;
    tight += distance - bound < 0.5 * distance ? 1 : 0;
  }
  EXPECT_GT(tight, 0);
}

/// The point of the body at these parameters, from its exact corners.
oracle::RationalVec3 exact_place(const RoundedCase& body, std::span<const double> p) {
  const auto& corners = body.exact.points;
  const bool x_is_slowest = std::holds_alternative<Aabb>(body.shape.value);
  const int axes = corners.size() == 1 ? 0 : corners.size() == 2 ? 1 : 3;
  oracle::RationalVec3 at;
  for (std::size_t c = 0; c < corners.size(); ++c) {
    mpq_class weight = 1;
    for (int k = 0; k < axes; ++k) {
      const bool is_high = (c >> (x_is_slowest ? 2 - k : k) & 1) != 0;
      weight *= (1 + (is_high ? 1 : -1) * mpq_class(p[k])) / 2;
    }
    for (int k = 0; k < 3; ++k) at[k] += weight * corners[c][k];
  }
  return at;
}

/// A segment or a box where its shape says, with coordinates of very different sizes.
RoundedCase unposed_body(RandomRounded& random) {
  const Vec3 at = random.convex.real_point(std::pow(10, random.convex.integer(-6, 3)));
  const Vec3 to = at + random.convex.real_point(1).cwiseAbs();
  if (random.convex.chance(0.5)) return {{Segment{{at, to}}}, {}, {{oracle::exact(at), oracle::exact(to)}, {}, 0}};
  RoundedCase box{{Aabb{at, to}}, {}, {}};
  for (int c = 0; c < 8; ++c) {  // x is slowest
    box.exact.points.push_back(
        oracle::exact(Vec3((c & 4) != 0 ? to.x() : at.x(), (c & 2) != 0 ? to.y() : at.y(), (c & 1) != 0 ? to.z() : at.z())));
  }
  return box;
}

TEST(ZonotopeFineWay, IsWithinItsErrorOfRationals) {
  RandomRounded random(17);
  for (int i = 0; i < effort(500); ++i) {
    const bool posed = i % 2 == 0;  // the bound is sharper for bodies without a pose
    const RoundedCase a = posed ? shifted(simple_body(random, false), random.convex.real_point(100)) : unposed_body(random);
    const RoundedCase b = posed ? simple_body(random, false) : unposed_body(random);
    const auto parameter = [&](std::span<double> p, const RoundedCase& body) {
      for (double& x : p) x = random.convex.chance(0.3) ? 1 : random.convex.integer(-1 << 20, 1 << 20) / double(1 << 20);
      return exact_place(body, p);
    };
    std::array<double, 3> on_a, on_b;
    const oracle::RationalVec3 from = parameter(on_a, a), to = parameter(on_b, b);
    const FineOffset offset = fine_offset(*as_zonotope(a.shape, a.pose), on_a, *as_zonotope(b.shape, b.pose), on_b);
    const DoubleDouble found[3] = {offset.x.x, offset.x.y, offset.x.z};
    for (int k = 0; k < 3; ++k) {
      const mpq_class error = abs(mpq_class(found[k].hi) + mpq_class(found[k].lo) - (to[k] - from[k]));
      ASSERT_LE(error, mpq_class(offset.error)) << kinds(i, a, b);
    }
  }
}

}  // namespace
}  // namespace graze::distance
