/// A box is a box, whether it is given as box, polyhedron, tetrahedra or mesh.

#include <gtest/gtest.h>

#include <graze/query/questions.h>

#include <oracle/effort.h>

#include "any_body.h"

namespace graze {
namespace {

using testing::AnyBody;
using testing::effort;

constexpr double same = 1e-11;  ///< relative: distances of linear shapes are right to 1e-12 on both sides

struct Box {
  Body aabb, obb, hull, mesh;
};

Box random_box(AnyBody& random, double apart, double size = 1) {
  const Aabb box = random.box(size);
  const Pose pose = random.pose(apart);
  const TriangleMesh surface = AnyBody::mesh_of(box);
  const Vec3 low = box.min, high = box.max;
  return {{*Geometry::make(Shape{box}), pose, {}},
          {*Geometry::make(Shape{Obb{(low + high) / 2, world_frame(), (high - low) / 2}}), pose, {}},
          {*Geometry::make(Shape{*convex_hull(surface.vertices)}), pose, {}},
          {*Geometry::make(Shape{surface}), pose, {}}};
}

TEST(Representation, DoesNotChangeTheDistanceOfBoxes) {
  AnyBody random(11);
  for (int i = 0; i < effort(300); ++i) {
    const Box a = random_box(random, 1.5), b = random_box(random, 1.5);
    const double distance = closest_points(a.aabb, b.aabb)->distance;
    for (const Body* x : {&a.obb, &a.hull, &a.mesh}) {
      for (const Body* y : {&b.obb, &b.hull, &b.mesh}) {
        const auto closest = closest_points(*x, *y, {.solid = true});
        ASSERT_TRUE(closest) << closest.error().message;
        EXPECT_NEAR(closest->distance, distance, same * (1 + distance)) << "pair " << i;
      }
    }
  }
}

TEST(Representation, DoesNotChangeWhatABoxHoldsOrMeets) {
  AnyBody random(12);
  int held = 0;
  for (int i = 0; i < effort(100); ++i) {
    const Box a = random_box(random, 0.3, 5);
    for (int kind = 0; kind < AnyBody::kinds; ++kind) {
      const Body b = random.body(kind, 0.3);
      const bool inside = *contains(a.aabb, b);
      held += inside ? 1 : 0;
      for (const Body* x : {&a.hull, &a.mesh}) {
        EXPECT_EQ(*contains(*x, b), inside) << "box " << i << ", kind " << kind;
        EXPECT_EQ(*overlap(*x, b, {.solid = true}), *overlap(a.aabb, b)) << "box " << i << ", kind " << kind;
      }
    }
  }
  EXPECT_GT(held, 20);
}

/// A mesh is a surface where the box is solid, so only rays that come from outside agree.
TEST(Representation, DoesNotChangeWhereARayFromOutsideHits) {
  AnyBody random(13);
  int hits = 0;
  for (int i = 0; i < effort(1000); ++i) {
    const Box a = random_box(random, 0.3);
    const Vec3 origin = 10 * random.vector(1).normalized();
    const Body ray{*Geometry::make(Shape{Ray{origin, -origin + random.vector(1)}}), {}, {}};
    const auto box = raycast(ray, a.aabb);
    const auto mesh = raycast(ray, a.mesh);
    ASSERT_TRUE(box && mesh);
    ASSERT_EQ(mesh->intersect, box->intersect) << "ray " << i;
    if (!box->intersect) continue;
    ++hits;
    EXPECT_NEAR(mesh->t, box->t, same) << "ray " << i;
    EXPECT_EQ(mesh->crossings.size(), 2U) << "ray " << i;
    EXPECT_NEAR((mesh->crossings[0].normal - box->crossings[0].normal).norm(), 0, 1e-9) << "ray " << i;
  }
  EXPECT_GT(hits, effort(1000) / 10);
}

}  // namespace
}  // namespace graze
