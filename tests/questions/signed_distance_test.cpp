/// Signed distances against formulas and against what moving by them does; lines against rationals; fronts and weights of hits.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/rational.h>

#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/mesh.h>
#include <graze/overlap.h>
#include <graze/penetration.h>
#include <graze/raycast.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::body;

using oracle::Rational;
using oracle::RationalVec3;
using testing::AnyBody;

Body body(const Shape2& shape) { return {*Geometry::make(shape), {}, {}}; }
Body point(const Vec3& p) { return body({Point{p}}); }

TEST(SignedDistance, OfAPointToSolidsIsThatOfTheirFormulas) {
  AnyBody random(21);
  for (int i = 0; i < testing::effort(1000); ++i) {
    const Vec3 p = random.vector(1.5), h(random.real(0.2, 1), random.real(0.2, 1), random.real(0.2, 1));
    const double r = random.real(0.3, 1), rho = p.head<2>().norm();
    const Vec3 q = p.cwiseAbs() - h;
    const double box = q.cwiseMax(0).norm() + std::min(q.maxCoeff(), 0.0);
    const Eigen::Vector2d c(rho - r, std::abs(p.z()) - h.z());
    const double cylinder = c.cwiseMax(0).norm() + std::min(c.maxCoeff(), 0.0);
    const double capsule = Vec3(p.x(), p.y(), std::max(std::abs(p.z()) - h.z(), 0.0)).norm() - r;
    const Vec3 low(0, 0, -h.z()), high(0, 0, h.z());
    EXPECT_NEAR(signed_distance(point(p), body({Aabb{-h, h}}))->distance, box, 1e-12) << i;
    EXPECT_NEAR(signed_distance(point(p), body({Sphere{Vec3::Zero(), r}}))->distance, p.norm() - r, 1e-12) << i;
    EXPECT_NEAR(signed_distance(point(p), body({Capsule{{low, high}, r}}))->distance, capsule, 1e-12) << i;
    EXPECT_NEAR(signed_distance(point(p), body({Cylinder{{low, high}, r}}))->distance, cylinder, 1e-9) << i;
    EXPECT_NEAR(signed_distance(point(p), body({AnyBody::mesh_of({-h, h})}))->distance, box, 1e-12) << i;
  }
}

/// Within a cone the nearest of the boundary is on the base or, at right angles to it, on the mantle.
TEST(SignedDistance, InsideAConeIsTheLesserOfBaseAndMantle) {
  AnyBody random(22);
  for (int i = 0; i < testing::effort(300); ++i) {
    const double r = random.real(0.3, 1), height = random.real(0.3, 2), z = random.real(0, height);
    const double rho = random.real(0, 1) * r * (1 - z / height);
    const double mantle = (r * (height - z) - rho * height) / std::hypot(r, height);
    const Body cone = body({Cone{Vec3::Zero(), Vec3(0, 0, height), r}});
    EXPECT_NEAR(signed_distance(point(Vec3(0, rho, z)), cone)->distance, -std::min(z, mantle), 1e-9) << i;
  }
}

/// The boundary point is on the boundary, so far away, and nothing outside is nearer.
TEST(SignedDistance, LeadsFromInsideToTheNearestPointOfTheBoundary) {
  AnyBody random(23);
  int inside = 0;
  for (int i = 0; i < testing::effort(2000); ++i) {
    const int kind = std::array{6, 7, 8, 9, 10, 11, 12, 14, 16, 18}[i % 10];
    const Body solid = random.body(kind, 0.3);
    const Vec3 p = random.vector(0.6);
    const auto found = signed_distance(point(p), solid);
    ASSERT_TRUE(found) << i;
    ASSERT_EQ(found->distance <= 0, *contains(solid, point(p))) << i;
    if (!(found->distance < 0)) continue;
    ++inside;
    const auto& [at, on_boundary] = *found->points;
    EXPECT_EQ(at, p) << i;
    EXPECT_NEAR((on_boundary - p).norm(), -found->distance, 1e-9) << i;
    EXPECT_NEAR(signed_distance(point(on_boundary), solid)->distance, 0, 1e-9) << i;
    EXPECT_LT((found->normal->cross(on_boundary - p)).norm(), 1e-9) << i;
    for (int k = 0; k < 20; ++k) {
      const Vec3 within = p + 0.999 * -found->distance * random.unit();
      EXPECT_TRUE(*contains(solid, point(within))) << i;
    }
    const auto other_way = signed_distance(solid, point(p));
    EXPECT_EQ(other_way->distance, found->distance) << i;
    EXPECT_EQ((*other_way->points)[1], at) << i;
  }
  EXPECT_GT(inside, 100);
}

