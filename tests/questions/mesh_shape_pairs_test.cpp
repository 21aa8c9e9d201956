/// Triangles of a mesh that are near a shape, or touch it first, against every triangle asked for itself.

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/sweep.h>

#include "questions/any_body.h"

namespace graze {
namespace {

using testing::AnyBody;

constexpr int cloud = 17;

Body triangle_of(const Body& mesh, std::uint32_t i) {
  return {*Geometry::make(Shape{mesh.geometry.mesh()->triangle(i)}), mesh.pose, mesh.motion};
}

TEST(PairsOfAMeshAndAShape, AreTheTrianglesWithinTheDistance) {
  AnyBody random(41);
  const Geometry geometry = *Geometry::make(Shape{make_torus_mesh(1, 0.4, 10, 6)});
  for (int kind = 0; kind < cloud; ++kind) {
    const Body mesh{geometry, random.pose(0.5), {}}, shape = random.body(kind, 0.5);
    for (const double distance : {0.0, 0.2}) {
      std::vector<TrianglePair> truth;
      for (std::uint32_t i = 0; i < 120; ++i) {
        const Body one = triangle_of(mesh, i);
        if (distance == 0 ? *overlap(one, shape) : closest_points(one, shape)->distance <= distance) truth.push_back({i, 0});
      }
      const auto found = pairs_within(mesh, shape, distance);
      ASSERT_TRUE(found) << kind << found.error().message;
      EXPECT_EQ(found->pairs, truth) << kind << " " << distance;
      EXPECT_EQ(found->pair_count, truth.size());
      const auto swapped = pairs_within(shape, mesh, distance, {.max_pairs = 1});
      EXPECT_EQ(swapped->pair_count, truth.size());
      if (truth.empty()) continue;
      EXPECT_EQ(swapped->pairs.at(0), (TrianglePair{0, truth[0][0]}));
    }
  }
  EXPECT_FALSE(pairs_within(random.body(6, 1), random.body(11, 1), 1));
}

TEST(FirstContactsOfAMeshAndAShape, AreAllTrianglesOfTheFirstTime) {
  const Body mesh{*Geometry::make(Shape{AnyBody::mesh_of({Vec3(-1, -1, -1), Vec3(1, 1, 1)})}), {}, {}};
  Body box{*Geometry::make(Shape{Aabb{Vec3(3, -2, -2), Vec3(4, 2, 2)}}), {}, {Vec3(-1, 0, 0), Vec3::Zero(), {}}};
  const auto found = first_contacts(mesh, box);
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->first, 2);
  EXPECT_FALSE((*found)->initial);
  // both of the side x = 1 in an area; others share an edge or a corner with that side
  std::size_t areas = 0;
  for (const TouchingPair& pair : (*found)->pairs) {
    areas += pair.set.points.size() == 3 ? 1 : 0;
    for (const Vec3& p : pair.set.points) EXPECT_EQ(p.x(), 1);
  }
  EXPECT_EQ(areas, 2U);
  EXPECT_GT((*found)->pair_count, 2U);
  box.motion.velocity = Vec3(1, 0, 0);
  EXPECT_FALSE(*first_contacts(mesh, box));
}

TEST(FirstContactsOfAMeshAndAShape, HoldTheContactOfTheSweep) {
  AnyBody random(42);
  const Geometry geometry = *Geometry::make(Shape{make_torus_mesh(1, 0.4, 10, 6)});
  for (int k = 0; k < testing::effort(60); ++k) {
    Body mesh{geometry, random.pose(0.5), {}}, shape = random.body(k % cloud, 3);
    shape.motion.velocity = mesh.pose.translation - shape.pose.translation;
    const auto impact = sweep(mesh, shape, {.t_max = 3});
    const auto found = first_contacts(mesh, shape, {.t_max = 3});
    ASSERT_TRUE(found) << k;
    ASSERT_EQ(found->has_value(), impact->has_value()) << k;
    if (!*found) continue;
    EXPECT_EQ((*found)->first, (*impact)->first) << k;
    EXPECT_EQ((*found)->initial, (*impact)->initial) << k;
    ASSERT_GE((*found)->pair_count, 1U) << k;
    for (const TouchingPair& pair : (*found)->pairs) {
      const auto alone = sweep(triangle_of(mesh, pair.triangles[0]), shape, {.t_max = 3});
      ASSERT_TRUE(alone && *alone) << k;
      EXPECT_EQ((*alone)->first, (*found)->first) << k;
    }
    const auto swapped = first_contacts(shape, mesh, {.t_max = 3});
    EXPECT_EQ((*swapped)->pair_count, (*found)->pair_count) << k;
    EXPECT_EQ((*swapped)->pairs[0].triangles[1], (*found)->pairs[0].triangles[0]) << k;
  }
}

}  // namespace
}  // namespace graze
