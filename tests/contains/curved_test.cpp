#include <cmath>
#include <numbers>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "contains/contains_oracle.h"
#include "contains/convex.h"

namespace graze {
namespace {

using distance::contains;
using testing::CurvedBody;
using testing::RandomConvex;

/// Points of the curved boundary of the shape, in its own frame, by formula.
struct Samples {
  std::vector<Vec3> operator()(const Sphere& s) const { return on_sphere(s.center, s.radius * Mat3::Identity()); }
  std::vector<Vec3> operator()(const Capsule& s) const {
    auto points = on_sphere(s.v[0], s.radius * Mat3::Identity());
    const auto more = on_sphere(s.v[1], s.radius * Mat3::Identity());
    points.insert(points.end(), more.begin(), more.end());
    return points;
  }
  std::vector<Vec3> operator()(const Cylinder& s) const {
    auto points = circle(s.v[0], s.v[1] - s.v[0], s.radius);
    const auto more = circle(s.v[1], s.v[1] - s.v[0], s.radius);
    points.insert(points.end(), more.begin(), more.end());
    return points;
  }
  std::vector<Vec3> operator()(const Cone& s) const {
    auto points = circle(s.base, s.apex - s.base, s.radius);
    points.push_back(s.apex);
    return points;
  }
  std::vector<Vec3> operator()(const Ellipsoid& s) const {
    Mat3 m;
    for (int i = 0; i < 3; ++i) m.col(i) = s.half_extents[i] * s.axes[i];
    return on_sphere(s.center, m);
  }
  template <class Other>
  std::vector<Vec3> operator()(const Other&) const {
    return {};
  }