TEST(SignedDistance, ToAPlaneIsTheHeightOfTheLowestPoint) {
  const Body plane = body({Plane{Vec3(0, 0, 2), 8}});
  const SignedDistance below = *signed_distance(point(Vec3(5, 6, 1)), plane);
  EXPECT_EQ(below.distance, -3);
  EXPECT_EQ((*below.points)[1], Vec3(5, 6, 4));
  EXPECT_EQ(*below.normal, Vec3(0, 0, 1));
  EXPECT_EQ(signed_distance(body({Sphere{Vec3(0, 0, 6), 1}}), plane)->distance, 1);
  EXPECT_EQ(signed_distance(body({Sphere{Vec3(0, 0, 4), 1}}), body({HalfSpace{Vec3(0, 0, 2), 8}}))->distance, -1);
  EXPECT_EQ(signed_distance(body({Aabb{Vec3(0, 0, 1), Vec3(1, 1, 9)}}), plane)->distance, -3);
  EXPECT_EQ(signed_distance(plane, point(Vec3(5, 6, 1)))->distance, -3);
  EXPECT_EQ(signed_distance(body({Ray{Vec3::Zero(), Vec3(0, 0, -1)}}), plane)->distance, -std::numeric_limits<double>::infinity());
  EXPECT_EQ(signed_distance(body(Shape2{Point2{Vec2(3, -4)}}), body(Shape2{Line2{Vec2(1, 0), Vec2(2, 0)}}))->distance, -4);
}

TEST(SignedDistance, OfConvexBodiesIsDistanceOrMinusDepth) {
  AnyBody random(24);
  for (int i = 0; i < testing::effort(600); ++i) {
    const Body a = random.body(std::array{0, 3, 6, 7, 11, 13, 14}[i % 7], 0.7),
               b = random.body(std::array{6, 8, 11, 14, 16}[i / 7 % 5], 0.7);
    const SignedDistance found = *signed_distance(a, b);
    if (!*overlap(a, b)) {
      EXPECT_EQ(found.distance, closest_points(a, b)->distance) << i;
    } else {
      EXPECT_EQ(found.distance, 0.0 - (*penetration(a, b))->depth) << i;
    }
  }
}

TEST(SignedDistance, ToAMeshIsAnErrorWhereItHasNoAnswer) {
  TriangleMesh open = AnyBody::mesh_of({Vec3(-1, -1, -1), Vec3(1, 1, 1)});
  const Body closed = body({open});
  const Body box = body({Aabb{Vec3(0, 0, 0), Vec3(3, 3, 3)}});
  EXPECT_EQ(signed_distance(box, closed).error().code, ErrorCode::unsupported_pair);
  EXPECT_EQ(signed_distance(body({Aabb{Vec3(3, 0, 0), Vec3(4, 1, 1)}}), closed)->distance, 2);
  EXPECT_EQ(signed_distance(body({Sphere{Vec3(0, 0, 0.5), 0.25}}), closed)->distance, -0.75);
  open.triangles.pop_back();
  EXPECT_FALSE(signed_distance(point(Vec3::Zero()), body({open})));
  EXPECT_EQ(signed_distance(body({open}), point(Vec3::Zero())).error().message.substr(0, 2), "a:");
}

/// Parameters by Cramer's rule over rationals.
TEST(Lines, OfIntegersHaveTheParametersAndTheCaseOfRationalArithmetic) {
  AnyBody random(25);
  std::array<int, 5> cases{};
  for (int i = 0; i < testing::effort(3000); ++i) {
    const Vec3 o = random.grid(2), d = random.grid(2), q = random.grid(2), e = i % 4 == 0 ? Vec3(2 * d) : random.grid(2);
    const LineReport report = *lines(body({Line{o, d}}), body({Line{q, e}}));
    ++cases[static_cast<std::size_t>(report.relation)];
    const Vec3 n = d.cross(e), w = q - o;  // whole numbers: exact
    if (d == Vec3::Zero() || e == Vec3::Zero()) {
      ASSERT_EQ(report.relation, LineRelation::degenerate);
      continue;
    }
    if (n == Vec3::Zero()) {
      ASSERT_EQ(report.relation, w.cross(d) == Vec3::Zero() ? LineRelation::collinear : LineRelation::parallel) << i;
      continue;
    }
    ASSERT_EQ(report.relation, n.dot(w) == 0 ? LineRelation::crossing : LineRelation::skew) << i;
    ASSERT_EQ(report.intersect, n.dot(w) == 0) << i;
    ASSERT_EQ(report.parameters[0], w.cross(e).dot(n) / n.squaredNorm()) << i;
    ASSERT_EQ(report.parameters[1], w.cross(d).dot(n) / n.squaredNorm()) << i;
    ASSERT_NEAR((report.points[1] - report.points[0]).norm(), report.distance, 1e-14) << i;
  }
  for (const int count : cases) EXPECT_GT(count, 0);
}

TEST(Lines, ShareARangeWhereTheyAreOne) {
  const LineReport report = *lines(body({Line{Vec3(1, 0, 0), Vec3(2, 0, 0)}}), body({Segment{{Vec3(9, 0, 0), Vec3(5, 0, 0)}}}));
  EXPECT_EQ(report.relation, LineRelation::collinear);
  EXPECT_EQ(*report.common, (std::array{2.0, 4.0}));
  EXPECT_EQ(lines(body({Sphere{}}), body({Line{}})).error().code, ErrorCode::bad_shape);
}

