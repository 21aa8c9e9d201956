#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include "contains/contains_oracle.h"
#include "ray/convex.h"

namespace graze {
namespace {

using distance::as_probe;
using distance::Probe;
using distance::raycast;
using oracle::Rational;
using oracle::RationalVec3;
using testing::CurvedBody;
using testing::holds;
using testing::RandomConvex;
using testing::operator+;
using testing::operator*;

constexpr double digits = 1e-12;

Probe ray(const Vec3& o, const Vec3& d) { return as_probe(Ray{o, d}); }

const Shape unit_ball{Sphere{Vec3(0, 0, 0), 1}};
const Shape can{Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 2)}, 1}};
using testing::infinity;
const Shape cone{Cone{Vec3(0, 0, 0), Vec3(0, 0, 2), 1}};
const Shape pill{Capsule{{Vec3(0, 0, 0), Vec3(0, 0, 2)}, 1}};

/// The end of the interval is where the definition changes its mind, to within `slack` parameters.
void expect_boundary(const CurvedBody& body, const RationalVec3& o, const RationalVec3& d, double t, double inward) {
  const Rational slack = Rational(digits) * std::max(1.0, std::abs(t));
  EXPECT_TRUE(holds(body.shape, body.pose, o + Rational(t + Rational(inward) * slack) * d));
  EXPECT_FALSE(holds(body.shape, body.pose, o + Rational(t - Rational(inward) * slack) * d));
}

TEST(RaycastCurved, IntervalsEndWhereTheDefinitionsSay) {
  RandomConvex random(81);
  int hits = 0;
  for (int i = 0; i < testing::effort(3000); ++i) {
    const bool on_grid = i % 2 == 0;
    const CurvedBody body = testing::random_curved(random, on_grid);
    const Vec3 o = on_grid ? random.grid_point(4) : random.real_point(4);
    const Vec3 d = on_grid ? Vec3(random.grid_point(2) - o) : Vec3(random.real_point(2) - o);
    SCOPED_TRACE(i);
    const auto answer = raycast(as_probe(Line{o, d}), body.shape, body.pose);
    ASSERT_TRUE(answer);
    const RationalVec3 origin = oracle::exact(o);
    const RationalVec3 direction = oracle::exact(d);
    if (!answer->intersect) {
      for (int k = -4; k <= 16; ++k) EXPECT_FALSE(holds(body.shape, body.pose, origin + Rational(k, 8) * direction));
      continue;
    }
    if (answer->crossings.size() < 2) continue;
    ++hits;
    const double first = answer->crossings[0].t;
    const double last = answer->crossings[1].t;
    EXPECT_EQ(answer->t, first);
    EXPECT_LE(first, last);
    EXPECT_TRUE(holds(body.shape, body.pose, origin + Rational((Rational(first) + last) / 2) * direction));
    if (last - first < 4 * digits * std::max(1.0, std::abs(first))) continue;
    expect_boundary(body, origin, direction, first, 1);
    expect_boundary(body, origin, direction, last, -1);
    for (const Crossing& c : answer->crossings) {
      EXPECT_NEAR(c.normal.norm(), 1, digits);
      EXPECT_LE((c.entering ? 1 : -1) * c.normal.dot(d), digits);
    }
  }
  EXPECT_GT(hits, testing::effort(3000) / 10);
}

TEST(RaycastCurved, RaysAndSegmentsAreCutOutOfTheLine) {
  RandomConvex random(82);
  for (int i = 0; i < testing::effort(2000); ++i) {
    const CurvedBody body = testing::random_curved(random, i % 2 == 0);
    const Vec3 o = random.grid_point(4);
    const Vec3 d = random.grid_point(3);
    const auto line = raycast(as_probe(Line{o, d}), body.shape, body.pose);
    const auto ray_hit = raycast(ray(o, d), body.shape, body.pose);
    const auto part = raycast(as_probe(Segment{{o, o + d}}), body.shape, body.pose);
    const bool starts_inside = holds(body.shape, body.pose, oracle::exact(o));
    SCOPED_TRACE(i);
    if (starts_inside) {
      ASSERT_TRUE(ray_hit->intersect && part->intersect && line->intersect);
      EXPECT_EQ(ray_hit->t, 0);
      EXPECT_EQ(part->t, 0);
    }
    if (ray_hit->intersect && !starts_inside) {
      EXPECT_EQ(ray_hit->t, line->t);
      EXPECT_EQ(part->intersect, ray_hit->t <= 1);
    }
    if (holds(body.shape, body.pose, oracle::exact(Vec3(o + d)))) {
      EXPECT_TRUE(part->intersect);
    }
    if (line->intersect && !ray_hit->intersect) {
      EXPECT_LT(line->t, 0);
    }
  }
}

