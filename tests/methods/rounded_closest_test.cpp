/// Closest points of linear and rounded shapes against rational numbers.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/generate.h>

#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"

namespace graze::distance {
namespace {

using oracle::RationalBody;
using testing::effort;
using testing::off;
using testing::RandomRounded;
using testing::RoundedCase;
using testing::witness_slack;

/// Where the exact answer is 0 there is no slack at all; otherwise the promises, relative.
constexpr double promised_distance = 1e-12;
constexpr double promised_if_round = 1e-9;

/// Exact distance of the bodies, and whether they meet.
struct Expected {
  bool meet = false;
  mpf_class distance;
};

Expected expected(const RationalBody& a, const RationalBody& b, double guess) {
  const mpq_class squared = oracle::squared_distance(a, b, guess);
  const mpq_class radii = a.radius + b.radius;
  if (squared <= radii * radii) return {true, 0};
  return {false, mpf_class(oracle::root(squared) - mpf_class(radii, 400), 400)};
}

double relative_error(double found, const mpf_class& truth) {
  return mpf_class(abs(mpf_class(found, 400) - truth) / truth).get_d();
}

void check_closest(const RoundedCase& a, const RoundedCase& b, double size, const std::string& what) {
  SCOPED_TRACE(what);
  const Closest found = closest_points(*as_rounded(a.shape, a.pose), *as_rounded(b.shape, b.pose));
  const double guess = found.distance + mpq_class(a.exact.radius + b.exact.radius).get_d();
  const Expected truth = expected(a.exact, b.exact, guess);
  ASSERT_EQ(found.distance == 0, truth.meet) << found.distance << " " << truth.distance;
  ASSERT_EQ(overlap(*as_rounded(a.shape, a.pose), *as_rounded(b.shape, b.pose)), truth.meet);
  if (truth.meet) {
    EXPECT_EQ(found.points[0], found.points[1]);
  } else {
    const bool is_linear = a.exact.radius == 0 && b.exact.radius == 0;
    EXPECT_LE(relative_error(found.distance, truth.distance), is_linear ? promised_distance : promised_if_round)
        << found.distance << " " << truth.distance;
  }
  EXPECT_NEAR((found.points[0] - found.points[1]).norm(), found.distance, witness_slack * size);
  EXPECT_LE(off(found.points[0], a.exact), witness_slack * size);
  EXPECT_LE(off(found.points[1], b.exact), witness_slack * size);
  const auto stored = closest_points(a.shape, a.pose, b.shape, b.pose);
  ASSERT_TRUE(stored);
  EXPECT_EQ(stored->distance, found.distance);
  EXPECT_EQ(stored->points, found.points);
}

Closest closest(const RoundedCase& a, const RoundedCase& b) { return *closest_points(a.shape, a.pose, b.shape, b.pose); }

TEST(RoundedDistance, AgreesWithRationalsOnRandomPairs) {
  RandomRounded random(1);
  const int pairs = effort(600);
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const RoundedCase a = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    const RoundedCase b = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    check_closest(a, b, 8, kinds(i, a, b));
    if (HasFatalFailure()) return;
  }
}

TEST(RoundedDistance, LinesAndRaysAgreeWithRationals) {
  RandomRounded random(2);
  const int pairs = effort(300);
  const int first = testing::RandomConvex::kinds;
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const RoundedCase a = random.body(on_grid, random.convex.integer(first, first + 1));
    const RoundedCase b =
        random.body(on_grid, random.convex.chance(0.5) ? random.convex.integer(first, first + 1) : random.convex.integer(0, 3));
    check_closest(a, b, 64, kinds(i, a, b));
    if (HasFatalFailure()) return;
  }
}

TEST(RoundedDistance, KeepsItsDigitsWhenTheGapIsTinyOrGone) {
  RandomRounded random(3);
  const int pairs = effort(250);
  int tiny = 0;
  for (int i = 0; i < pairs; ++i) {
    const RoundedCase a = random.body(false, random.convex.integer(0, RandomRounded::kinds - 1));
    RoundedCase b = random.body(false, random.convex.integer(0, RandomRounded::kinds - 1));
    const Closest apart = closest(a, b);
    if (apart.distance == 0) continue;
    const double left = random.convex.chance(0.5) ? 1e-10 : 1e-15;  // the second is below the roundings of the pose
    b = shifted(b, (1 - left) * (apart.points[0] - apart.points[1]));
    const double gap = closest(a, b).distance;
    tiny += gap > 0 && gap < 1e-9 ? 1 : 0;
    check_closest(a, b, 8, kinds(i, a, b));
    if (HasFatalFailure()) return;
  }
  EXPECT_GT(tiny, pairs / 5);
}

TEST(RoundedDistance, DoesNotMindTheDistanceFromTheOrigin) {
  RandomRounded random(4);
  const int pairs = effort(150);
  const Vec3 far(1e6, -2e6, 3e6);
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const RoundedCase a = shifted(random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1)), far);
    const RoundedCase b = shifted(random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1)), far);
    check_closest(a, b, 4e6, kinds(i, a, b));
    if (HasFatalFailure()) return;
  }
}

