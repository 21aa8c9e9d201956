/// Lines n.x = d, half-planes, ellipses, capsules and clouds of the plane against other descriptions of the same sets.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/extent.h>
#include <graze/intersection.h>
#include <graze/overlap.h>
#include <graze/penetration.h>
#include <graze/raycast.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;
using testing::effort;

Body flat_moving(const Shape2& shape, const Vec2& velocity = Vec2::Zero()) {
  return {*Geometry::make(shape), {}, {.velocity = Vec3(velocity.x(), velocity.y(), 0)}};
}

/// The same line twice: by its equation, and by a point and a direction.
struct BothLines {
  Body implicit, straight;
};

BothLines same_line(AnyBody& random) {
  const Vec3 n = random.grid(4), p = random.grid(4);
  const Vec2 normal = n.head<2>() == Vec2::Zero() ? Vec2(1, 0) : Vec2(n.head<2>());
  const Vec2 at = p.head<2>();
  return {flat_moving({ImplicitLine2{normal, normal.dot(at)}}), flat_moving({Line2{at, Vec2(-normal.y(), normal.x())}})};
}

TEST(PlaneShapes, ALineByItsEquationIsTheLineByAPointAndADirection) {
  AnyBody random(21);
  constexpr int bounded[] = {0, 5, 6, 7, 8, 9, 10, 11, 12};
  for (int i = 0; i < effort(600); ++i) {
    const BothLines line = same_line(random);
    Body other = random.body2(bounded[i % 9], 4);
    other.motion.velocity = Vec3(random.real(1), random.real(1), 0);
    ASSERT_EQ(*overlap(line.implicit, other), *overlap(line.straight, other)) << i;
    const double distance = closest_points(line.straight, other)->distance;
    ASSERT_NEAR(closest_points(line.implicit, other)->distance, distance, 1e-9 * (1 + distance)) << i;
    const auto implicit = sweep(line.implicit, other, {.t_max = 10}), straight = sweep(line.straight, other, {.t_max = 10});
    ASSERT_EQ(implicit->has_value(), straight->has_value()) << i;
    if (*implicit) {
      ASSERT_NEAR((*implicit)->first, (*straight)->first, 1e-9 * (1 + (*straight)->first)) << i;
    }
    ASSERT_EQ(side(other, line.implicit)->side == Side::straddling, side(other, line.straight)->side == Side::straddling) << i;
  }
}

TEST(PlaneShapes, AHalfPlaneHoldsWhatHasAllCornersInIt) {
  AnyBody random(22);
  int held = 0;
  for (int i = 0; i < effort(500); ++i) {
    const Vec3 n = random.grid(3);
    const Vec2 normal = n.head<2>() == Vec2::Zero() ? Vec2(0, 1) : Vec2(n.head<2>());
    const double offset = random.whole(6);
    std::vector<Vec2> corners;
    for (int k = 0; k < 3; ++k) corners.push_back(random.grid(4).head<2>());
    const Body half = flat_moving({HalfPlane{normal, offset}}), triangle = flat_moving({ConvexPolygon2{corners}});
    const auto is_in = [&](const Vec2& c) { return normal.dot(c) <= offset; };
    const bool all = std::all_of(corners.begin(), corners.end(), is_in), any = std::any_of(corners.begin(), corners.end(), is_in);
    ASSERT_EQ(*contains(half, triangle), all) << i;
    ASSERT_EQ(*overlap(half, triangle), any) << i;
    ASSERT_EQ(*contains(half, flat_moving({PointCloud2{corners}})), all) << i;
    ASSERT_EQ(*overlap(half, flat_moving({PointCloud2{corners}})), any) << i;
    held += all ? 1 : 0;
    if (any) continue;
    double least = std::numeric_limits<double>::infinity();
    for (const Vec2& c : corners) least = std::min(least, (normal.dot(c) - offset) / normal.norm());
    ASSERT_NEAR(closest_points(half, triangle)->distance, least, 1e-12 * (1 + least)) << i;
  }
  EXPECT_GT(held, 20);
}

TEST(PlaneShapes, LinesByTheirEquationsMeetInAPointAndCutAChordFromADisc) {
  const auto region = [](const Body& a, const Body& b) {
    const Body bodies[] = {a, b};
    return *common_region(bodies);
  };
  const Body line = flat_moving({ImplicitLine2{Vec2(2, 0), 2}});
  const auto point = region(line, flat_moving({ImplicitLine2{Vec2(1, 1), 4}}));
  ASSERT_TRUE(point && std::holds_alternative<ContactSet>(*point));
  EXPECT_EQ(std::get<ContactSet>(*point).points[0], Vec3(1, 3, 0));
  EXPECT_TRUE(std::holds_alternative<Line>(*region(line, flat_moving({ImplicitLine2{Vec2(1, 0), 1}}))));
  EXPECT_FALSE(*overlap(line, flat_moving({ImplicitLine2{Vec2(1, 0), 2}})));
  EXPECT_EQ(closest_points(line, flat_moving({ImplicitLine2{Vec2(-1, 0), -4}}))->distance, 3);
  const ContactSet chord = std::get<ContactSet>(*region(flat_moving({Circle{Vec2(-2, 0), 5}}), line));
  ASSERT_EQ(chord.points.size(), 2);
  for (const Vec3& end : chord.points) EXPECT_NEAR((end - Vec3(1, end.y() > 0 ? 4 : -4, 0)).norm(), 0, 1e-14);
}