TEST(RaycastCurved, TangentsTouchInOnePoint) {
  const auto touch = raycast(ray({-2, 1, 0}, {0.5, 0, 0}), unit_ball);
  ASSERT_TRUE(touch->intersect);
  EXPECT_EQ(touch->t, 4);
  ASSERT_EQ(touch->crossings.size(), 1u);
  EXPECT_EQ(touch->crossings[0].normal, Vec3(0, 1, 0));
  EXPECT_FALSE(raycast(ray({-2, std::nextafter(1.0, 2.0), 0}, {0.5, 0, 0}), unit_ball)->intersect);
  EXPECT_EQ(raycast(ray({-2, std::nextafter(1.0, 0.0), 0}, {0.5, 0, 0}), unit_ball)->crossings.size(), 2u);
  EXPECT_EQ(raycast(ray({-2, 1, 1}, {1, 0, 0}), can)->crossings.size(), 1u) << "wall of the cylinder";
  EXPECT_TRUE(raycast(ray({-2, 0, 2}, {1, 0, 0}), can)->intersect) << "within its upper cap";
  EXPECT_TRUE(raycast(ray({-2, 1, 2}, {1, 0, 0}), can)->intersect) << "at its rim";
  EXPECT_FALSE(raycast(ray({-2, 1, 2.0000001}, {1, 0, 0}), can)->intersect);
  EXPECT_TRUE(raycast(ray({-1, 0, 2}, {1, 0, 0}), cone)->intersect) << "tip of the cone";
  EXPECT_FALSE(raycast(ray({-1, 0, std::nextafter(2.0, 3.0)}, {1, 0, 0}), cone)->intersect);
  EXPECT_TRUE(raycast(ray({-1, 0, 3}, {1, 0, 0}), pill)->intersect) << "end of the capsule";
  const Shape egg{Ellipsoid{Vec3(1, 2, 3), world_frame(), Vec3(3, 2, 0.5)}};
  EXPECT_EQ(raycast(ray({1, 0, 3.5}, {0, 1, 0}), egg)->crossings.size(), 1u);
  // With a 3-4-5 triangle the distance of the line from the centre is 25 * 12 / 20 = 15 exactly.
  EXPECT_EQ(raycast(ray({25, 0, 0}, {-16, 12, 0}), Shape{Sphere{Vec3(0, 0, 0), 15}})->crossings.size(), 1u);
}

/// Where a line only touches a rim, the plane of the cap that it would leave by must not lend its normal to the way in.
TEST(RaycastCurved, ANormalOnTheWayInNeverPointsAlongTheLine) {
  const auto rim = raycast(ray({-2, -3, 1}, {2, 2, 1}), can);  // touches at (0, -1, 2), from below the cap and outside the wall
  ASSERT_TRUE(rim->intersect);
  EXPECT_EQ(rim->t, 1);
  ASSERT_EQ(rim->crossings.size(), 1u);
  EXPECT_EQ(rim->crossings[0].normal, Vec3(0, -1, 0));
  EXPECT_EQ(rim->crossings[0].feature, (Feature{FeatureKind::face, 2}));
  const auto tip = raycast(ray({-2, 0, 1}, {2, 0, 1}), cone);
  ASSERT_EQ(tip->crossings.size(), 1u);
  EXPECT_NEAR((tip->crossings[0].normal - Vec3(-1, 0, 2).normalized()).norm(), 0, digits);  // of a plane that holds the line
  EXPECT_EQ(tip->crossings[0].feature, (Feature{FeatureKind::vertex, 0}));
}

