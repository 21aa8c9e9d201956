#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/generate.h>

#include "polytope/random_convex.h"
#include "ray/convex.h"

namespace graze {
namespace {

using distance::as_probe;
using distance::Probe;
using distance::raycast;
using testing::RandomBody;
using testing::RandomConvex;

constexpr double linear_digits = 1e-12;

const Shape unit_box{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};

Probe along(const Vec3& o, const Vec3& d) { return as_probe(Ray{o, d}); }
Probe segment(const Vec3& p, const Vec3& q) { return as_probe(Segment{{p, q}}); }

/// The interval of the probe's parameters from 0 on in the hull of the corners, by linear programming.
std::optional<oracle::RationalContact> interval(const Probe& probe, const oracle::RationalPoints& corners) {
  const oracle::RationalVec3 origin = oracle::posed(probe.origin, probe.pose);
  const Pose turn{probe.pose.rotation, Vec3::Zero()};
  const oracle::RationalVec3 direction =
      probe.end ? oracle::posed(*probe.end, probe.pose) - origin : oracle::posed(probe.direction, turn);
  const auto t_max = std::isinf(probe.t_max) ? std::nullopt : std::optional<mpq_class>(probe.t_max);
  return oracle::contact(corners, {origin}, direction, t_max);
}

void expect_close(double t, const mpq_class& exact) { EXPECT_NEAR(t, exact.get_d(), linear_digits * std::abs(exact.get_d())); }

Probe random_linear_probe(RandomConvex& random, bool on_grid) {
  const auto point = [&]() -> Vec3 { return on_grid ? random.grid_point(3) : random.real_point(3); };
  const Vec3 p = point();
  const Vec3 q = point();
  Pose pose;
  if (random.chance(0.3)) pose = {on_grid ? random.grid_rotation() : random.any_rotation(), point()};
  const Vec3 inward = 0.5 * (on_grid ? random.grid_point(2) : random.real_point(1)) - p;  // most bodies are near the middle
  if (random.chance(0.3)) return as_probe(Segment{{p, q}}, pose);
  return as_probe(Ray{p, random.chance(0.7) ? inward : q}, pose);
}

TEST(RaycastLinear, AgreesWithLinearProgramsOnRandomBodies) {
  RandomConvex random(71);
  int hits = 0;
  for (int i = 0; i < testing::effort(6000); ++i) {
    const bool on_grid = i % 3 != 0;
    const RandomBody body = random.body(on_grid, i % RandomConvex::kinds);
    const Probe probe = random_linear_probe(random, on_grid);
    const auto expected = interval(probe, body.corners);
    const auto answer = raycast(probe, body.shape, body.pose);
    ASSERT_TRUE(answer);
    ASSERT_EQ(answer->intersect, expected.has_value()) << "case " << i;
    if (!expected) continue;
    ++hits;
    expect_close(answer->t, expected->first);
    for (const Crossing& c : answer->crossings) {
      const bool is_last = expected->last && std::abs(c.t - expected->last->get_d()) <= linear_digits * std::abs(c.t);
      EXPECT_TRUE(c.entering || is_last) << "case " << i;
      EXPECT_NEAR(c.normal.norm(), 1, linear_digits);
      if (c.entering) expect_close(c.t, expected->first);
    }
    EXPECT_LE(answer->crossings.size(), 2u);
  }
  EXPECT_GT(hits, testing::effort(6000) / 15);
}

TEST(RaycastLinear, EntersAndLeavesABoxWithOutwardNormals) {
  const auto hit = raycast(along({-3, 0.5, 0.25}, {2, 0, 0}), unit_box);
  ASSERT_TRUE(hit->intersect);
  EXPECT_EQ(hit->t, 1);
  EXPECT_EQ(hit->point, Vec3(-1, 0.5, 0.25));
  ASSERT_EQ(hit->crossings.size(), 2u);
  EXPECT_TRUE(hit->crossings[0].entering);
  EXPECT_EQ(hit->crossings[0].normal, Vec3(-1, 0, 0));
  EXPECT_EQ(hit->crossings[0].feature, (Feature{FeatureKind::face, 0}));
  EXPECT_FALSE(hit->crossings[1].entering);
  EXPECT_EQ(hit->crossings[1].t, 2);
  EXPECT_EQ(hit->crossings[1].normal, Vec3(1, 0, 0));
  EXPECT_EQ(hit->crossings[1].feature, (Feature{FeatureKind::face, 1}));
}

TEST(RaycastLinear, StartsInsideWithParameterZeroAndOneCrossingOut) {
  const auto hit = raycast(along({0, 0, 0}, {0, 0, -4}), unit_box);
  ASSERT_TRUE(hit->intersect);
  EXPECT_EQ(hit->t, 0);
  EXPECT_EQ(hit->point, Vec3(0, 0, 0));
  ASSERT_EQ(hit->crossings.size(), 1u);
  EXPECT_FALSE(hit->crossings[0].entering);
  EXPECT_EQ(hit->crossings[0].t, 0.25);
}

TEST(RaycastLinear, StartsOnTheSurface) {
  const auto inward = raycast(along({1, 0, 0}, {-1, 0, 0}), unit_box);
  ASSERT_EQ(inward->crossings.size(), 2u);
  EXPECT_EQ(inward->t, 0);
  EXPECT_EQ(inward->crossings[0].normal, Vec3(1, 0, 0));
  const auto outward = raycast(along({1, 0, 0}, {1, 0, 0}), unit_box);
  ASSERT_EQ(outward->crossings.size(), 1u);
  EXPECT_EQ(outward->t, 0);
  EXPECT_FALSE(outward->crossings[0].entering);
  EXPECT_TRUE(raycast(along({1, 0, 0}, {0, 1, 0}), unit_box)->intersect) << "along the face";
  EXPECT_FALSE(raycast(along({std::nextafter(1.0, 2.0), 0, 0}, {0, 1, 0}), unit_box)->intersect);
}

TEST(RaycastLinear, GrazesEdgesAndVertices) {
  const auto edge = raycast(along({0, 2, 0}, {1, -1, 0}), unit_box);
  ASSERT_TRUE(edge->intersect);
  EXPECT_EQ(edge->t, 1);
  ASSERT_EQ(edge->crossings.size(), 1u);
  EXPECT_EQ(edge->crossings[0].feature.kind, FeatureKind::edge);
  const auto vertex = raycast(along({0, 2, 0}, {1, -1, 1}), unit_box);
  ASSERT_TRUE(vertex->intersect);
  EXPECT_EQ(vertex->crossings[0].feature, (Feature{FeatureKind::vertex, 7}));
  EXPECT_FALSE(raycast(along({0, std::nextafter(2.0, 3.0), 0}, {1, -1, 0}), unit_box)->intersect);
}

TEST(RaycastLinear, EndsOfASegmentBelongToIt) {
  EXPECT_TRUE(raycast(segment({-3, 0, 0}, {-1, 0, 0}), unit_box)->intersect);
  EXPECT_EQ(raycast(segment({-3, 0, 0}, {-1, 0, 0}), unit_box)->t, 1);
  EXPECT_FALSE(raycast(segment({-3, 0, 0}, {std::nextafter(-1.0, -2.0), 0, 0}), unit_box)->intersect);
  // 0.1 + (0.7 - 0.1) is not 0.7 in doubles; the segment means its stored ends.
  EXPECT_TRUE(raycast(segment({0.1, 0, 0}, {0.7, 0, 0}), Shape{Point{Vec3(0.7, 0, 0)}})->intersect);
  EXPECT_EQ(raycast(segment({0.1, 0, 0}, {0.7, 0, 0}), Shape{Point{Vec3(0.7, 0, 0)}})->t, 1);
}

TEST(RaycastLinear, AZeroDirectionIsAPoint) {
  const auto inside = raycast(along({1, 1, 1}, Vec3::Zero()), unit_box);
  EXPECT_TRUE(inside->intersect);
  EXPECT_EQ(inside->t, 0);
  EXPECT_TRUE(inside->crossings.empty());
  EXPECT_FALSE(raycast(along({1, 1, 1.5}, Vec3::Zero()), unit_box)->intersect);
  const auto line = raycast(as_probe(Line{Vec3(0, 0, 0), Vec3::Zero()}), unit_box);
  EXPECT_TRUE(line->intersect);
  EXPECT_EQ(line->t, 0);
  EXPECT_EQ(line->point, Vec3(0, 0, 0));
}

TEST(RaycastLinear, CrossesATriangleOnceWithANormalAgainstTheRay) {
  const Shape triangle{Triangle{{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)}}};
  for (const double side : {1.0, -1.0}) {
    const auto hit = raycast(along({1, 1, 2 * side}, {0, 0, -side}), triangle);
    ASSERT_EQ(hit->crossings.size(), 1u);
    EXPECT_EQ(hit->t, 2);
    EXPECT_TRUE(hit->crossings[0].entering);
    EXPECT_EQ(hit->crossings[0].normal, Vec3(0, 0, side));
    EXPECT_EQ(hit->crossings[0].feature, (Feature{FeatureKind::face, 0}));
  }
  EXPECT_EQ(raycast(along({2, 2, 1}, {0, 0, -1}), triangle)->crossings[0].feature.kind, FeatureKind::edge);
  EXPECT_EQ(raycast(along({4, 0, 1}, {0, 0, -1}), triangle)->crossings[0].feature, (Feature{FeatureKind::vertex, 1}));
}

TEST(RaycastLinear, APolygonThatHoldsTheRayInItsPlaneIsASolidOfThePlane) {
  const Shape square{ConvexPolygon{{Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(2, 2, 0), Vec3(1, 2, 0)}}};
  const auto hit = raycast(along({0, 1.5, 0}, {1, 0, 0}), square);
  ASSERT_EQ(hit->crossings.size(), 2u);
  EXPECT_EQ(hit->t, 1);
  EXPECT_EQ(hit->crossings[0].normal, Vec3(-1, 0, 0));
  EXPECT_EQ(hit->crossings[0].feature.kind, FeatureKind::edge);
  EXPECT_EQ(hit->crossings[1].t, 2);
  EXPECT_EQ(hit->crossings[1].normal, Vec3(1, 0, 0));
  EXPECT_EQ(raycast(along({1.5, 1.5, 0}, {1, 0, 0}), square)->t, 0);
  EXPECT_FALSE(raycast(along({0, 1.5, 0x1p-1000}, {1, 0, 0}), square)->intersect);
}

TEST(RaycastLinear, CrossesAPolygonOnceThoughRoundingLiftsItsCorners) {
  RandomConvex random(72);
  int lifted = 0;
  for (int i = 0; i < testing::effort(300); ++i) {
    const Mat3 turn = random.any_rotation();
    const Vec3 middle = random.real_point(3);
    ConvexPolygon pentagon;
    for (int k = 0; k < 5; ++k) pentagon.vertices.push_back(middle + turn * Vec3(std::cos(1.25 * k), std::sin(1.25 * k), 0));
    const Shape shape{pentagon};
    const Vec3 away = turn * Vec3(0.25, 0.5, 2);
    const auto hit = raycast(along(middle + away, -away), shape);
    ASSERT_TRUE(hit->intersect) << i;
    ASSERT_EQ(hit->crossings.size(), 1U) << i;
    ASSERT_TRUE(hit->crossings[0].entering) << i;
    ASSERT_NEAR(hit->t, 1, linear_digits) << i;
    const Vec3 across = (pentagon.vertices[1] - pentagon.vertices[0]).cross(pentagon.vertices[2] - pentagon.vertices[0]);
    lifted += across.dot(pentagon.vertices[3] - pentagon.vertices[0]) != 0 ? 1 : 0;
  }
  EXPECT_GT(lifted, 0);
}

/// Corners in the middle of sides, and corners that are there twice.
TEST(RaycastLinear, GoesInAndOutOfAPolygonWithMoreCornersThanSides) {
  const Shape six{ConvexPolygon{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(2, 2, 0), Vec3(1, 2, 0), Vec3(0, 2, 0)}}};
  const auto up = raycast(as_probe(Line{Vec3(0.5, -1, 0), Vec3(0, 1, 0)}), six);
  ASSERT_EQ(up->crossings.size(), 2u);
  EXPECT_EQ(up->crossings[0].t, 1);
  EXPECT_EQ(up->crossings[1].t, 3);
  EXPECT_EQ(up->crossings[0].feature, (Feature{FeatureKind::edge, 0}));
  EXPECT_EQ(up->crossings[1].feature, (Feature{FeatureKind::edge, 4}));
  EXPECT_EQ(raycast(as_probe(Line{Vec3(1.5, 7, 0), Vec3(0, -1, 0)}), six)->crossings[0].feature, (Feature{FeatureKind::edge, 3}));
  const auto through = raycast(as_probe(Line{Vec3(0.5, 0.5, 1), Vec3(0, 0, -1)}), six);
  ASSERT_EQ(through->crossings.size(), 1u);
  EXPECT_EQ(through->crossings[0].feature, (Feature{FeatureKind::face, 0}));
  const Shape twice{ConvexPolygon{{Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(2, 2, 0), Vec3(0, 2, 0), Vec3(0, 2, 0)}}};
  EXPECT_EQ(raycast(as_probe(Line{Vec3(0.1, 0.7, 0), Vec3(1, 3, 0)}), twice)->crossings.size(), 2u);
}