TEST(PlaneShapes, ARoundEllipseIsACircle) {
  AnyBody random(23);
  for (int i = 0; i < effort(300); ++i) {
    const Vec2 center = random.vector2(1);
    const double r = random.real(0.1, 1);
    const Body disc = flat_moving({Circle{center, r}}),
               ellipse = flat_moving({Ellipse{center, {Vec2(0.6, 0.8), Vec2(-0.8, 0.6)}, Vec2(r, r)}});
    const Body other = random.body2(i % AnyBody::kinds2, 2);
    ASSERT_NEAR(closest_points(ellipse, other)->distance, closest_points(disc, other)->distance, 1e-9) << i;
    if (i % AnyBody::kinds2 != 12) {
      const auto depth = penetration(ellipse, other), of_disc = penetration(disc, other);
      ASSERT_EQ(depth->has_value(), of_disc->has_value()) << i;
      if (*depth && std::isfinite((*of_disc)->depth)) {
        ASSERT_NEAR((*depth)->depth, (*of_disc)->depth, 1e-8) << i;
      }
      ASSERT_EQ(*contains(other, ellipse), *contains(other, disc)) << i;
    }
    ASSERT_EQ(*contains(ellipse, other), *contains(disc, other)) << i;
  }
}

/// Of the boundary.
Vec2 on_ellipse(const Ellipse& e, double angle) {
  return e.center + std::cos(angle) * e.half_extents.x() * e.axes[0] + std::sin(angle) * e.half_extents.y() * e.axes[1];
}

Ellipse any_ellipse(AnyBody& random) {
  const double turn = random.real(0, 6);
  const Vec2 along(std::cos(turn), std::sin(turn));
  return {random.vector2(1), {along, Vec2(-along.y(), along.x())}, Vec2(random.real(0.1, 1), random.real(0.1, 1))};
}

TEST(PlaneShapes, DistanceAndRaysOfAnEllipseAgreeWithASampling) {
  AnyBody random(24);
  for (int i = 0; i < effort(200); ++i) {
    const Ellipse ellipse = any_ellipse(random);
    const Vec2 point = random.vector2(3);
    double least = std::numeric_limits<double>::infinity();
    constexpr int samples = 1024;
    for (int k = 0; k < samples; ++k)
      least = std::min(least, (on_ellipse(ellipse, 2 * std::numbers::pi * k / samples) - point).norm());
    const Vec2 from = point - ellipse.center;
    const bool inside =
        std::hypot(from.dot(ellipse.axes[0]) / ellipse.half_extents.x(), from.dot(ellipse.axes[1]) / ellipse.half_extents.y()) <= 1;
    const auto found = closest_points(flat_moving({Point2{point}}), flat_moving({ellipse}));
    ASSERT_NEAR(found->distance, inside ? 0 : least, 1e-4) << i;
    ASSERT_LE(found->distance, least + 1e-9) << i;
    const auto cast = raycast(flat_moving({Line2{point, ellipse.center - point}}), flat_moving({ellipse}));
    ASSERT_EQ(cast->crossings.size(), 2) << i;  // through the centre
    for (const Crossing& c : cast->crossings) {
      const Vec2 at = c.point.head<2>() - ellipse.center;
      const double level =
          std::hypot(at.dot(ellipse.axes[0]) / ellipse.half_extents.x(), at.dot(ellipse.axes[1]) / ellipse.half_extents.y());
      ASSERT_NEAR(level, 1, 1e-12) << i;
    }
  }
}

double reach(const Ellipse& e, const Vec2& u) {
  return u.dot(e.center) + std::hypot(u.dot(e.axes[0]) * e.half_extents.x(), u.dot(e.axes[1]) * e.half_extents.y());
}

TEST(PlaneShapes, DepthOfAnEllipseAgreesWithASampling) {
  AnyBody random(25);
  int met = 0;
  for (int i = 0; i < effort(200); ++i) {
    const Ellipse a = any_ellipse(random), b = any_ellipse(random);
    double least = std::numeric_limits<double>::infinity();
    constexpr int samples = 1024;
    for (int k = 0; k < samples; ++k) {
      const double angle = 2 * std::numbers::pi * k / samples;
      const Vec2 u(std::cos(angle), std::sin(angle));
      least = std::min(least, reach(a, u) + reach(b, -u));
    }
    const auto found = penetration(flat_moving({a}), flat_moving({b}));
    if (std::abs(least) > 1e-3) {
      ASSERT_EQ(found->has_value(), least > 0) << i;
    }
    if (!*found) continue;
    ++met;
    ASSERT_NEAR((*found)->depth, least, 1e-4) << i;
    ASSERT_LE((*found)->depth, least + 1e-9) << i;
    ASSERT_EQ((*found)->normal.z(), 0) << i;
  }
  EXPECT_GT(met, 50);
}