/// Lines that pass a rim are in the body for less than a rounding of their parameter.
TEST(RaycastCurved, TheWayOutIsNeverBeforeTheWayIn) {
  RandomConvex random(84);
  int short_ones = 0;
  for (int i = 0; i < testing::effort(20000); ++i) {
    const Vec3 base = random.real_point(2), apex = random.real_point(2), across = random.real_point(1).cross(apex - base);
    const double radius = 0.25 + std::abs(random.real_point(1).x());
    const Vec3 rim = base + radius * across.normalized();
    const Shape shape = i % 2 == 0 ? Shape{Cone{base, apex, radius}} : Shape{Cylinder{{base, apex}, radius}};
    const Vec3 o = random.real_point(4);
    const auto answer = raycast(as_probe(Line{o, rim - o}), shape);
    ASSERT_TRUE(answer);
    if (answer->crossings.size() < 2) continue;
    ASSERT_LE(answer->crossings[0].t, answer->crossings[1].t) << i;
    if (answer->crossings[1].t - answer->crossings[0].t < digits) ++short_ones;
  }
  EXPECT_GT(short_ones, 0);
}

TEST(RaycastCurved, ConesAreHitThroughBaseMantleAndTip) {
  const auto axis = raycast(ray({0, 0, 5}, {0, 0, -1}), cone);
  EXPECT_EQ(axis->t, 3);
  EXPECT_EQ(axis->crossings[0].feature, (Feature{FeatureKind::vertex, 0}));
  EXPECT_EQ(axis->crossings[1].feature, (Feature{FeatureKind::face, 0}));
  EXPECT_EQ(axis->crossings[1].normal, Vec3(0, 0, -1));
  const auto side = raycast(ray({-3, 0, 1}, {1, 0, 0}), cone);
  ASSERT_EQ(side->crossings.size(), 2u);
  EXPECT_NEAR(side->t, 2.5, digits);
  EXPECT_NEAR((side->crossings[0].normal - Vec3(-2, 0, 1).normalized()).norm(), 0, digits);
  EXPECT_EQ(side->crossings[0].feature, (Feature{FeatureKind::face, 1}));
  // Parallel to the mantle: the quadratic has no square term. The other nappe is no part of the cone.
  const auto parallel = raycast(ray({-1, 0, -2}, {1, 0, 2}), cone);
  ASSERT_TRUE(parallel->intersect);
  EXPECT_EQ(parallel->t, 1);
  EXPECT_FALSE(raycast(ray({-3, 0, 3}, {1, 0, 0}), cone)->intersect);
}

/// The tip has many normals: a line that touches it gets one that it is square to, a line that goes on inside gets the axis.
TEST(RaycastCurved, ConesAreTouchedAtTheTip) {
  const Feature tip{FeatureKind::vertex, 0};
  for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, -3, 0), Vec3(3, 7, 0), Vec3(3, 1, 1), Vec3(1, 0, -0.25)}) {
    for (const Raycast& touch :
         {*raycast(as_probe(Line{Vec3(0, 0, 2) - 3 * way, way}), cone), *raycast(ray(Vec3(0, 0, 2) - 7 * way, way), cone)}) {
      ASSERT_EQ(touch.crossings.size(), 1u);
      EXPECT_EQ(touch.crossings[0].feature, tip);
      const Vec3& normal = touch.crossings[0].normal;
      EXPECT_NEAR(normal.dot(way.normalized()), 0, digits);
      EXPECT_GE(normal.z(), 1 / std::sqrt(5.0)) << "a normal of the tip: the cone is below its plane";
    }
  }
  // A third is no double: where the line passes the tip is decided without its rounded parameter.
  const auto from_within = raycast(ray({-0.25, 0, 1.25}, {0.75, 0, 2.25}), cone);
  ASSERT_EQ(from_within->crossings.size(), 1u);
  EXPECT_EQ(from_within->crossings[0].feature, tip);
  EXPECT_EQ(from_within->crossings[0].normal, Vec3(0, 0, 1));
  const auto beside = raycast(ray({-1, 0x1p-60, 2 - 0x1p-50}, {1, 0, 0}), cone);
  ASSERT_EQ(beside->crossings.size(), 2u);
  EXPECT_EQ(beside->crossings[0].feature, (Feature{FeatureKind::face, 1}));
  EXPECT_LT(beside->crossings[0].normal.x(), 0);
}