TEST(RaycastLinear, MeetsPointsLinesAndPlanes) {
  const auto plane = raycast(along({1, 1, 1}, {0, 0, -2}), Shape{Plane{Vec3(0, 0, 3), -9}});
  EXPECT_EQ(plane->t, 2);
  ASSERT_EQ(plane->crossings.size(), 1u);
  EXPECT_EQ(plane->crossings[0].normal, Vec3(0, 0, 1)) << "against the ray";
  EXPECT_FALSE(raycast(along({1, 1, 1}, {0, 0, 2}), Shape{Plane{Vec3(0, 0, 3), -9}})->intersect);
  EXPECT_TRUE(raycast(along({1, 1, 1}, {1, 0, 0}), Shape{Plane{Vec3(0, 0, 3), 3}})->intersect) << "within the plane";
  const auto skew = raycast(along({0, 0, 0}, {1, 0, 0}), Shape{Line{Vec3(2, 1, 1), Vec3(0, 1, 0)}});
  EXPECT_FALSE(skew->intersect);
  const auto crossing = raycast(along({0, 0, 0}, {1, 0, 0}), Shape{Line{Vec3(2, 1, 0), Vec3(1, 1, 0)}});
  EXPECT_EQ(crossing->t, 1);
  EXPECT_NEAR((crossing->crossings[0].normal - Vec3(-1, 1, 0).normalized()).norm(), 0, linear_digits);
  EXPECT_FALSE(raycast(along({0, 0, 0}, {1, 0, 0}), Shape{Ray{Vec3(2, 1, 0), Vec3(1, 1, 0)}})->intersect);
  EXPECT_EQ(raycast(along({0, 0, 0}, {1, 0, 0}), Shape{Point{Vec3(2, 0, 0)}})->crossings[0].normal, Vec3(-1, 0, 0));
  EXPECT_EQ(raycast(along({0, 0, 0}, {1, 0, 0}), Shape{Segment{{Vec3(5, 0, 0), Vec3(2, 0, 0)}}})->t, 2) << "along one line";
}

