/// A box is a box, whether it is given as box, polyhedron, tetrahedra or mesh.

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/solid.h>

#include <graze/contains.h>
#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/raycast.h>

#include "questions/any_body.h"

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
        const auto closest = closest_points(testing::solid(*x), testing::solid(*y));
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
        EXPECT_EQ(*overlap(testing::solid(*x), testing::solid(b)), *overlap(a.aabb, b)) << "box " << i << ", kind " << kind;
      }
    }
  }
  EXPECT_GT(held, 20);
}

/// With coordinates in quarters, so that they touch the walls from both sides, lie in them, and are flat.
class GridBody : public AnyBody {
 public:
  using AnyBody::AnyBody;

  Result<Geometry> geometry(int kind) {
    const double r = extent();
    const Vec3 p = place(), q = below(2) == 0 ? Vec3(p.x(), p.y(), place().z()) : place();
    switch (kind) {
      case 0: return Geometry::make(Shape{Sphere{p, r}});
      case 1: return Geometry::make(Shape{Capsule{{p, q}, r}});
      case 2: return Geometry::make(Shape{Cylinder{{p, q}, r}});
      case 3: return Geometry::make(Shape{Cone{p, q, r}});
      case 4: return Geometry::make(Shape{Ellipsoid{p, world_frame(), Vec3(r, extent(), extent())}});
      case 5: return Geometry::make(Shape{Obb{p, world_frame(), Vec3(r, extent(), extent())}});
      case 6: return Geometry::make(Shape{Aabb{p.cwiseMin(q), p.cwiseMax(q)}});
      case 7: return Geometry::make(Shape{Segment{{p, q}}});
      case 8: return Geometry::make(Shape{Triangle{{p, q, place()}}});
      case 9: return Geometry::make(Shape{Tetrahedron{{p, q, place(), place()}}});
      case 10: return Geometry::make(Shape{PointCloud{{p, q}}});
      case 11: return Geometry::make(Shape{Point{p}});
      case 12: return Geometry::make(Shape{ConvexPolygon{{p, q, place()}}});
      default: return Geometry::make(Shape{mesh_of({p.cwiseMin(q), p.cwiseMax(q)})});
    }
  }
  static constexpr int grid_kinds = 14;

 private:
  Vec3 place() { return Vec3::Constant(1) + grid(4) / 4 + (below(4) == 0 ? Vec3(grid(4) / 4) : Vec3::Zero()); }
  double extent() { return static_cast<double>(below(5)) / 4; }
};

TEST(Representation, DoesNotChangeWhichTouchingAndFlatBodiesABoxHolds) {
  const Aabb box{Vec3(0, 0, 0), Vec3(2, 2, 2)};
  const Body aabb{*Geometry::make(Shape{box}), {}, {}}, mesh{*Geometry::make(Shape{AnyBody::mesh_of(box)}), {}, {}},
      hull{*Geometry::make(Shape{*convex_hull(AnyBody::mesh_of(box).vertices)}), {}, {}};
  GridBody random(14);
  std::array<int, GridBody::grid_kinds> held{}, tried{};
  for (int i = 0; i < effort(3000); ++i) {
    const int kind = i % GridBody::grid_kinds;
    const auto geometry = random.geometry(kind);
    if (!geometry) continue;  // an axis without length
    const Body b{*geometry, {}, {}};
    const bool inside = *contains(aabb, b);
    ++tried[kind];
    held[kind] += inside ? 1 : 0;
    ASSERT_EQ(*contains(mesh, b), inside) << "body " << i << ", kind " << kind << ", seed 14";
    ASSERT_EQ(*contains(hull, b), inside) << "body " << i << ", kind " << kind << ", seed 14";
  }
  for (int kind = 0; kind < GridBody::grid_kinds; ++kind) {
    EXPECT_GT(held[kind], 0) << kind;
    EXPECT_LT(held[kind], tried[kind]) << kind;
  }
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

TEST(Representation, LinesWithoutADirectionArePointsToSolidsToo) {
  const Aabb box{Vec3(0, 0, 0), Vec3(2, 2, 2)};
  const Body mesh{*Geometry::make(Shape{AnyBody::mesh_of(box)}), {}, {}};
  for (const Vec3& p : {Vec3(1, 1, 1), Vec3(2, 2, 2), Vec3(1, 1, 3)}) {
    const bool is_inside = p.z() <= 2;
    for (const Shape& shape : {Shape{Line{p, Vec3::Zero()}}, Shape{Ray{p, Vec3::Zero()}}, Shape{Point{p}}}) {
      const Body body{*Geometry::make(shape), {}, {}};
      EXPECT_EQ(*contains(mesh, body), is_inside) << p.transpose();
      EXPECT_EQ(*overlap(testing::solid(mesh), testing::solid(body)), is_inside) << p.transpose();
    }
  }
}

}  // namespace
}  // namespace graze