TEST(RaycastOfFronts, IgnoresBacks) {
  const Body triangle = body({Triangle{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}}});
  const Ray down{Vec3(0.25, 0.25, 1), Vec3(0, 0, -1)}, up{Vec3(0.25, 0.25, -1), Vec3(0, 0, 1)},
      along{Vec3(-1, 0.25, 0), Vec3(1, 0, 0)};
  EXPECT_TRUE(raycast(down, triangle, {.front_only = true})->intersect);
  EXPECT_FALSE(raycast(up, triangle, {.front_only = true})->intersect);
  EXPECT_FALSE(raycast(along, triangle, {.front_only = true})->intersect);
  EXPECT_TRUE(raycast(along, triangle)->intersect);
  const Body plane = body({Plane{Vec3(0, 0, -1), 0}});
  EXPECT_FALSE(raycast(down, plane, {.front_only = true})->intersect);
  EXPECT_TRUE(raycast(up, plane, {.front_only = true})->intersect);
  EXPECT_FALSE(raycast(up, body({Segment{}}), {.front_only = true}));
}

TEST(RaycastOfFronts, ListsTheCrossingsThatEnter) {
  AnyBody random(26);
  for (int i = 0; i < testing::effort(600); ++i) {
    const Body solid = random.body(std::array{6, 8, 11, 14, 16, 18}[i % 6], 0.5);
    const Ray ray{random.vector(1), random.vector(1)};
    std::vector<double> entering;
    const Raycast all = *raycast(ray, solid);
    for (const Crossing& c : all.crossings) {
      if (c.entering) entering.push_back(c.t);
    }
    const Raycast fronts = *raycast(ray, solid, {.front_only = true});
    ASSERT_EQ(fronts.crossings.size(), entering.size()) << i;
    for (std::size_t k = 0; k < entering.size(); ++k) ASSERT_EQ(fronts.crossings[k].t, entering[k]) << i;
    const Raycast first = *raycast(ray, solid, {.first_only = true, .front_only = true});
    ASSERT_EQ(first.crossings.size(), std::min<std::size_t>(1, entering.size())) << i;
    if (!entering.empty()) {
      ASSERT_EQ(first.crossings[0].t, entering[0]) << i;
    }
  }
}

TEST(Barycentric, WeightsAreTheCornersShareOfTheHit) {
  AnyBody random(27);
  int hits = 0;
  for (int i = 0; i < testing::effort(1000); ++i) {
    const Pose pose = random.pose(1);
    const Triangle triangle{{random.vector(1), random.vector(1), random.vector(1)}};
    const Body b = body(i % 2 == 0 ? Shape{triangle} : Shape{AnyBody::mesh_of(random.box())}, pose);
    const Vec3 origin = random.vector(2);
    const Ray ray{origin, pose.to_world(triangle.v[0] / 2 + triangle.v[1] / 3 + triangle.v[2] / 6) - origin};
    const Raycast cast = *raycast(ray, b);
    for (const Crossing& hit : cast.crossings) {
      ++hits;
      const Triangle hit_triangle = hit.feature.triangle < 0
                                        ? triangle
                                        : mesh_of(*b.geometry.tree()).triangle(static_cast<std::size_t>(hit.feature.triangle));
      const auto weights = *barycentric(ray, b, hit);
      Vec3 sum = Vec3::Zero();
      for (int k = 0; k < 3; ++k) sum += weights[k] * hit_triangle.v[k];
      EXPECT_LT((pose.to_world(sum) - hit.point).norm(), 1e-12) << i;
      EXPECT_NEAR(weights[0] + weights[1] + weights[2], 1, 1e-15) << i;
      if (i % 2 == 0) {
        EXPECT_NEAR(weights[0], 0.5, 1e-12) << i;
      }
      EXPECT_EQ(*barycentric(body({ray}), b, hit), weights) << i;
    }
  }
  EXPECT_GT(hits, 300);
  EXPECT_FALSE(barycentric(Ray{}, body({Sphere{}}), Crossing{}));
}

/// A needle's corners have exact weights where the rounded point has few digits.
TEST(Barycentric, OfANeedleIsExact) {
  const Body needle = body({Triangle{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1e-300, 0)}}});
  const Ray ray{Vec3(0.25, 0.25e-300, 1), Vec3(0, 0, -1)};
  const auto hits = raycast(ray, needle)->crossings;
  ASSERT_EQ(hits.size(), 1U);
  EXPECT_EQ(*barycentric(ray, needle, hits[0]), (std::array{0.5, 0.25, 0.25}));
  const Body flat = body({Triangle{{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(2, 0, 0)}}});
  const auto touched = raycast(Ray{Vec3(1, 0, 1), Vec3(0, 0, -1)}, flat)->crossings;
  ASSERT_EQ(touched.size(), 1U);
  EXPECT_EQ(*barycentric(Ray{Vec3(1, 0, 1), Vec3(0, 0, -1)}, flat, touched[0]), (std::array{0.75, 0.25, 0.0}));
}

}  // namespace
}  // namespace graze
