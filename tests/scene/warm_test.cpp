/// What a step of a scene allocates once it has seen as many bodies and pairs: nothing.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/counted_heap.h>

#include <graze/generate.h>
#include <graze/scene.h>
#include <graze/scene_questions.h>

namespace graze {
namespace {

using testing::allocations;

/// Bodies of these geometries in turn on a grid, near enough to meet their neighbours; every third one flies.
struct Crowd {
  explicit Crowd(const std::vector<Geometry>& geometries, bool solid = false) {
    constexpr int side = 6;
    constexpr double pitch = 0.9;
    for (int i = 0; i < side * side * side; ++i) {
      SceneBody body;
      const Geometry& geometry = geometries[static_cast<std::size_t>(i) % geometries.size()];
      body.parts.push_back({geometry, {}, solid && geometry.mesh() != nullptr, {}});
      body.pose.translation = pitch * Vec3(i % side, i / side % side, i / side / side);
      if (i % 3 == 0) body.motion = Motion{.velocity = Vec3(0.1, -0.2, 0.05 * (i % 5))};
      ids.push_back(scene.add(body).value());
    }
  }

  /// What an application does again and again.
  std::size_t step(double shift, const SceneOptions& options) {
    for (const BodyId id : ids) {
      Pose pose = scene.body(id).value()->pose;
      pose.translation.x() += shift;
      if (!scene.set_pose(id, pose)) return 0;
    }
    std::size_t pairs = 0;
    const auto count = [&](const ScenePair&) { return ++pairs, true; };
    if (!visit_overlaps(scene, count, options) || !any_overlap(scene, options)) return 0;
    return pairs;
  }

  Scene scene;
  std::vector<BodyId> ids;
};

void expect_no_heap(Crowd crowd, double at) {
  const SceneOptions options{.at = at, .threads = 1};
  // Until bodies have been seen to stay near their places, whose pairs are kept then.
  for (int i = 0; i < 9; ++i) EXPECT_GT(crowd.step(i % 2 == 0 ? 0.01 : -0.01, options), 20U);
  const std::size_t before = allocations;
  const std::size_t pairs = crowd.step(-0.01, options);
  EXPECT_EQ(allocations, before) << pairs << " pairs";
}

Geometry made(const Shape& shape) { return Geometry::make(shape).value(); }

std::vector<Geometry> shapes() {
  return {made(Shape{Aabb{Vec3::Constant(-0.5), Vec3::Constant(0.5)}}), made(Shape{Sphere{Vec3::Zero(), 0.5}}),
          made(Shape{Capsule{{Vec3(0, 0, -0.3), Vec3(0, 0, 0.3)}, 0.3}}),
          made(Shape{Obb{Vec3::Zero(), Obb{}.axes, Vec3(0.5, 0.4, 0.5)}})};
}

TEST(WarmScene, TakesNoHeapForStepsOfShapes) {
  expect_no_heap(Crowd(shapes()), 0);
  expect_no_heap(Crowd(shapes()), 0.5);
}

TEST(WarmScene, TakesNoHeapForStepsOfMeshesAndBalls) {
  const std::vector<Geometry> round{made(Shape{make_sphere_mesh(0.5, 2)}), made(Shape{Sphere{Vec3::Zero(), 0.5}}),
                                    made(Shape{make_torus_mesh(0.4, 0.15, 16, 8)})};
  expect_no_heap(Crowd(round), 0);
  expect_no_heap(Crowd(round), 0.5);
}

/// The hull of points on a sphere, large enough to meet its neighbours.
Geometry gem() {
  std::vector<Vec3> points;
  for (int i = 0; i < 14; ++i)
    points.push_back(0.8 * Vec3(std::sin(1.7 * i), std::cos(2.3 * i), std::sin(0.9 * i + 1)).normalized());
  return made(Shape{convex_hull(points).value()});
}

TEST(WarmScene, TakesNoHeapForStepsOfPolytopesAndMeshes) {
  const Geometry mesh = made(Shape{make_sphere_mesh(0.5, 2)});
  const Geometry cylinder = made(Shape{Cylinder{{Vec3(0, 0, -0.4), Vec3(0, 0, 0.4)}, 0.4}});
  for (const double at : {0.0, 0.5}) {
    expect_no_heap(Crowd({gem()}), at);
    expect_no_heap(Crowd({gem(), mesh}), at);
    expect_no_heap(Crowd({cylinder, mesh}), at);
  }
}

TEST(WarmScene, TakesNoHeapForStepsOfSolidMeshes) {
  const std::vector<Geometry> meshes{made(Shape{make_sphere_mesh(0.5, 2)}), made(Shape{make_torus_mesh(0.4, 0.15, 16, 8)})};
  const std::vector<Geometry> mixed{meshes[0], gem(), made(Shape{Sphere{Vec3::Zero(), 0.5}})};
  for (const double at : {0.0, 0.5}) {
    expect_no_heap(Crowd(meshes, true), at);
    expect_no_heap(Crowd(mixed, true), at);
  }
}

}  // namespace
}  // namespace graze