/// Bodies, or the parts of them that are passed, may be smaller than a rounding of the way to them.
TEST(RaycastCurved, NormalsAreOutwardHoweverSmallTheBodyIs) {
  RandomConvex random(97);
  int crossings = 0;
  for (int i = 0; i < testing::effort(3000); ++i) {
    const Vec3 base = random.grid_point(9) / 10, tip = base + random.grid_point(9) / 10 + Vec3(0, 0, 2),
               far = random.grid_point(9) / 10;
    const Vec3 way = i % 2 == 0 ? Vec3(tip - far) : Vec3(1e8 * random.real_point(1));
    const double size = i % 2 == 0 ? 1 : 1e-7;
    const Shape shape = i % 2 == 0 ? Shape{Cone{base, tip, 1}} : Shape{Sphere{far + way, size}};
    const auto found = raycast(as_probe(Line{far, way}), shape);
    for (const Crossing& c : found->crossings) {
      ++crossings;
      const double along = c.normal.dot(way.normalized());
      ASSERT_TRUE(c.entering ? along <= digits : along >= -digits) << i << ": " << along;
    }
  }
  EXPECT_GT(crossings, testing::effort(3000) / 2);
}

/// The points are where they are, also where the line's own unit is too short for the way.
TEST(RaycastCurved, ParametersMayBeBeyondDoubles) {
  for (const Shape& shape : {Shape{Sphere{Vec3(3, 0, 0), 1}}, Shape{Aabb{Vec3(2, -1, -1), Vec3(4, 1, 1)}}}) {
    const auto slow = raycast(ray(Vec3::Zero(), Vec3(1e-310, 0, 0)), shape);
    ASSERT_EQ(slow->crossings.size(), 2u);
    EXPECT_EQ(slow->t, infinity);
    EXPECT_NEAR((slow->point - Vec3(2, 0, 0)).norm(), 0, digits);
    EXPECT_NEAR((slow->crossings[1].point - Vec3(4, 0, 0)).norm(), 0, digits);
    EXPECT_EQ(slow->crossings[1].normal, Vec3(1, 0, 0));
  }
  const auto out = raycast(ray(Vec3::Zero(), Vec3(0, 1, 0)), Shape{Sphere{Vec3::Zero(), 1e305}});
  EXPECT_EQ(out->t, 0);
  EXPECT_NEAR(out->crossings[0].t / 1e305, 1, digits);
  const auto wide = raycast(as_probe(Line{Vec3(0, 1, 0), Vec3(1, 0, 0)}), Shape{Sphere{Vec3::Zero(), 1e308}});
  ASSERT_EQ(wide->crossings.size(), 2u);
  EXPECT_NEAR(wide->crossings[0].t / 1e308, -1, digits);
}

TEST(RaycastCurved, ZeroRadiiAreSegmentsAndPoints) {
  const Shape needle{Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 2)}, 0}};
  EXPECT_TRUE(raycast(ray({-2, 0, 1}, {1, 0, 0}), needle)->intersect);
  EXPECT_FALSE(raycast(ray({-2, 0x1p-600, 1}, {1, 0, 0}), needle)->intersect);
  EXPECT_EQ(raycast(ray({0, 0, -3}, {0, 0, 1}), needle)->t, 3);
  EXPECT_TRUE(raycast(ray({-2, 0, 0}, {1, 0, 0}), Shape{Sphere{Vec3(0, 0, 0), 0}})->intersect);
  EXPECT_TRUE(raycast(ray({-2, 0, 1}, {1, 0, 0}), Shape{Cone{Vec3(0, 0, 0), Vec3(0, 0, 2), 0}})->intersect);
  EXPECT_TRUE(raycast(ray({-2, 0, 1}, {1, 0, -0.5}), Shape{Capsule{{Vec3(0, 0, 0), Vec3(0, 0, 0)}, 0}})->intersect);
  EXPECT_TRUE(raycast(ray({-2, 0, 0}, {1, 0, 0}), Shape{Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 0)}, 5}})->intersect) << "a point";
  EXPECT_FALSE(raycast(ray({-2, 0, 1}, {1, 0, 0}), Shape{Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 0)}, 5}})->intersect);
  const Shape coin{Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(2, 1, 0)}};
  EXPECT_EQ(raycast(ray({1, 0, 2}, {0, 0, -1}), coin)->crossings.size(), 1u);
  EXPECT_EQ(raycast(ray({-4, 0, 0}, {1, 0, 0}), coin)->crossings.size(), 2u) << "within its plane";
}