 private:
  static std::vector<Vec3> on_sphere(const Vec3& c, const Mat3& m) {
    std::vector<Vec3> points;
    for (int i = 0; i <= 24; ++i) {
      for (int j = 0; j < 48; ++j) {
        const double a = std::numbers::pi * i / 24;
        const double b = 2 * std::numbers::pi * j / 48;
        points.push_back(c + m * Vec3(std::sin(a) * std::cos(b), std::sin(a) * std::sin(b), std::cos(a)));
      }
    }
    return points;
  }
  static std::vector<Vec3> circle(const Vec3& c, const Vec3& axis, double r) {
    if (axis == Vec3::Zero()) return {c};
    const Vec3 u = axis.unitOrthogonal();
    const Vec3 v = axis.normalized().cross(u);
    std::vector<Vec3> points;
    for (int j = 0; j < 200; ++j) {
      const double b = 2 * std::numbers::pi * j / 200;
      points.push_back(c + r * (std::cos(b) * u + std::sin(b) * v));
    }
    return points;
  }
};

Shape scaled_about(const Shape& shape, const Vec3& middle, double s) {
  const auto at = [&](const Vec3& p) -> Vec3 { return middle + s * (p - middle); };
  if (const auto* x = std::get_if<Sphere>(&shape.value)) return {Sphere{at(x->center), s * x->radius}};
  if (const auto* x = std::get_if<Capsule>(&shape.value)) return {Capsule{{at(x->v[0]), at(x->v[1])}, s * x->radius}};
  if (const auto* x = std::get_if<Cylinder>(&shape.value)) return {Cylinder{{at(x->v[0]), at(x->v[1])}, s * x->radius}};
  if (const auto* x = std::get_if<Cone>(&shape.value)) return {Cone{at(x->base), at(x->apex), s * x->radius}};
  const auto& x = std::get<Ellipsoid>(shape.value);
  return {Ellipsoid{at(x.center), x.axes, s * x.half_extents}};
}

Vec3 some_middle(const Shape& shape) {
  if (const auto* x = std::get_if<Sphere>(&shape.value)) return x->center;
  if (const auto* x = std::get_if<Capsule>(&shape.value)) return (x->v[0] + x->v[1]) / 2;
  if (const auto* x = std::get_if<Cylinder>(&shape.value)) return (x->v[0] + x->v[1]) / 2;
  if (const auto* x = std::get_if<Cone>(&shape.value)) return 0.75 * x->base + 0.25 * x->apex;
  return std::get<Ellipsoid>(shape.value).center;
}

bool all_samples_inside(const CurvedBody& outer, const CurvedBody& inner) {
  for (const Vec3& p : std::visit(Samples{}, inner.shape.value)) {
    if (!*contains(outer.shape, outer.pose, {Point{inner.pose.to_world(p)}}, {})) return false;
  }
  return true;
}

TEST(ContainsCurved, CapsulesOfAnySizeHoldWhatTheyHold) {
  for (const int exponent : {-1000, -600, 0, 520, 1000}) {
    const double s = std::ldexp(1.0, exponent);
    const Shape capsule{Capsule{{Vec3(0, 0, 0), Vec3(4 * s, 0, 0)}, s}};
    const auto holds = [&](const Shape& inner) { return *distance::contains(capsule, {}, inner, {}); };
    EXPECT_FALSE(holds(Shape{Cylinder{{Vec3(0, 0, 9 * s), Vec3(0, 0, 10 * s)}, s / 2}})) << exponent;
    EXPECT_FALSE(holds(Shape{Ellipsoid{Vec3(0, 0, 9 * s), world_frame(), s * Vec3(1, 0.5, 0.25)}})) << exponent;
    EXPECT_TRUE(holds(Shape{Cylinder{{Vec3(0, 0, 0), Vec3(4 * s, 0, 0)}, s / 2}})) << exponent;
    EXPECT_TRUE(holds(Shape{Ellipsoid{Vec3(2 * s, 0, 0), world_frame(), s * Vec3(2, 0.5, 0.25)}})) << exponent;
  }
}

/// The least factor by which the outer shape has to grow about its middle to hold the inner one, found twice: by the test under
/// test and by samples of the boundary, which can only be a little too optimistic.
TEST(ContainsCurved, AgreesWithDenseSamplesOfTheBoundary) {
  RandomConvex random(101);
  int compared = 0;
  for (int i = 0; i < testing::effort(150); ++i) {
    const CurvedBody outer = testing::random_curved(random, false);
    const CurvedBody inner = testing::random_curved(random, false);
    const Vec3 middle = some_middle(outer.shape);
    double low = 0;
    double high = 4096;
    const auto grown = [&](double s) { return CurvedBody{scaled_about(outer.shape, middle, s), outer.pose}; };
    if (!*contains(grown(high).shape, outer.pose, inner.shape, inner.pose)) continue;
    while (high - low > 0x1p-16 * high) {
      const double s = (low + high) / 2;
      (*contains(grown(s).shape, outer.pose, inner.shape, inner.pose) ? high : low) = s;
    }
    ++compared;
    SCOPED_TRACE(i);
    EXPECT_TRUE(all_samples_inside(grown(high * (1 + 0x1p-12)), inner));
    EXPECT_FALSE(all_samples_inside(grown(low * 0.97), inner)) << "samples of 7.5 degrees miss less than a hundredth";
  }
  EXPECT_GT(compared, testing::effort(150) / 2);
}

TEST(ContainsCurved, AnInscribedShapeIsInsideAndOneThatSticksOutByAMillionthIsNot) {
  const double more = 1 + 1e-6;
  const double root = std::sqrt(0.5);
  const Shape ball{Sphere{Vec3(1, 2, 3), 1}};
  const Shape can{Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}};
  const Shape cone{Cone{Vec3(0, 0, 0), Vec3(0, 0, 1), 1}};
  const Shape egg{Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(3, 2, 1)}};
  const Shape pill{Capsule{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}};
  const struct {
    Shape outer;
    Shape inner;
    Vec3 middle;
    const char* what;
  } cases[] = {
      {ball, {Cylinder{{Vec3(1, 2, 3 - root), Vec3(1, 2, 3 + root)}, root}}, Vec3(1, 2, 3), "cylinder in ball"},
      {ball, {Ellipsoid{Vec3(1, 2, 3), world_frame(), Vec3(1, 0.5, 1)}}, Vec3(1, 2, 3), "ellipsoid in ball"},
      {ball, {Cone{Vec3(1, 2, 3), Vec3(1, 2, 3.75), 1}}, Vec3(1, 2, 3), "cone in ball"},
      {can, {Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(1, 1, 0.5)}}, Vec3(0, 0, 0), "ellipsoid in cylinder"},
      {can, {Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}}, Vec3(0, 0, 0), "cylinder in cylinder"},
      {cone, {Sphere{Vec3(0, 0, std::sqrt(2.0) - 1), std::sqrt(2.0) - 1}}, Vec3(0, 0, std::sqrt(2.0) - 1), "ball in cone"},
      {cone, {Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 0.25)}, 0.75}}, Vec3(0, 0, 0), "cylinder in cone"},
      {egg, {Sphere{Vec3(0, 0, 0), 1}}, Vec3(0, 0, 0), "ball in ellipsoid"},
      {egg, {Ellipsoid{Vec3(1.5, 0, 0), world_frame(), Vec3(1.5, 1, 0.5)}}, Vec3(1.5, 0, 0), "ellipsoid in ellipsoid"},
      {pill, {Cylinder{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}}, Vec3(0, 0, 0), "cylinder in capsule"},
      {pill, {Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(1, 1, 1.5)}}, Vec3(0, 0, 0), "ellipsoid in capsule"},
      {pill, {Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(0.5, 0.5, 2)}}, Vec3(0, 0, 0), "slim ellipsoid in capsule"},
      {pill, {Cone{Vec3(0, 0, -1), Vec3(0, 0, 2), 1}}, Vec3(0, 0, 0), "cone in capsule"},
  };
  RandomConvex random(102);
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    const Pose pose{random.any_rotation(), random.real_point(5)};
    const auto here = [&](const Shape& inner) { return *contains(c.outer, pose, inner, pose); };
    EXPECT_TRUE(here(c.inner));
    EXPECT_TRUE(here(scaled_about(c.inner, c.middle, 1 / more)));
    EXPECT_FALSE(here(scaled_about(c.inner, c.middle, more)));
  }
}

