/// Closest points of curved bodies against alternating projections, closed forms and themselves in other places and units.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "curved/bodies.h"
#include "curved/curved_oracle.h"
#include "curved/distance.h"
#include "curved/gap.h"

namespace graze::distance {
namespace {

using testing::curved;

using testing::upright;

using testing::effort;
using testing::Oracle;
using testing::RandomCurved;
using testing::RVec;

constexpr double promised = 1e-9;
constexpr double touching = 0x1p-45;

double distance_of(const Shape& a, const Shape& b) { return closest_points(curved(a), curved(b)).distance; }

double off(const Oracle& body, const Vec3& p) { return double((body.project(testing::real(p)) - testing::real(p)).norm()); }

TEST(CurvedDistance, OfWallsBeyondAllDoublesIsThatOfOneSide) {
  const Curved can = *as_curved(Shape{Cylinder{{Vec3(0, 0, 0), Vec3(1, 0, 0)}, 1}}, {});
  for (const double offset : {1e150, -1e150}) {
    const Curved wall = *as_curved(Shape{HalfSpace{Vec3(1e-200, 0, 0), offset}}, {});
    EXPECT_EQ(overlap(wall, can), offset > 0);
    EXPECT_EQ(closest_points(wall, can).distance > 0, offset < 0);
  }
}

TEST(CurvedDistance, AgreesWithAlternatingProjections) {
  RandomCurved random(5);
  const int pairs = effort(3000);
  int settled = 0;
  int met = 0;
  for (int i = 0; i < pairs; ++i) {
    const Shape shape_a = random.shape(random.integer(0, 2));
    const Shape shape_b = random.shape(random.integer(0, RandomCurved::kinds - 1));
    const Pose pose_a = random.pose(1);
    const Pose pose_b = random.pose(3);
    const Curved a = curved(shape_a, pose_a);
    const Curved b = curved(shape_b, pose_b);
    const Oracle on_a = testing::oracle_of(shape_a, pose_a);
    const Oracle on_b = testing::oracle_of(shape_b, pose_b);
    const Closest c = closest_points(a, b);
    ASSERT_LE(off(on_a, c.points[0]), 8 * touching) << i;
    ASSERT_LE(off(on_b, c.points[1]), 16 * touching) << i;
    ASSERT_NEAR((c.points[1] - c.points[0]).norm(), c.distance, 16 * touching) << i;
    ASSERT_EQ(overlap(a, b), c.distance == 0) << i;
    if (c.distance == 0) {
      ++met;
      ASSERT_EQ(c.points[0], c.points[1]) << i;
      continue;
    }
    const auto alternated = testing::alternated(on_a, on_b, RVec::Zero(), 2000);
    ASSERT_LE(c.distance, double(alternated.distance) * (1 + promised)) << i;
    if (!alternated.settled) continue;
    ++settled;
    ASSERT_NEAR(c.distance, double(alternated.distance), promised * c.distance + 1e-14) << i;
  }
  EXPECT_GT(settled, pairs / 2);
  EXPECT_GT(met, pairs / 20);
}

/// The shadows on the direction that the library names, worked out without it, are as far apart as it says.
TEST(CurvedDistance, IsProvenByASeparatingDirection) {
  RandomCurved random(15);
  const int pairs = effort(2000);
  int proven = 0;
  for (int i = 0; i < pairs; ++i) {
    const Shape shape_a = random.shape(random.integer(0, 2));
    const Shape shape_b = random.shape(random.integer(0, 12));
    const Pose turn{random.rotation(), Vec3::Zero()};
    Pose pose = turn * Pose{random.chance(0.5) ? Mat3(Mat3::Identity()) : random.rotation(), 6 * random.unit()};
    const Closest far = closest_points(curved(shape_a, turn), curved(shape_b, pose));
    if (far.distance == 0) continue;
    const double gap = std::pow(10, random.real_in(-6, 0));
    pose.translation -= (1 - gap / far.distance) * (far.points[1] - far.points[0]);
    const gjk::CurvedGap found = gjk::gap_between(curved(shape_a, turn), curved(shape_b, pose), {}, {0x1p-30});
    ASSERT_FALSE(found.meets) << i;
    ++proven;
    const RVec n = testing::real(found.normal);
    const auto shadows = testing::oracle_of(shape_a, turn).reach(n) + testing::oracle_of(shape_b, pose).reach(-n);
    ASSERT_GE(double(-shadows / n.norm()), found.upper * (1 - promised) - 4e-15) << i << " gap " << gap;
    ASSERT_NEAR((found.points[1] - found.points[0]).norm(), found.upper, 1e-14) << i;
  }
  EXPECT_GT(proven, pairs / 2);
}

TEST(CurvedDistance, HasANormalFromTheFirstBodyToTheSecondForPlanesToo) {
  const Curved can = curved({upright(Vec3::Zero(), 2, 1)});
  for (const double side : {1.0, -1.0}) {
    for (const Shape& wall : {Shape{Plane{Vec3(0, 0, 2 * side), 10}}, Shape{HalfSpace{Vec3(0, 0, -side), -5}}}) {
      const gjk::CurvedGap to_wall = gjk::gap_between(can, curved(wall), {}, {0x1p-30});
      const gjk::CurvedGap from_wall = gjk::gap_between(curved(wall), can, {}, {0x1p-30});
      EXPECT_FALSE(to_wall.meets || from_wall.meets);
      EXPECT_EQ(to_wall.normal, Vec3(0, 0, side));
      EXPECT_EQ(from_wall.normal, Vec3(0, 0, -side));
    }
  }
}

/// Long doubles have eleven bits more than what the bound has room for.
TEST(CurvedDistance, LowerBoundsHoldForPlanesToTheLastRounding) {
  testing::Random random(17);
  int apart = 0;
  for (int i = 0; i < effort(2000); ++i) {
    const Vec3 normal = random.vector(3), center = random.vector(4);
    const double offset = random.real(20), radius = random.real(0, 1);
    const gjk::CurvedGap found = gjk::gap_between(curved({Plane{normal, offset}}), curved({Sphere{center, radius}}), {}, {0x1p-30});
    if (found.meets) continue;
    ++apart;
    const RVec n = testing::real(normal);
    const testing::Real height = std::abs(n.dot(testing::real(center)) - testing::Real(offset)) / n.norm();
    ASSERT_LE(testing::Real(found.lower), (height - radius) * (1 + 0x1p-60L)) << i;
  }
  EXPECT_GT(apart, 100);
}

TEST(CurvedDistance, OfCylindersIsTheirGapAlongOrAcrossTheAxes) {
  const Cylinder c = upright(Vec3::Zero(), 2, 1);
  EXPECT_NEAR(distance_of({c}, {upright(Vec3(0, 0, 2.5), 1, 3)}), 0.5, 0.5 * promised);               // coaxial
  EXPECT_NEAR(distance_of({c}, {upright(Vec3(0.75, 0, 2.5), 1, 3)}), 0.5, 0.5 * promised);            // caps face to face
  EXPECT_NEAR(distance_of({c}, {upright(Vec3(4, 0, -3), 7, 1.5)}), 1.5, 1.5 * promised);              // side by side
  EXPECT_NEAR(distance_of({c}, {Cylinder{{Vec3(-5, 4, 1), Vec3(5, 4, 1)}, 1}}), 2, 2 * promised);     // crosswise
  EXPECT_NEAR(distance_of({c}, {upright(Vec3(5, 0, 5), 1, 1)}), std::hypot(3.0, 3.0), 5 * promised);  // rim to rim
}

TEST(CurvedDistance, OfAConeIsThatOfItsTipItsSideOrItsRim) {
  const Cone c{Vec3::Zero(), Vec3(0, 0, 1), 1};
  EXPECT_EQ(distance_of({c}, {Plane{Vec3(0, 0, 2), 5}}), 1.5);
  EXPECT_EQ(distance_of({c}, {HalfSpace{Vec3(0, 0, -1), -3}}), 2);
  EXPECT_NEAR(distance_of({c}, {Point{Vec3(2, 0, 1)}}), std::sqrt(2.0), 2 * promised);  // foot on the rim
  EXPECT_NEAR(distance_of({c}, {Point{Vec3(1, 0, 1)}}), std::sqrt(0.5), promised);      // foot in the middle of the side
  EXPECT_NEAR(distance_of({c}, {Sphere{Vec3(0, 3, -4), 1}}), std::hypot(2.0, 4.0) - 1, 4 * promised);
}

TEST(CurvedDistance, OfEllipsoidsIsKnownAlongTheirAxes) {
  const Ellipsoid e{Vec3::Zero(), world_frame(), Vec3(1, 2, 3)};
  for (int i = 0; i < 3; ++i) {
    const Ellipsoid far{7 * Vec3::Unit(i), world_frame(), Vec3(1.5, 0.5, 1)};
    const double expected = 7 - e.half_extents[i] - far.half_extents[i];
    EXPECT_NEAR(distance_of({e}, {far}), expected, expected * promised) << i;
  }
  const Sphere s{Vec3(3, 4, 5), 1};
  const Ellipsoid round{Vec3(-1, 0, 2), world_frame(), Vec3(1.25, 1.25, 1.25)};
  EXPECT_NEAR(distance_of({round}, {s}), Vec3(4, 4, 3).norm() - 2.25, promised);
}

/// How far a point is from an ellipsoid at the origin, along its axes: the foot is h^2 p / (h^2 + t) for the t >= 0 that puts it on
/// the surface, and bisection finds that.
testing::Real from_ellipsoid(const RVec& p, const RVec& h) {
  const RVec squared = h.cwiseProduct(h);
  const auto foot = [&](testing::Real t) -> RVec { return squared.cwiseProduct(p).cwiseQuotient(squared + RVec::Constant(t)); };
  if (p.cwiseQuotient(h).norm() <= 1) return 0;
  testing::Real low = 0, high = h.maxCoeff() * p.norm();
  for (int i = 0; i < 100; ++i) {
    const testing::Real middle = (low + high) / 2;
    (foot(middle).cwiseQuotient(h).norm() > 1 ? low : high) = middle;
  }
  return (p - foot(low)).norm();
}

/// The distance is convex along the segment.
testing::Real from_ellipsoid(const RVec& p, const RVec& q, const RVec& h) {
  testing::Real low = 0, high = 1;
  const auto at = [&](testing::Real s) { return from_ellipsoid(RVec(p + s * (q - p)), h); };
  for (int i = 0; i < 100; ++i) {
    const testing::Real third = (high - low) / 3;
    if (at(low + third) < at(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return at(low);
}

/// On a grid searches in doubles stall far from where roundings would end them.
TEST(CurvedDistance, IsRightToElevenDigitsInAlignedPositions) {
  constexpr double digits = 1e-11;
  const Frame axes{Vec3(0.6, 0.8, 0), Vec3(-0.8, 0.6, 0), Vec3(0, 0, 1)};
  const Ellipsoid fat{Vec3(-2, 0, 2), axes, Vec3(3, 1, 1)};
  const double to_corner = double(from_ellipsoid(RVec(1, -3, 0), RVec(3, 1, 1)));  // (1, -1, 2), seen from the ellipsoid
  EXPECT_NEAR(distance_of({fat}, {Aabb{Vec3(1, -2, 2), Vec3(3, -1, 3)}}), to_corner, digits * to_corner);
  testing::Random random(17);
  for (int i = 0; i < effort(300); ++i) {
    const Vec3 h = Vec3::Constant(2.5) + random.grid(1) + 0.5 * random.grid(1), c = random.grid(3), p = random.grid(7),
               q = random.grid(7);
    const auto seen = [&](const Vec3& x) { return RVec((x - c).dot(axes[0]), (x - c).dot(axes[1]), (x - c).dot(axes[2])); };
    const double expected = double(from_ellipsoid(seen(p), seen(q), testing::real(h)));
    const double found = distance_of({Ellipsoid{c, axes, h}}, {Segment{{p, q}}});
    if (expected > 0.1) {
      ASSERT_NEAR(found, expected, digits * expected) << "pair " << i << ", seed 17";
    }
  }
}

/// Level with a cap, a rim or a corner both ends of a body are equally far along the right direction, and the direction's rounding
/// chooses between them: the search used to stop there, off by up to a hundredth. Expected numbers have been worked out to 50
/// digits.
TEST(CurvedDistance, IsRightWhereEndsAreEquallyFar) {
  const auto expect = [](const Shape& a, const Shape& b, double expected) {
    EXPECT_NEAR(distance_of(a, b), expected, promised * expected);
    EXPECT_NEAR(distance_of(b, a), expected, promised * expected);
  };
  const Cylinder cylinder{{Vec3(-2.7445573151344433, 1.76632805459667, -0.5894831189652905),
                           Vec3(0.25544268486555666, 0.76632805459667, -0.5894831189652905)},
                          1};
  expect({Point{Vec3::Zero()}}, {cylinder}, 2.91438491377657731e-11);
  const Cone cone{Vec3(0, 0.1961172843875829, 0.9805804458446801), Vec3(-2, 0.1961172843875829, 0.9805804458446801), 1};
  expect({ConvexPolygon{{Vec3(0, -1, 0), Vec3(3, -1, 0), Vec3(3, 0, 0), Vec3(0, 0, 0)}}}, {cone}, 4.25580894554896398e-12);
  const Ellipsoid ellipsoid{
      Vec3(-1.9825164373614825, 0.13193613615294453, 0), {Vec3::UnitY(), Vec3::UnitZ(), -Vec3::UnitX()}, Vec3(1, 4, 2)};
  expect({Aabb{Vec3::Zero(), Vec3(4, 0, 5)}}, {ellipsoid}, 1.21941134170475285e-10);
}

TEST(CurvedDistance, IsRightOnWhatPeersGotWrong) {
  EXPECT_EQ(
      distance_of({Capsule{{Vec3(0, -2.03114343, 0), Vec3(0, 2.03114343, 0)}, 7.19732189}},
                  {Cylinder{{Vec3(-0.951660156, -2.39155273, -7.63574218), Vec3(-0.951660156, -1.79155273, -7.63574218)}, 0.4975}}),
      0);
  EXPECT_EQ(distance_of({upright(Vec3(0.6, 0, 0), 0.65, 0.03)}, {Sphere{Vec3(0.5419794018, -0.0621175025, 0.6016236576), 0.055}}),
            0);
  EXPECT_NEAR(distance_of({upright(Vec3(0, 0, -1), 2, 1)}, {upright(Vec3(4, 0, -3.5), 7, 1.4142136)}), 1.5857864, promised);
  const Aabb box{Vec3(-1, -1, -1), Vec3(1, 1, 1)};
  EXPECT_NEAR(distance_of({box}, {upright(Vec3(2.5, 0, -3), 6, 1)}), 0.5, promised);       // side along a face
  EXPECT_NEAR(distance_of({box}, {upright(Vec3(0.25, 0, 1.5), 1e-4, 5)}), 0.5, promised);  // thin plate over a face
  EXPECT_NEAR(distance_of({upright(Vec3::Zero(), 1, 1e-5)}, {upright(Vec3(1, 0, 0), 1, 1e-5)}), 1 - 2e-5, promised);  // needles
  EXPECT_EQ(distance_of({upright(Vec3::Zero(), 1, 1)}, {upright(Vec3(0.5, 0, 1), 1, 1)}), 0);  // coplanar caps
}

/// Pairs that touch, with the direction in which the second leaves the first.
struct TouchingPair {
  Shape a;
  Shape b;
  Vec3 away;
};

std::vector<TouchingPair> touching_pairs() {
  const Cylinder c = upright(Vec3(0, 0, -1), 2, 1);
  const Ellipsoid e{Vec3::Zero(), world_frame(), Vec3(2, 0.5, 1)};
  const Cone k{Vec3(0, 0, -1), Vec3(0, 0, 1), 0.75};
  const Vec3 x = Vec3::UnitX(), z = Vec3::UnitZ();
  return {{{c}, {upright(Vec3(1.5, 0, -2), 4, 0.5)}, x},
          {{c}, {upright(Vec3(0.25, 0.25, 1), 1, 0.125)}, z},
          {{c}, {Cylinder{{Vec3(2, -3, 0.25), Vec3(2, 3, 0.25)}, 1}}, x},
          {{c}, {Aabb{Vec3(1, -1, -0.5), Vec3(2, 2, 3)}}, x},
          {{c}, {Triangle{{Vec3(0.5, 0, 1), Vec3(3, 1, 2), Vec3(-3, 1, 2)}}}, z},
          {{c}, {Plane{Vec3(0, 0, 4), 4}}, z},
          {{c}, {HalfSpace{Vec3(-4, 0, 0), -4}}, x},
          {{c}, {Line{Vec3(1, 100, -50), Vec3(0, 2, -1)}}, x},
          {{c}, {Ray{Vec3(0.25, 0, 1), Vec3(1, 1, 5)}}, z},
          {{e}, {Ellipsoid{Vec3(2.75, 0, 0), world_frame(), Vec3(0.75, 3, 0.125)}}, x},
          {{e}, {c}, z * 0},
          {{e}, {Sphere{Vec3(0, 0, 3), 2}}, z},
          {{e}, {Point{Vec3(2, 0, 0)}}, x},
          {{e}, {Segment{{Vec3(2, -5, 1), Vec3(2, 5, -1)}}}, x},
          {{e}, {Obb{Vec3(3, 0, 0), world_frame(), Vec3(1, 5, 5)}}, x},
          {{k}, {Plane{Vec3(0, 0, -1), -1}}, z},
          {{k}, {Cone{Vec3(0, 0, 3), Vec3(0, 0, 1), 2}}, z},
          {{k}, {upright(Vec3(0.25, 0, 1), 1, 2)}, z},
          {{k}, {Capsule{{Vec3(-5, 0, 1.5), Vec3(5, 0, 1.5)}, 0.5}}, z}};
}

TEST(CurvedDistance, TouchingBodiesMeetInAnyPose) {
  RandomCurved random(6);
  for (int i = 0; i < effort(300); ++i) {
    const Pose pose{random.rotation(), random.point(i % 3 == 0 ? 1e6 : i % 3 == 1 ? 1 : 1e-6)};
    for (const TouchingPair& pair : touching_pairs()) {
      const Closest c = closest_points(curved(pair.a, pose), curved(pair.b, pose));
      ASSERT_EQ(c.distance, 0) << i << " kinds " << pair.a.value.index() << " " << pair.b.value.index();
    }
  }
}

/// The gap is a power of two and so is exact in the numbers of the shapes; only the pose of b knows it.
TEST(CurvedDistance, IsRightForTinyGaps) {
  for (const TouchingPair& pair : touching_pairs()) {
    if (pair.away == Vec3::Zero()) continue;
    for (int k = 4; k < 41; k += 4) {
      const double gap = std::ldexp(1.0, -k);
      Pose pose;
      pose.translation = gap * pair.away;
      const double there = closest_points(curved(pair.a), curved(pair.b, pose)).distance;
      const double back = closest_points(curved(pair.b, pose), curved(pair.a)).distance;
      ASSERT_NEAR(there, gap, promised * gap) << pair.a.value.index() << " " << pair.b.value.index() << " 2^-" << k;
      ASSERT_NEAR(back, gap, promised * gap) << pair.b.value.index() << " " << pair.a.value.index() << " 2^-" << k;
    }
  }
}

struct Scale {
  double by;

  Shape operator()(const Cylinder& s) const { return {Cylinder{{by * s.v[0], by * s.v[1]}, by * s.radius}}; }
  Shape operator()(const Cone& s) const { return {Cone{by * s.base, by * s.apex, by * s.radius}}; }
  Shape operator()(const Ellipsoid& s) const { return {Ellipsoid{by * s.center, s.axes, by * s.half_extents}}; }
  Shape operator()(const Sphere& s) const { return {Sphere{by * s.center, by * s.radius}}; }
  Shape operator()(const Obb& s) const { return {Obb{by * s.center, s.axes, by * s.half_extents}}; }
  Shape operator()(const Triangle& s) const { return {Triangle{{by * s.v[0], by * s.v[1], by * s.v[2]}}}; }
  Shape operator()(const Line& s) const { return {Line{by * s.origin, s.direction}}; }
  Shape operator()(const Ray& s) const { return {Ray{by * s.origin, by * s.direction}}; }
  Shape operator()(const Plane& s) const { return {Plane{s.normal, by * s.offset}}; }
  template <class Other>
  Shape operator()(const Other& s) const {
    return {s};
  }
};

Shape scaled(const Shape& shape, double by) { return std::visit(Scale{by}, shape.value); }

TEST(CurvedDistance, ScalesBitwiseWithPowersOfTwo) {
  RandomCurved random(7);
  constexpr std::array kinds{0, 1, 2, 5, 8, 9, 13, 14, 15};
  for (int i = 0; i < effort(500); ++i) {
    const Shape a = random.shape(random.integer(0, 2));
    const Shape b = random.shape(kinds[random.integer(0, int(kinds.size()) - 1)]);
    const Pose pose = random.pose(3);
    const Closest c = closest_points(curved(a), curved(b, pose));
    for (const double by : {0x1p+300, 0x1p-300}) {
      const Closest s = closest_points(curved(scaled(a, by)), curved(scaled(b, by), {pose.rotation, by * pose.translation}));
      ASSERT_EQ(s.distance, by * c.distance) << i;
      ASSERT_EQ(s.points[0], by * c.points[0]) << i;
      ASSERT_EQ(s.points[1], by * c.points[1]) << i;
    }
  }
}

TEST(CurvedDistance, DoesNotDependOnOrderOrPlace) {
  RandomCurved random(8);
  for (int i = 0; i < effort(1000); ++i) {
    const Shape a = random.shape(random.integer(0, 2));
    const Shape b = random.shape(random.integer(0, RandomCurved::kinds - 1));
    const Pose at = random.pose(3);
    const Pose motion{random.rotation(), random.point(1e6)};
    const double d = closest_points(curved(a), curved(b, at)).distance;
    ASSERT_NEAR(closest_points(curved(b, at), curved(a)).distance, d, promised * d) << i;
    // The rounded pose of b stands for one that is 1e6 * 2^-52 away from the true one.
    ASSERT_NEAR(closest_points(curved(a, motion), curved(b, motion * at)).distance, d, 4e-9) << i;
    const Vec3 far(0x1p+20, -0x1p+20, 0x1p+19);  // exact: coordinates keep 30 bits behind the point
    const Pose grid{Mat3::Identity(), (at.translation * 0x1p+20).array().round() * 0x1p-20};
    const double near_distance = closest_points(curved(a), curved(b, grid)).distance;
    ASSERT_NEAR(closest_points(curved(a, {Mat3::Identity(), far}), curved(b, {Mat3::Identity(), grid.translation + far})).distance,
                near_distance, 1e-14 + promised * near_distance)
        << i;
  }
}

TEST(CurvedDistance, HoldsForBodiesAMillionTimesLarger) {
  RandomCurved random(9);
  for (int i = 0; i < effort(300); ++i) {
    const Shape big = scaled(random.shape(random.integer(0, 2)), 0x1p+20);
    const Shape small = random.shape(random.integer(0, 12));
    const Pose pose{random.rotation(), 0x1p+21 * random.unit()};
    const Oracle on_big = testing::oracle_of(big, {});
    const Oracle on_small = testing::oracle_of(small, pose);
    const Closest c = closest_points(curved(big), curved(small, pose));
    ASSERT_LE(off(on_big, c.points[0]), 0x1p+21 * touching) << i;
    ASSERT_LE(off(on_small, c.points[1]), 0x1p+21 * touching) << i;
    const auto alternated = testing::alternated(on_big, on_small, testing::real(pose.translation), 3000);
    ASSERT_LE(c.distance, double(alternated.distance) * (1 + promised)) << i;
    if (!alternated.settled || c.distance == 0) continue;
    ASSERT_NEAR(c.distance, double(alternated.distance), promised * c.distance + 1e-9) << i;
  }
}

/// Points, discs, segments, coincident and concentric bodies.
std::vector<Shape> degenerate_shapes() {
  const Vec3 o = Vec3::Zero();
  const Vec3 z = Vec3::UnitZ();
  return {{Cylinder{{o, o}, 0}},
          {Cylinder{{o, o}, 1}},
          {Cylinder{{o, z}, 0}},
          {Cylinder{{o, 1e-200 * z}, 1}},
          {Cone{o, o, 0}},
          {Cone{o, o, 1}},
          {Cone{o, z, 0}},
          {Cone{z, o, 1}},
          {Point{o}},
          {Segment{{o, o}}},
          {Sphere{o, 0}},
          {Triangle{{o, o, o}}},
          {Line{o, o}},
          {Ray{z, o}},
          {Line{o, z}},
          {Ray{o, 1e300 * z}},
          {Plane{z, 0}},
          {HalfSpace{1e-300 * z, 0}},
          {ConvexPolygon{{o, z}}},
          {Obb{}},
          {Ellipsoid{}},
          {Aabb{o, o}},
          {Capsule{{o, o}, 0}},
          {Tetrahedron{}},
          {Ellipsoid{o, world_frame(), Vec3(1, 0, 0)}},
          {Ellipsoid{o, world_frame(), Vec3(1, 1, 0)}},
          {Ellipsoid{o, world_frame(), Vec3(1, 1e-200, 1e200)}}};
}

TEST(CurvedDistance, IsZeroForDegenerateBodiesThatHoldTheSamePointAndFiniteElsewhere) {
  const auto shapes = degenerate_shapes();
  Pose away;
  away.translation = Vec3(3, 0, 4);
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    for (std::size_t j = 0; j < shapes.size(); ++j) {
      const Curved a = curved(shapes[i]);
      if (!a.is_bounded() && !curved(shapes[j]).is_bounded()) continue;
      const Closest here = closest_points(a, curved(shapes[j]));
      const bool apart = (i == 13) != (j == 13) && here.distance != 0;  // the ray that is the point z
      ASSERT_TRUE(apart || here.distance == 0) << i << " " << j;
      const Closest there = closest_points(a, curved(shapes[j], away));
      ASSERT_TRUE(std::isfinite(there.distance)) << i << " " << j;
      ASSERT_TRUE(there.points[0].allFinite() && there.points[1].allFinite()) << i << " " << j;
    }
  }
}

TEST(CurvedDistance, IsFiniteForNumbersOfAnySize) {
  RandomCurved random(11);
  const auto number = [&] { return std::ldexp(random.real_in(-1, 1), random.chance(0.5) ? 0 : random.integer(-500, 500)); };
  const auto point = [&] { return Vec3(number(), number(), number()); };
  const auto size = [&] { return std::fabs(number()); };
  for (int i = 0; i < effort(3000); ++i) {
    const std::array<Shape, 7> shapes{Shape{Cylinder{{point(), point()}, size()}},
                                      {Cone{point(), point(), size()}},
                                      {Ellipsoid{point(), random.frame(), Vec3(size(), size(), size())}},
                                      {Triangle{{point(), point(), point()}}},
                                      {Obb{point(), random.frame(), Vec3(size(), size(), size())}},
                                      {Line{point(), point()}},
                                      {Plane{point(), number()}}};
    const Shape& a = shapes[random.integer(0, 2)];
    const Shape& b = shapes[random.integer(0, 6)];
    const Pose pose{random.rotation(), point()};
    const Closest c = closest_points(curved(a), curved(b, pose));
    ASSERT_TRUE(std::isfinite(c.distance) && c.points[0].allFinite() && c.points[1].allFinite()) << i;
    const double scale = curved(a).reach + curved(b).reach + c.points[0].stableNorm() + c.points[1].stableNorm();
    ASSERT_NEAR((c.points[1] - c.points[0]).stableNorm(), c.distance, touching * scale) << i;
  }
}

TEST(CurvedDistance, KnowsAllConvexShapesAndNoOthers) {
  RandomCurved random(1);
  for (int kind = 0; kind < RandomCurved::kinds; ++kind) EXPECT_TRUE(as_curved(random.shape(kind), {})) << kind;
  EXPECT_FALSE(as_curved({PointCloud{}}, {}));
  EXPECT_FALSE(as_curved({TriangleMesh{}}, {}));
}

}  // namespace
}  // namespace graze::distance