TEST(RaycastLinear, ALineInsideAHalfSpaceHasNoFirstPoint) {
  const auto leaves = raycast(as_probe(Line{Vec3(0, 0, -1), Vec3(0, 0, 1)}), Shape{HalfSpace{Vec3(0, 0, 2), 6}});
  ASSERT_TRUE(leaves->intersect);
  ASSERT_EQ(leaves->crossings.size(), 1u);
  EXPECT_FALSE(leaves->crossings[0].entering);
  EXPECT_EQ(leaves->t, 4);
  const auto stays = raycast(as_probe(Line{Vec3(0, 0, -1), Vec3(1, 0, 0)}), Shape{HalfSpace{Vec3(0, 0, 2), 6}});
  EXPECT_TRUE(stays->intersect);
  EXPECT_EQ(stays->t, 0);
}

TEST(RaycastLinear, ScalingByPowersOfTwoChangesNothing) {
  RandomConvex random(72);
  for (int i = 0; i < testing::effort(300); ++i) {
    const Triangle t{{random.grid_point(3), random.grid_point(3), random.grid_point(3)}};
    const Vec3 o = random.grid_point(3);
    const Vec3 d = random.grid_point(3);
    const auto base = raycast(along(o, d), Shape{t});
    for (const double s : {0x1p300, 0x1p-300}) {
      const auto scaled = raycast(along(s * o, s * d), Shape{Triangle{{s * t.v[0], s * t.v[1], s * t.v[2]}}});
      ASSERT_EQ(scaled->intersect, base->intersect);
      EXPECT_NEAR(scaled->t, base->t, linear_digits * base->t);
      ASSERT_EQ(scaled->crossings.size(), base->crossings.size());
    }
  }
}