TEST(RoundedDistance, DoesNotMindSizesAMillionTimesApart) {
  RandomRounded random(5);
  const int pairs = effort(150);
  for (int i = 0; i < pairs; ++i) {
    const Vec3 p = random.convex.real_point(1e-6);
    const Vec3 corner = random.convex.real_point(1);
    RoundedCase small{{Segment{{corner + p, corner - p}}}, {}, {{oracle::exact(corner + p), oracle::exact(corner - p)}, {}, 0}};
    const RoundedCase large = random.body(false, random.convex.integer(1, RandomRounded::kinds - 1));
    check_closest(small, large, 8, kinds(i, small, large));
    if (HasFatalFailure()) return;
  }
}

/// A plate against bodies that it cuts: a simplex of corners around what they share is a million millions times as wide as high.
TEST(RoundedDistance, ThinBodiesShareAPointOfBoth) {
  const Frame axes{Vec3(0.6465715739685082, 0.0920989925502756, -0.7572733821461773),
                   Vec3(0.23033758779016694, 0.9227833617735174, 0.3088939346846631),
                   Vec3(0.7272480975477992, -0.3741505616796399, 0.5754316308719194)};
  const Aabb box{Vec3(-1, -0.5, 0.5), Vec3(3, 0.5, 1.5)};
  const Tetrahedron tetrahedron{{Vec3(-3, 0, 0), Vec3(3, -1, 0), Vec3(3, 1, 0), Vec3(0, 0, 1)}};
  for (const double width : {1e4, 1e6, 1e8, 1e10}) {
    const Shape plate{Obb{Vec3::Zero(), axes, Vec3(width, width, 1e-3)}};
    const Closest in_box = *closest_points(plate, {}, {box}, {});
    EXPECT_EQ(in_box.distance, 0);
    EXPECT_LE((in_box.points[1].cwiseMax(box.min).cwiseMin(box.max) - in_box.points[1]).norm(), witness_slack * width) << width;
    const Closest in_tetrahedron = *closest_points(plate, {}, {tetrahedron}, {});
    EXPECT_EQ(in_tetrahedron.distance, 0);
    EXPECT_LE(closest_points({Point{in_tetrahedron.points[1]}}, {}, {tetrahedron}, {})->distance, witness_slack * width) << width;
  }
}

/// Scaling every length of a shape by a power of two is exact.
struct Scale {
  double by;
  Shape operator()(Point s) const { return {Point{by * s.p}}; }
  Shape operator()(Segment s) const { return {Segment{{by * s.v[0], by * s.v[1]}}}; }
  Shape operator()(Line s) const { return {Line{by * s.origin, s.direction}}; }
  Shape operator()(Ray s) const { return {Ray{by * s.origin, s.direction}}; }
  Shape operator()(Sphere s) const { return {Sphere{by * s.center, by * s.radius}}; }
  Shape operator()(Capsule s) const { return {Capsule{{by * s.v[0], by * s.v[1]}, by * s.radius}}; }
  Shape operator()(Aabb s) const { return {Aabb{by * s.min, by * s.max}}; }
  Shape operator()(Obb s) const { return {Obb{by * s.center, s.axes, by * s.half_extents}}; }
  Shape operator()(Triangle s) const { return {Triangle{{by * s.v[0], by * s.v[1], by * s.v[2]}}}; }
  Shape operator()(Tetrahedron s) const { return {Tetrahedron{{by * s.v[0], by * s.v[1], by * s.v[2], by * s.v[3]}}}; }
  Shape operator()(ConvexPolygon s) const {
    for (Vec3& v : s.vertices) v *= by;
    return {s};
  }
  Shape operator()(ConvexPolyhedron s) const {
    for (Vec3& v : s.vertices) v *= by;
    return {s};
  }
  template <class Other>
  Shape operator()(const Other& s) const {
    return {s};
  }
};

TEST(RoundedDistance, IsNeutralToPowersOfTwo) {
  RandomRounded random(6);
  const int pairs = effort(1000);
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const RoundedCase a = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    const RoundedCase b = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    const Closest here = closest(a, b);
    for (const double by : {0x1p-300, 0x1p-80, 0x1p90, 0x1p300}) {
      const auto scaled = [&](const Pose& p) { return Pose{p.rotation, by * p.translation}; };
      const Closest there = *closest_points(std::visit(Scale{by}, a.shape.value), scaled(a.pose),
                                            std::visit(Scale{by}, b.shape.value), scaled(b.pose));
      ASSERT_EQ(there.distance, by * here.distance) << kinds(i, a, b) << " scale " << by;
      ASSERT_EQ(there.points[0], by * here.points[0]) << kinds(i, a, b) << " scale " << by;
      ASSERT_EQ(there.features, here.features) << kinds(i, a, b) << " scale " << by;
    }
  }
}