TEST(ContainsCurved, ABallShapedEllipsoidThatFillsTheEndOfACapsuleIsInside) {
  const Shape pill{Capsule{{Vec3(0, 0, -1), Vec3(0, 0, 1)}, 1}};
  EXPECT_TRUE(*contains(pill, {}, {Ellipsoid{Vec3(0, 0, 1), world_frame(), Vec3(1, 1, 1)}}, {}));
  EXPECT_FALSE(*contains(pill, {}, {Ellipsoid{Vec3(0, 0, 1), world_frame(), Vec3(1, 1, 1.001)}}, {}));
}

TEST(ContainsCurved, FlatAndThinOuterShapesHoldOnlyWhatIsAsThin) {
  const Shape coin{Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(2, 2, 0)}};
  EXPECT_TRUE(*contains(coin, {}, {Ellipsoid{Vec3(0, 0, 0), world_frame(), Vec3(2, 1, 0)}}, {}));
  EXPECT_FALSE(*contains(coin, {}, {Sphere{Vec3(0, 0, 0), 0x1p-100}}, {}));
  EXPECT_FALSE(*contains({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 1)}, 0}}, {}, {Cone{Vec3(0, 0, 0), Vec3(0, 0, 1), 0x1p-50}}, {}));
  EXPECT_TRUE(*contains({Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 1)}, 0}}, {}, {Cone{Vec3(0, 0, 0), Vec3(0, 0, 1), 0}}, {}));
}

}  // namespace
}  // namespace graze