/// Face i of a tetrahedron is across from corner i, whichever hand its corners are of.
TEST(RaycastLinear, NamesTheFacesOfTetrahedraAndBoxes) {
  const std::array<Vec3, 4> corners{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(1, 5, 0), Vec3(1, 1, 3)};
  for (const Tetrahedron& t : {Tetrahedron{corners}, Tetrahedron{{corners[1], corners[0], corners[2], corners[3]}}}) {
    for (int i = 0; i < 4; ++i) {
      const Vec3 across = (t.v[0] + t.v[1] + t.v[2] + t.v[3] - t.v[i]) / 3;
      const auto found = raycast(as_probe(Segment{{t.v[i], t.v[i] + 2 * (across - t.v[i])}}), Shape{t});
      ASSERT_EQ(found->crossings.size(), 2u);
      EXPECT_EQ(found->crossings[0].feature, (Feature{FeatureKind::vertex, i}));
      EXPECT_EQ(found->crossings[1].feature, (Feature{FeatureKind::face, i}));
      EXPECT_NEAR(found->crossings[1].t, 0.5, linear_digits);
      EXPECT_GT(found->crossings[1].normal.dot(across - t.v[i]), 0);
    }
  }
  const Frame left_handed{Vec3(0, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)};
  for (int i = 0; i < 3; ++i) {
    const auto found = raycast(as_probe(Ray{Vec3::Zero(), left_handed[i]}), Shape{Obb{Vec3::Zero(), left_handed, Vec3(1, 2, 3)}});
    EXPECT_EQ(found->crossings[0].feature, (Feature{FeatureKind::face, 2 * i + 1}));
    EXPECT_EQ(found->crossings[0].normal, left_handed[i]);
    EXPECT_EQ(found->crossings[0].t, i + 1);
  }
}