TEST(RoundedDistance, IsTheSameWithBodiesSwapped) {
  RandomRounded random(7);
  const int pairs = effort(2000);
  for (int i = 0; i < pairs; ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const RoundedCase a = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    const RoundedCase b = random.body(on_grid, random.convex.integer(0, RandomRounded::kinds - 1));
    const double forth = closest(a, b).distance;
    const double back = closest(b, a).distance;
    ASSERT_NEAR(back, forth, 2 * promised_distance * forth) << kinds(i, a, b);
  }
}

TEST(RoundedDistance, DependsOnTheSetAndNotOnItsName) {
  RandomRounded random(8);
  const int pairs = effort(200);
  for (int i = 0; i < pairs; ++i) {
    const Vec3 p = random.convex.grid_point(3);
    const Vec3 h(random.convex.integer(0, 3), random.convex.integer(0, 3), random.convex.integer(0, 3));
    const Shape box{Aabb{p - h, p + h}};
    std::vector<Vec3> corners;
    for (int k = 0; k < 8; ++k)
      corners.push_back(p + Vec3((k & 1) != 0 ? h.x() : -h.x(), (k & 2) != 0 ? h.y() : -h.y(), (k & 4) != 0 ? h.z() : -h.z()));
    const RoundedCase b = random.body(random.convex.chance(0.5), random.convex.integer(0, RandomRounded::kinds - 1));
    const double distance = closest_points(box, {}, b.shape, b.pose)->distance;
    const auto same = [&](const Shape& shape) {
      const double other = closest_points(shape, {}, b.shape, b.pose)->distance;
      EXPECT_NEAR(other, distance, 2 * promised_distance * distance) << i;
      EXPECT_EQ(other == 0, distance == 0) << i;
    };
    same({Obb{p, world_frame(), h}});
    same({*convex_hull(corners)});
    if (HasFailure()) return;
  }
}

TEST(RoundedDistance, DegenerateShapesAreWhatTheyAre) {
  const Shape point{Point{Vec3(1, 2, 2)}};
  const Shape origin{Point{}};
  EXPECT_EQ(closest_points(point, {}, origin, {})->distance, 3);
  EXPECT_EQ(closest_points(point, {}, point, {})->distance, 0);
  EXPECT_EQ(closest_points(origin, {}, origin, {})->points[0], Vec3::Zero());
  for (const Shape& nothing :
       {Shape{Segment{}}, Shape{Triangle{}}, Shape{Tetrahedron{}}, Shape{Aabb{}}, Shape{Obb{}}, Shape{Sphere{}}, Shape{Capsule{}},
        Shape{Line{Vec3::Zero(), Vec3::Zero()}}, Shape{Ray{Vec3::Zero(), Vec3::Zero()}}}) {
    EXPECT_EQ(closest_points(point, {}, nothing, {})->distance, 3) << nothing.value.index();
    EXPECT_EQ(closest_points(nothing, {}, nothing, {})->distance, 0) << nothing.value.index();
    EXPECT_TRUE(*overlap(nothing, {}, origin, {}));
  }
}

TEST(RoundedDistance, SpheresThatTouchInDoublesMeet) {
  const Shape a{Sphere{Vec3::Zero(), 2}};
  EXPECT_EQ(closest_points(a, {}, {Sphere{Vec3(3, 4, 0), 3}}, {})->distance, 0);
  const double below = std::nextafter(3.0, 0.0);
  const double gap = closest_points(a, {}, {Sphere{Vec3(3, 4, 0), below}}, {})->distance;
  EXPECT_EQ(gap, 3 - below);
  const Closest touch = *closest_points(a, {}, {Sphere{Vec3(3, 4, 0), 3}}, {});
  EXPECT_NEAR((touch.points[0] - Vec3(1.2, 1.6, 0)).norm(), 0, witness_slack);
}

TEST(RoundedDistance, NamesTheNearestFeatures) {
  const Shape box{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};
  const auto feature = [&](const Vec3& p) { return closest_points(box, {}, {Point{p}}, {})->features[0]; };
  EXPECT_EQ(feature({3, 0.1, 0.2}), (Feature{FeatureKind::face, 1}));
  EXPECT_EQ(feature({-3, -3, -3}), (Feature{FeatureKind::vertex, 0}));
  EXPECT_EQ(feature({3, 3, 0.1}).kind, FeatureKind::edge);
  const Shape line{Line{Vec3(0, 0, 5), Vec3(1, 1, 0)}};
  EXPECT_EQ(closest_points(line, {}, {Point{}}, {})->features[0], (Feature{FeatureKind::edge, 0}));
  const Shape ray{Ray{Vec3(1, 0, 5), Vec3(1, 0, 0)}};
  EXPECT_EQ(closest_points(ray, {}, {Point{}}, {})->features[0], (Feature{FeatureKind::vertex, 0}));
}

}  // namespace
}  // namespace graze::distance
