/// What the questions promise beyond the pairs: thresholds that do not show, solids, status, rays that start inside.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/linear_program.h>
#include <oracle/solid.h>

#include <graze/answers.h>
#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/penetration.h>
#include <graze/raycast.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "questions/any_body.h"
#include "views/bound.h"

namespace graze {
namespace {

using testing::body;

using testing::AnyBody;

Body cube_at(double half, const Vec3& center = Vec3::Zero()) {
  return body({AnyBody::mesh_of({center - Vec3::Constant(half), center + Vec3::Constant(half)})});
}

TEST(ShapeBound, NeverExceedsTheDistance) {
  AnyBody random(31);
  for (int kind = 0; kind < AnyBody::kinds - 2; ++kind) {
    for (int n = 0; n < 200; ++n) {
      const Body shape = random.body(kind, 10);
      const Pose turn = random.pose(10);
      const Obb box{
          turn.translation, {turn.rotation.col(0), turn.rotation.col(1), turn.rotation.col(2)}, random.vector(2).cwiseAbs()};
      const double distance = closest_points(shape, body({box}))->distance;
      EXPECT_LE(query::unbounded_distance_bound(shape.geometry.shape(), shape.pose, box), distance) << "kind " << kind;
      const auto around = query::box_around(shape.geometry.shape(), shape.pose);
      EXPECT_EQ(around.has_value(), kind != 1 && kind != 2 && kind != 4 && kind != 5) << "kind " << kind;
      EXPECT_TRUE(!around || closest_points(body({*around}), body({box}))->distance <= distance * (1 + 1e-9)) << "kind " << kind;
    }
  }
}

TEST(Questions, AnswerAboutRoundHullsAsTheirCornersDo) {
  AnyBody random(32);
  int hits = 0;
  for (int n = 0; n < 40; ++n) {
    const int corners = n % 2 == 0 ? 30 : 100;  // below and above the number that changes the method
    const auto a = random.on_ball(corners, Vec3::Zero());
    const auto b = random.on_ball(corners, (1.85 + 0.003 * n) * random.unit());
    const bool truth = oracle::meet(oracle::exact_points(a), oracle::exact_points(b));
    const Body hull_a = body({*convex_hull(a)}), hull_b = body({*convex_hull(b)});
    EXPECT_EQ(*overlap(hull_a, hull_b), truth) << "pair " << n;
    const auto report = explain_overlap(hull_a, hull_b);
    EXPECT_EQ(report->intersect, truth) << "pair " << n;
    EXPECT_EQ(report->separating.has_value(), !truth) << "pair " << n;
    hits += truth ? 1 : 0;
  }
  EXPECT_GT(hits, 3);
  EXPECT_LT(hits, 37);
}

TEST(Questions, CountWhatIsInsideAMeshOnlyWhenItIsASolid) {
  const Body outer = cube_at(2), inner = cube_at(1), ball = body({Sphere{Vec3::Zero(), 0.5}});
  for (const Body* b : {&inner, &ball}) {
    EXPECT_FALSE(*overlap(outer, *b));
    EXPECT_TRUE(*overlap(testing::solid(outer), testing::solid(*b)));
    EXPECT_GT(closest_points(outer, *b)->distance, 0.9);
    EXPECT_EQ(closest_points(testing::solid(outer), testing::solid(*b))->distance, 0);
    EXPECT_TRUE(*contains(outer, *b));
    EXPECT_FALSE(*contains(*b, outer));
  }
}

TEST(Questions, SayThatAnOpenMeshHasNoInside) {
  TriangleMesh open = AnyBody::mesh_of({-Vec3::Ones(), Vec3::Ones()});
  open.triangles.pop_back();
  const Body a = body({open}), b = body({Point{Vec3::Zero()}});
  const auto solid = overlap(testing::solid(a), testing::solid(b));
  ASSERT_FALSE(solid);
  EXPECT_EQ(solid.error().code, ErrorCode::bad_shape);
  EXPECT_NE(solid.error().message.find("a: the mesh is not closed, 3 open edges"), std::string::npos) << solid.error().message;
  EXPECT_FALSE(*overlap(a, b));
}

/// The cylinder stands in the box and touches all six walls.
TEST(Contains, LetsACylinderTouchTheWallsOfItsBox) {
  const Body room = cube_at(1);
  EXPECT_TRUE(*contains(room, body({Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}})));
  EXPECT_FALSE(*contains(room, body({Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1.001)}, 1}})));
  EXPECT_FALSE(*contains(room, body({Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1.001}})));
}

Body flat_shape(const Shape2& shape) { return {*Geometry::make(shape), {}, {}}; }

TEST(Contains, InThePlaneHoldsDiscs) {
  const Body disc = flat_shape({Circle{Vec2(0.5, 0), 0.5}});
  EXPECT_TRUE(*contains(flat_shape({Aabb2{Vec2(-1, -1), Vec2(1, 1)}}), disc));
  EXPECT_TRUE(*contains(flat_shape({ConvexPolygon2{{Vec2(-1, -2), Vec2(1, -2), Vec2(1, 2), Vec2(-1, 2)}}}), disc));
  EXPECT_FALSE(*contains(flat_shape({Aabb2{Vec2(-1, -1), Vec2(0.9, 1)}}), disc));
  EXPECT_TRUE(*contains(flat_shape({Circle{Vec2(0, 0), 1}}), disc));
}