TEST(RaycastLinear, GoesThroughAPolyhedron) {
  const auto hull = convex_hull(std::vector<Vec3>{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}});
  ASSERT_TRUE(hull);
  const auto hit = raycast(along({0.25, 0.25, 5}, {0, 0, -1}), Shape{*hull});
  ASSERT_EQ(hit->crossings.size(), 2u);
  EXPECT_EQ(hit->t, 4.5);
  EXPECT_EQ(hit->crossings[1].t, 5.5);
  EXPECT_NEAR((hit->crossings[0].normal - Vec3(1, 1, 1).normalized()).norm(), 0, linear_digits);
  EXPECT_EQ(raycast(along({0, 0, 5}, {0, 0, -1}), Shape{*hull})->crossings[0].feature.kind, FeatureKind::vertex);
}

/// Many corners take a quicker way through the filter and through exact numbers than few; faces of four make both kinds of planes.
TEST(RaycastLinear, AgreesWithLinearProgramsOnHulls) {
  RandomConvex random(73);
  int hits = 0;
  for (int i = 0; i < testing::effort(200); ++i) {
    const bool on_grid = i % 2 == 0;
    std::vector<Vec3> points;
    for (int k = 0; k < 14; ++k) points.push_back(on_grid ? random.grid_point(1) : random.real_point(1));
    if (i % 5 == 0) std::for_each(points.begin(), points.end(), [](Vec3& p) { p.z() = 0.5; });
    const Pose pose = i % 3 == 0 ? Pose{} : Pose{on_grid ? random.grid_rotation() : random.any_rotation(), random.grid_point(1)};
    oracle::RationalPoints corners;
    for (const Vec3& p : points) corners.push_back(oracle::posed(p, pose));
    const auto hull = convex_hull(points);
    ASSERT_TRUE(hull);
    const Vec3 o = random.grid_point(4);
    const Vec3 target = pose.to_world(random.chance(0.5) ? points[0] : Vec3((points[1] + points[2]) / 2));
    const Probe probe = along(o, target - o);
    const auto expected = interval(probe, corners);
    const auto answer = raycast(probe, Shape{*hull}, pose);
    SCOPED_TRACE(i);
    ASSERT_EQ(answer->intersect, expected.has_value());
    if (!expected) continue;
    ++hits;
    expect_close(answer->t, expected->first);
    if (answer->crossings.size() == 2) expect_close(answer->crossings[1].t, *expected->last);
  }
  EXPECT_GT(hits, testing::effort(200) / 4);
}

TEST(RaycastLinear, KnowsNoMeshes) {
  EXPECT_FALSE(raycast(along({0, 0, 0}, {1, 0, 0}), Shape{TriangleMesh{}}));
  EXPECT_FALSE(raycast(along({0, 0, 0}, {1, 0, 0}), Shape{PointCloud{}}));
}

}  // namespace
}  // namespace graze