TEST(RaycastCurved, StartsOnASphere) {
  const auto outward = raycast(ray({1, 0, 0}, {1, 0, 0}), unit_ball);
  ASSERT_EQ(outward->crossings.size(), 1u);
  EXPECT_FALSE(outward->crossings[0].entering);
  EXPECT_EQ(outward->t, 0);
  const auto inward = raycast(ray({1, 0, 0}, {-1, 0, 0}), unit_ball);
  ASSERT_EQ(inward->crossings.size(), 2u);
  EXPECT_TRUE(inward->crossings[0].entering);
  EXPECT_EQ(inward->crossings[1].t, 2);
}

/// A plain quadratic formula in doubles keeps no digit of the chord from so far away.
TEST(Raycast, FindsParametersToTwelveDigitsFromFarAway) {
  RandomConvex random(84);
  int chords = 0;
  for (int i = 0; i < testing::effort(300); ++i) {
    const CurvedBody body = testing::random_curved(random, i % 2 == 0);
    const Vec3 target = random.real_point(2);
    const Vec3 o = target + std::ldexp(1.0, random.integer(8, 34)) * random.real_point(1);
    const RationalVec3 origin = oracle::exact(o);
    const RationalVec3 direction = oracle::exact(Vec3(target - o));
    const auto hit = raycast(ray(o, target - o), body.shape, body.pose);
    SCOPED_TRACE(i);
    if (hit->crossings.size() < 2 || hit->crossings[1].t - hit->crossings[0].t < 0x1p-38) continue;
    ++chords;
    for (const Crossing& c : hit->crossings) {
      const Rational slack = Rational(c.t) * Rational(0x1p-40);
      const Rational inward = c.entering ? slack : Rational(-slack);
      EXPECT_TRUE(holds(body.shape, body.pose, origin + Rational(c.t + inward) * direction));
      EXPECT_FALSE(holds(body.shape, body.pose, origin + Rational(c.t - inward) * direction));
    }
  }
  EXPECT_GT(chords, testing::effort(300) / 10);
}

TEST(RaycastCurved, ScalingByPowersOfTwoChangesNothing) {
  RandomConvex random(83);
  for (int i = 0; i < testing::effort(200); ++i) {
    const Vec3 a = random.grid_point(2);
    const Vec3 b = random.grid_point(2);
    const Vec3 o = random.grid_point(4);
    const Vec3 d = random.grid_point(3);
    const double r = random.integer(0, 2);
    const auto shapes = [&](double s) {
      return std::array<Shape, 5>{Shape{Sphere{s * a, s * r}}, Shape{Capsule{{s * a, s * b}, s * r}},
                                  Shape{Cylinder{{s * a, s * b}, s * r}}, Shape{Cone{s * a, s * b, s * r}},
                                  Shape{Ellipsoid{s * a, world_frame(), s * Vec3(r, 1, 2)}}};
    };
    for (std::size_t k = 0; k < 5; ++k) {
      SCOPED_TRACE(k);
      const auto base = raycast(ray(o, d), shapes(1)[k]);
      for (const double s : {0x1p300, 0x1p-300}) {
        const auto scaled = raycast(ray(s * o, s * d), shapes(s)[k]);
        ASSERT_EQ(scaled->intersect, base->intersect) << i;
        EXPECT_NEAR(scaled->t, base->t, digits * base->t);
        ASSERT_EQ(scaled->crossings.size(), base->crossings.size());
        for (std::size_t c = 0; c < base->crossings.size(); ++c) {
          EXPECT_NEAR((scaled->crossings[c].normal - base->crossings[c].normal).norm(), 0, digits);
        }
      }
    }
  }
}

TEST(RaycastCurved, ParametersFarBeyondTheRangeOfSquaresAreFound) {
  const auto hit = raycast(ray({-0x1p300, 0, 0}, {0x1p-300, 0, 0}), Shape{Sphere{Vec3(0, 0, 0), 0x1p200}});
  ASSERT_TRUE(hit->intersect);
  EXPECT_NEAR(hit->t / 0x1p600, 1, digits);
}

}  // namespace
}  // namespace graze