/// Whatever is asked, and whether the rectangle is stored with axes or without.
TEST(Questions, NameThePartsOfARectangle) {
  const Feature corner{FeatureKind::vertex, 3}, right{FeatureKind::edge, 1}, low{FeatureKind::edge, 2};
  const Body boxes[] = {flat_shape({Aabb2{Vec2(-1, -1), Vec2(1, 1)}}),
                        flat_shape({Obb2{Vec2(0, 0), {Vec2(1, 0), Vec2(0, 1)}, Vec2(1, 1)}})};
  for (const Body& box : boxes) {
    EXPECT_EQ(closest_points(flat_shape({Point2{Vec2(3, 0)}}), box)->features[1], right);
    EXPECT_EQ(closest_points(flat_shape({Point2{Vec2(0.5, -3)}}), box)->features[1], low);
    EXPECT_EQ(closest_points(box, flat_shape({Point2{Vec2(3, 3)}}))->features[0], corner);
    EXPECT_EQ(raycast(flat_shape({Ray2{Vec2(3, 0), Vec2(-1, 0)}}), box)->crossings[0].feature, right);
    EXPECT_EQ(raycast(flat_shape({Ray2{Vec2(-3, 0), Vec2(1, 0)}}), box)->crossings[0].feature, (Feature{FeatureKind::edge, 0}));
    EXPECT_EQ(raycast(flat_shape({Ray2{Vec2(3, -1), Vec2(-1, 1)}}), box)->crossings[0].feature, corner);
    Body point = flat_shape({Point2{Vec2(3, 0)}});
    point.motion.velocity = Vec3(-1, 0, 0);
    EXPECT_EQ((*sweep(point, box))->features[1], right);
    EXPECT_EQ((*penetration(flat_shape({Circle{Vec2(1.5, 0), 1}}), box))->features[1], right);
  }
}

TEST(Status, TellsTheSixCases) {
  const Body box = body({Aabb{-Vec3::Ones(), Vec3::Ones()}});
  const auto ball = [](double x, double r) { return body({Sphere{Vec3(x, 0, 0), r}}); };
  const StatusOptions options{.tolerance = 0.01, .clearance = 0.5};
  EXPECT_EQ(status(box, ball(4, 1), options)->status, Status::separated);
  EXPECT_EQ(status(box, ball(2.25, 1), options)->status, Status::near);
  EXPECT_EQ(status(box, ball(2.005, 1), options)->status, Status::touching);
  EXPECT_EQ(status(box, ball(1.995, 1), options)->status, Status::touching);
  EXPECT_EQ(status(box, ball(1.5, 1), options)->status, Status::overlapping);
  EXPECT_EQ(status(box, ball(0, 0.5), options)->status, Status::contains);
  EXPECT_EQ(status(ball(0, 0.5), box, options)->status, Status::inside);
  EXPECT_DOUBLE_EQ(*status(box, ball(1.5, 1), options)->depth, 0.5);
  EXPECT_FALSE(status(box, box, {.tolerance = -1}));
}

TEST(Questions, StatusOfASolidMeshAndPointsInEitherOrder) {
  const Body some{*Geometry::make(Shape{PointCloud{{Vec3(0, 0, 0), Vec3(3, 3, 3)}}}), {}, {}},
      all{*Geometry::make(Shape{PointCloud{{Vec3(0, 0, 0), Vec3(1, 1, 1)}}}), {}, {}};
  EXPECT_EQ(status(testing::solid(cube_at(1)), testing::solid(some))->status, Status::overlapping);
  EXPECT_EQ(status(testing::solid(some), testing::solid(cube_at(1)))->status, Status::overlapping);
  EXPECT_EQ(status(testing::solid(cube_at(1)), testing::solid(all))->status, Status::contains);
  EXPECT_EQ(status(testing::solid(all), testing::solid(cube_at(1)))->status, Status::inside);
}

TEST(Status, OfMeshesKnowsSolids) {
  EXPECT_EQ(status(cube_at(2), cube_at(1))->status, Status::separated);
  EXPECT_EQ(status(testing::solid(cube_at(2)), testing::solid(cube_at(1)))->status, Status::contains);
  EXPECT_EQ(status(testing::solid(cube_at(1)), testing::solid(cube_at(2)))->status, Status::inside);
  EXPECT_EQ(status(testing::solid(cube_at(1)), testing::solid(cube_at(1, Vec3(1, 0, 0))))->status, Status::overlapping);
}

TEST(Raycast, StartsAtZeroInsideASolidOnly) {
  const Body ray = body({Ray{Vec3::Zero(), Vec3(2, 0, 0)}});
  EXPECT_EQ(raycast(ray, cube_at(1))->t, 0.5);
  EXPECT_EQ(raycast(ray, testing::solid(cube_at(1)))->t, 0);
  EXPECT_EQ(raycast(ray, body({Aabb{-Vec3::Ones(), Vec3::Ones()}}))->t, 0);
  EXPECT_EQ(raycast(ray, cube_at(1))->crossings.size(), 1U);
  EXPECT_TRUE(raycast(ray, cube_at(1), {.t_max = 0.5})->intersect);
  EXPECT_FALSE(raycast(ray, cube_at(1), {.t_max = std::nextafter(0.5, 0.0)})->intersect);
  EXPECT_EQ(raycast(ray, cube_at(1), {.t_max = -1}).error().code, ErrorCode::bad_option);
  EXPECT_FALSE(raycast(cube_at(1), ray));
}

}  // namespace
}  // namespace graze
