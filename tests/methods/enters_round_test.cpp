/// Triangles that meet the inside of round bodies, against distances, stretched balls and points of both.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "methods/rounded_closest.h"
#include "triangle/enters_round.h"

namespace graze::distance {
namespace {

using testing::Random;

bool enters(const Triangle& t, const Shape& shape) {
  const Pose still;
  return enters({lifted<Dyadic>(t.v[0]), lifted<Dyadic>(t.v[1]), lifted<Dyadic>(t.v[2])},
                *conditions<Dyadic>(PlacedShape(shape, still), Vec3::Zero()));
}

Triangle grid_triangle(Random& random) { return {{random.grid(4), random.grid(4), random.grid(4)}}; }

/// Squared distances on the grid are fractions with denominators below 2^16, so that they are either equal or well apart.
TEST(TriangleEnters, ABallWhenItIsNearerThanTheRadius) {
  Random random(1);
  int entered = 0, touching = 0;
  for (int k = 0; k < testing::effort(3000); ++k) {
    const Triangle t = grid_triangle(random);
    const Vec3 center = random.grid(4);
    const double distance = closest_points(*as_rounded(Shape{t}, {}), *as_rounded(Shape{Point{center}}, {})).distance;
    const double radius = k % 2 == 0 ? std::round(distance) : random.real(0.1, 4);
    if (!(radius > 0)) continue;
    const bool touches = std::abs(distance - radius) < 1e-9;
    const bool inside = enters(t, Shape{Sphere{center, radius}});
    ASSERT_EQ(inside, !touches && distance < radius) << "triangle " << k << ", seed 1";
    ASSERT_EQ(enters(t, Shape{Capsule{{center, center}, radius}}), inside) << "triangle " << k << ", seed 1";
    entered += inside ? 1 : 0;
    touching += touches ? 1 : 0;
  }
  EXPECT_GT(entered, testing::effort(3000) / 10);
  EXPECT_GT(touching, testing::effort(3000) / 100);
}

TEST(TriangleEnters, AnEllipsoidAsTheBallItIsStretchedFrom) {
  Random random(2);
  const Vec3 stretch(2, 0.5, 8);
  for (int k = 0; k < testing::effort(1000); ++k) {
    const Triangle t = grid_triangle(random);
    Triangle stretched = t;
    for (Vec3& v : stretched.v) v = stretch.cwiseProduct(v);
    const double radius = 1 + std::abs(random.whole(2));
    ASSERT_EQ(enters(stretched, Shape{Ellipsoid{Vec3::Zero(), world_frame(), radius * stretch}}),
              enters(t, Shape{Sphere{Vec3::Zero(), radius}}))
        << "triangle " << k << ", seed 2";
  }
}

/// One triangle in the base plane, one in the plane of the other end, some beside the wall.
TEST(TriangleEnters, NoCylinderOrConeInItsCapsAndAlongItsWall) {
  const auto level = [](double z) { return Triangle{{Vec3(-9, -9, z), Vec3(9, -9, z), Vec3(0, 9, z)}}; };
  const auto upright = [](double x) { return Triangle{{Vec3(x, -9, -9), Vec3(x, 9, -9), Vec3(x, 0, 9)}}; };
  const Shape cylinder{Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, 2)}, 1}}, cone{Cone{Vec3(0, 0, 0), Vec3(0, 0, 2), 1}};
  const double more = std::nextafter(0.0, 1.0), less = std::nextafter(2.0, 1.0);
  for (const Shape& shape : {cylinder, cone}) {
    EXPECT_FALSE(enters(level(0), shape));
    EXPECT_TRUE(enters(level(more), shape));
    EXPECT_TRUE(enters(level(less), shape));
    EXPECT_FALSE(enters(level(2), shape));
    EXPECT_FALSE(enters(upright(1), shape));
    EXPECT_TRUE(enters(upright(std::nextafter(1.0, 0.0)), shape));
    EXPECT_TRUE(enters(upright(0), shape));
  }
  const Triangle leaning{{Vec3(1, -9, 0), Vec3(1, 9, 0), Vec3(0, 0, 2)}},
      through_apex{{Vec3(0, 0, 2), Vec3(9, 0, 3), Vec3(9, 9, 2)}};
  EXPECT_FALSE(enters(leaning, cone));
  EXPECT_TRUE(enters(leaning, cylinder));
  EXPECT_FALSE(enters(through_apex, cone));
}

/// A point of the triangle well inside is a proof.
TEST(TriangleEnters, WhatHoldsOneOfItsPoints) {
  Random random(3);
  int found = 0;
  for (int k = 0; k < testing::effort(2000); ++k) {
    const Triangle t = grid_triangle(random);
    const Vec3 base = random.grid(3), axis = random.grid(2) + Vec3(0.5, 0, 0);
    const double radius = random.real(0.1, 2);
    bool in_cylinder = false, in_cone = false;
    for (int i = 0; i < 100; ++i) {
      const double u = random.real(0, 1), v = random.real(0, 1 - u);
      const Vec3 p = t.v[0] + u * (t.v[1] - t.v[0]) + v * (t.v[2] - t.v[0]) - base;
      const double s = p.dot(axis) / axis.squaredNorm(), off = (p - s * axis).norm();
      const bool between = s > 1e-9 && s < 1 - 1e-9;
      in_cylinder = in_cylinder || (between && off < radius * (1 - 1e-9));
      in_cone = in_cone || (between && off < (1 - s) * radius * (1 - 1e-9));
    }
    const bool enters_cylinder = enters(t, Shape{Cylinder{{base, base + axis}, radius}});
    const bool enters_cone = enters(t, Shape{Cone{base, base + axis, radius}});
    ASSERT_TRUE(enters_cylinder || !in_cylinder) << "triangle " << k << ", seed 3";
    ASSERT_TRUE(enters_cone || !in_cone) << "triangle " << k << ", seed 3";
    ASSERT_TRUE(enters_cylinder || !enters_cone) << "triangle " << k << ", seed 3";
    found += in_cone ? 1 : 0;
  }
  EXPECT_GT(found, testing::effort(2000) / 50);
}

}  // namespace
}  // namespace graze::distance
