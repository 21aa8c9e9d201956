/// Distances of meshes whose squares are beyond doubles: the same as of small ones, scaled.

#include <cmath>

#include <gtest/gtest.h>

#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/status.h>

namespace graze {
namespace {

Body ball(double scale, const Vec3& at) {
  TriangleMesh mesh = make_sphere_mesh(1, 2);
  for (Vec3& v : mesh.vertices) v *= scale;
  return {*Geometry::make(Shape{mesh}), {Mat3::Identity(), scale * at}, {}};
}

TEST(LargeMeshes, HaveDistancesWhereSquaresOverflow) {
  const Vec3 at(3, 1.1, 0.7);
  const auto unit = closest_points(ball(1, Vec3::Zero()), ball(1, at));
  ASSERT_TRUE(unit);
  EXPECT_GT(unit->distance, at.norm() - 2);
  for (const double scale : {0x1p511, 0x1p512, 0x1p513, 0x1p600, 0x1p1000, 0x1p1020}) {
    const auto found = closest_points(ball(scale, Vec3::Zero()), ball(scale, at));
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->distance / scale, unit->distance, 4e-16 * unit->distance) << std::ilogb(scale);
    for (int side = 0; side < 2; ++side)
      EXPECT_LE((found->points[side] / scale - unit->points[side]).norm(), 1e-12) << std::ilogb(scale);
    const auto swapped = closest_points(ball(scale, at), ball(scale, Vec3::Zero()));
    ASSERT_TRUE(swapped);
    EXPECT_EQ(swapped->distance, found->distance);
    EXPECT_EQ(*within(ball(scale, Vec3::Zero()), ball(scale, at), 1.001 * scale * unit->distance), true);
    EXPECT_EQ(*within(ball(scale, Vec3::Zero()), ball(scale, at), 0.999 * scale * unit->distance), false);
  }
}

TEST(LargeMeshes, HaveDistancesAtDecimalSizesToo) {
  for (const double scale : {1e154, 1e155, 1e160, 1e300}) {
    const auto found = closest_points(ball(scale, Vec3::Zero()), ball(scale, {5, 0, 0}));
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->distance / scale, 3, 1e-12) << scale << ": along an axis, from corner to corner";
  }
}

}  // namespace
}  // namespace graze