TEST(PlaneShapes, EllipsesHoldWhatTheirEquationHolds) {
  const Body ellipse = flat_moving({Ellipse{Vec2(0, 0), {Vec2(1, 0), Vec2(0, 1)}, Vec2(4, 2)}});
  EXPECT_TRUE(*contains(ellipse, flat_moving({Point2{Vec2(4, 0)}})));
  EXPECT_FALSE(*contains(ellipse, flat_moving({Point2{Vec2(4, 0.0001)}})));
  EXPECT_TRUE(*contains(ellipse, flat_moving({Circle{Vec2(0, 0), 2}})));
  EXPECT_FALSE(*contains(ellipse, flat_moving({Circle{Vec2(0, 0.1), 2}})));
  const Body box = flat_moving({Aabb2{Vec2(-4, -2), Vec2(4, 2)}});
  EXPECT_TRUE(*contains(box, ellipse));
  EXPECT_FALSE(*contains(flat_moving({Aabb2{Vec2(-4, -1.99), Vec2(4, 2)}}), ellipse));
  EXPECT_TRUE(*contains(box, flat_moving({Capsule2{{Vec2(-3, 0), Vec2(3, 0)}, 1}})));
  EXPECT_FALSE(*contains(box, flat_moving({Capsule2{{Vec2(-3.5, 0), Vec2(3, 0)}, 1}})));
}

TEST(PlaneShapes, ACapsuleIsThatOfSpaceAndACloudItsPoints) {
  AnyBody random(26);
  for (int i = 0; i < effort(200); ++i) {
    const Vec2 p = random.vector2(2), q = random.vector2(2), c = random.vector2(2);
    const double r = random.real(0.1, 0.5);
    const auto in_space = [](const Vec2& v) { return Vec3(v.x(), v.y(), 0); };
    const Body capsule = flat_moving({Capsule2{{p, q}, r}});
    const Body spatial{*Geometry::make(Shape{Capsule{{in_space(p), in_space(q)}, r}}), {}, {}};
    const Body ball{*Geometry::make(Shape{Sphere{in_space(c), 0.25}}), {}, {}};
    ASSERT_EQ(closest_points(capsule, flat_moving({Circle{c, 0.25}}))->distance, closest_points(spatial, ball)->distance) << i;
    const double to_cloud = closest_points(flat_moving({PointCloud2{{p, q}}}), flat_moving({Circle{c, 0.25}}))->distance;
    ASSERT_NEAR(to_cloud, std::max(0.0, std::min((p - c).norm(), (q - c).norm()) - 0.25), 1e-12) << i;
  }
}

TEST(PlaneShapes, WithoutSenseAreRefused) {
  EXPECT_EQ(Geometry::make(Shape2{ImplicitLine2{Vec2::Zero(), 1}}).error().message, "n: the zero vector is no normal");
  EXPECT_EQ(Geometry::make(Shape2{HalfPlane{Vec2(std::nan(""), 0), 1}}).error().code, ErrorCode::not_finite);
  EXPECT_EQ(Geometry::make(Shape2{PointCloud2{}}).error().message, "p: no points");
  EXPECT_EQ(Geometry::make(Shape2{Capsule2{{Vec2::Zero(), Vec2::Zero()}, -1}}).error().message, "r: negative radius -1");
  EXPECT_FALSE(Geometry::make(Shape2{Ellipse{Vec2::Zero(), {Vec2(1, 0), Vec2(1, 0)}, Vec2(1, 1)}}));
}

/// A line that turns about the origin sweeps over a disc, three away from it, that is seen under an angle of 1.
TEST(PlaneShapes, WithoutEndTurn) {
  const double first = 1 - std::asin(0.1);
  const Body disc{*Geometry::make(Shape2{Circle{3 * Vec2(std::cos(1.0), std::sin(1.0)), 0.3}}), {}, {}};
  for (const Shape2& shape : {Shape2{Line2{Vec2::Zero(), Vec2(2, 0)}}, Shape2{ImplicitLine2{Vec2(0, 2), 0}},
                              Shape2{HalfPlane{Vec2(0, 2), 0}}, Shape2{Ray2{Vec2::Zero(), Vec2(1, 0)}}}) {
    const Body hand{*Geometry::make(shape), {}, {.angular_velocity = Vec3(0, 0, 1)}};
    for (const bool is_swapped : {false, true}) {
      const auto found = is_swapped ? sweep_turning(disc, hand, {.t_max = 2}) : sweep_turning(hand, disc, {.t_max = 2});
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_EQ(found->status, TurningStatus::contact);
      EXPECT_LE(found->t_lo, first);
      EXPECT_NEAR(found->t_lo, first, 1e-5);
      EXPECT_FALSE(found->initial);
    }
  }
}

}  // namespace
}  // namespace graze
