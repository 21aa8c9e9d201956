/// A mesh against a shape, asked through its tree, against the same question asked of every triangle.

#include <questions/any_body.h>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/distance.h>
#include <graze/sweep.h>

namespace graze {
namespace {

using testing::AnyBody;

const TriangleMesh bumpy = make_bumpy_sphere_mesh(1, 0.2, 1);

/// The body of one of the mesh's triangles.
Body bumpy_triangle(const Body& mesh, std::size_t i) { return {*Geometry::make(Shape{bumpy.triangle(i)}), mesh.pose, mesh.motion}; }

/// Convex shapes: neither clouds nor meshes.
constexpr int convex_kinds = AnyBody::kinds - 2;

Body moving(AnyBody& any, Body body) {
  body.motion.velocity = any.vector(1);
  return body;
}

TEST(MeshShapeSweep, MeetsTheTriangleThatIsMetFirstOfAll) {
  AnyBody any(31);
  int meeting = 0;
  for (int k = 0; k < testing::effort(12 * convex_kinds); ++k) {
    const Body mesh = moving(any, {*Geometry::make(Shape{bumpy}), any.pose(3), {}});
    const Body shape = moving(any, any.body(k % convex_kinds, 3));
    const double t_max = k % 3 == 0 ? 2.5 : 1e3;
    std::optional<double> first, last;
    std::int32_t triangle = -1;
    for (std::size_t i = 0; i < bumpy.triangles.size(); ++i) {
      const auto impact = sweep(bumpy_triangle(mesh, i), shape, {.t_max = t_max, .want_last = true});
      ASSERT_TRUE(impact) << impact.error().message;
      if (!*impact) continue;
      if (!first || (*impact)->first < *first) {
        first = (*impact)->first;
        triangle = static_cast<std::int32_t>(i);
      }
      last = std::max(last.value_or(0), *(*impact)->last);
    }
    for (const bool want_last : {false, true}) {
      const auto found = sweep(mesh, shape, {.t_max = t_max, .want_last = want_last});
      ASSERT_TRUE(found) << found.error().message;
      ASSERT_EQ(found->has_value(), first.has_value()) << "kind " << k % convex_kinds << " case " << k;
      if (!first) continue;
      EXPECT_EQ((*found)->first, *first) << "kind " << k % convex_kinds << " case " << k;
      EXPECT_EQ((*found)->features[0].triangle, triangle) << "kind " << k % convex_kinds << " case " << k;
      EXPECT_EQ((*found)->last, want_last ? last : std::nullopt) << "kind " << k % convex_kinds << " case " << k;
    }
    meeting += first ? 1 : 0;
  }
  EXPECT_GT(meeting, convex_kinds);
}

TEST(MeshShapeDistance, IsThatOfTheNearestTriangle) {
  AnyBody any(32);
  int meeting = 0;
  for (int k = 0; k < testing::effort(20 * convex_kinds); ++k) {
    const Body mesh{*Geometry::make(Shape{bumpy}), any.pose(1), {}};
    const Body shape = any.body(k % convex_kinds, k % 2 == 0 ? 1 : 4);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < bumpy.triangles.size(); ++i) {
      const auto closest = closest_points(bumpy_triangle(mesh, i), shape);
      ASSERT_TRUE(closest) << closest.error().message;
      least = std::min(least, closest->distance);
    }
    const auto found = closest_points(mesh, shape);
    ASSERT_TRUE(found) << found.error().message;
    EXPECT_EQ(found->distance == 0, least == 0) << "kind " << k % convex_kinds << " case " << k;
    EXPECT_NEAR(found->distance, least, 1e-12 * least) << "kind " << k % convex_kinds << " case " << k;
    // A corner of several triangles is as near to each, up to rounding.
    const auto of_named = closest_points(bumpy_triangle(mesh, static_cast<std::size_t>(found->features[0].triangle)), shape);
    EXPECT_NEAR(of_named->distance, least, 1e-12 * least) << "kind " << k % convex_kinds << " case " << k;
    meeting += least == 0 ? 1 : 0;
  }
  EXPECT_GT(meeting, convex_kinds);
}

/// The corner of many triangles is nearest to all of them: brackets of their distances overlap.
TEST(MeshShapeDistance, OfBallsBesideACornerOfManyTrianglesIsThatOfTheCorner) {
  AnyBody any(33);
  TriangleMesh fan;
  fan.vertices.push_back(Vec3::Zero());
  for (int k = 0; k <= 400; ++k) fan.vertices.push_back(Vec3(std::cos(0.01 * k), std::sin(0.01 * k), -1));
  for (std::uint32_t k = 1; k <= 400; ++k) fan.triangles.push_back({0, k, k + 1});
  for (int k = 0; k < 20; ++k) {
    const Body mesh{*Geometry::make(Shape{fan}), any.pose(1), {}};
    const double height = any.real(0.5, 2), radius = any.real(0, 0.49);
    const Vec3 center = mesh.pose.to_world(Vec3(0, 0, height));
    for (const Shape& shape :
         {Shape{Sphere{center, radius}}, Shape{Capsule{{center, mesh.pose.to_world(Vec3(1, 1, 9))}, radius}}}) {
      const auto found = closest_points(mesh, {*Geometry::make(shape), {}, {}});
      ASSERT_TRUE(found);
      EXPECT_NEAR(found->distance, height - radius, 1e-14);
    }
  }
}

}  // namespace
}  // namespace graze
