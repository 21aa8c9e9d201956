/// Answers do not depend on how the nodes of a tree are stored.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/generate.h>
#include <graze/intersection.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/pairs.h>
#include <graze/raycast.h>
#include <graze/sweep.h>

#include "oracle/effort.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"

namespace graze {
namespace {

/// One mesh under both kinds of trees.
struct Both {
  Geometry wide, compact;
};

Both both(const TriangleMesh& mesh) {
  return {Geometry::of(*MeshTree::build(mesh)), Geometry::of(*MeshTree::build(mesh, {.layout = NodeLayout::compact}))};
}

/// Clean ones, then a soup, and a ball with triangles that are double, points or segments.
std::vector<TriangleMesh> some_meshes() {
  test::Engine random(4);
  TriangleMesh dirty = test::bumpy_ball(8, 12, 0.3);
  dirty.triangles.push_back(dirty.triangles[7]);
  dirty.triangles.push_back({3, 3, 3});
  dirty.triangles.push_back({20, 40, 20});
  return {make_bumpy_sphere_mesh(1, 0.2, 3), make_torus_mesh(1, 0.4, 24, 12), test::random_soup(random, 200, 0.3), dirty};
}

/// Sizes and places of a scene.
struct Scene {
  double scale = 1;
  Vec3 offset = Vec3::Zero();  ///< of the vertices, taken back by the pose
};

const std::vector<Scene>& scenes() {
  static const std::vector<Scene> all = {{}, {0x1p500}, {0x1p-500}, {1, {1e6, -3e5, 7e5}}};
  return all;
}

TriangleMesh in_scene(TriangleMesh mesh, const Scene& scene) {
  for (Vec3& v : mesh.vertices) v = scene.scale * (v + scene.offset);
  return mesh;
}

Pose in_scene(const Pose& pose, const Scene& scene) {
  return {pose.rotation, scene.scale * (pose.translation - pose.rotation * scene.offset)};
}

/// on_pair(a, b, c, d, scene): a against b under wide trees, c against d under compact ones.
template <class OnPair>
void for_each_pair(unsigned seed, int poses, OnPair&& on_pair) {
  test::Engine random(seed);
  for (const Scene& scene : scenes()) {
    std::vector<Both> meshes;
    for (const TriangleMesh& mesh : some_meshes()) meshes.push_back(both(in_scene(mesh, scene)));
    for (int i = 0; i < testing::effort(poses); ++i) {
      const Both &x = meshes[random() % meshes.size()], &y = meshes[random() % meshes.size()];
      const Pose pose_a = in_scene(test::random_pose(random, 1), scene), pose_b = in_scene(test::random_pose(random, 1.5), scene);
      Motion motion;
      motion.velocity = scene.scale * test::random_vector(random, 2);
      on_pair(Body{x.wide, pose_a, {}}, Body{y.wide, pose_b, motion}, Body{x.compact, pose_a, {}}, Body{y.compact, pose_b, motion},
              scene);
    }
  }
}

TEST(NodeLayout, DoesNotChangeWhatMeets) {
  int met = 0;
  for_each_pair(1, 100, [&](const Body& a, const Body& b, const Body& c, const Body& d, const Scene&) {
    const bool meets = *overlap(a, b);
    met += meets ? 1 : 0;
    EXPECT_EQ(*overlap(c, d), meets);
    EXPECT_EQ(*overlap(a, d), meets);
    const IntersectionOptions all{std::size_t(-1)};
    EXPECT_EQ(intersection(c, d, all)->pairs, intersection(a, b, all)->pairs);
  });
  EXPECT_GT(met, 20);
}

TEST(NodeLayout, DoesNotChangeWhatRaysHit) {
  int hits = 0;
  for_each_pair(3, 60, [&](const Body& a, const Body& b, const Body& c, const Body&, const Scene& scene) {
    const Vec3 from = a.pose.to_world(scene.scale * (Vec3(2, 1, 1) + scene.offset));
    const Body ray{*Geometry::make(Shape{Ray{from, b.motion.velocity}}), {}, {}};
    const auto wide = raycast(ray, a), compact = raycast(ray, c);
    ASSERT_TRUE(wide && compact);
    ASSERT_EQ(compact->intersect, wide->intersect);
    EXPECT_EQ(compact->t, wide->t);
    EXPECT_EQ(compact->crossings.size(), wide->crossings.size());
    hits += wide->intersect ? 1 : 0;
  });
  EXPECT_GT(hits, 10);
}

TEST(NodeLayout, DoesNotChangeFirstContacts) {
  int met = 0;
  for_each_pair(4, 40, [&](const Body& a, const Body& b, const Body& c, const Body& d, const Scene&) {
    const auto wide = *sweep(a, b), compact = *sweep(c, d);
    ASSERT_EQ(compact.has_value(), wide.has_value());
    if (!wide) return;
    ++met;
    EXPECT_EQ(compact->first, wide->first);
    EXPECT_EQ(compact->initial, wide->initial);
  });
  EXPECT_GT(met, 10);
}

TEST(NodeLayout, DoesNotChangeDistances) {
  int apart = 0;
  for_each_pair(5, 20, [&](const Body& a, const Body& b, const Body& c, const Body& d, const Scene&) {
    const auto wide = closest_points(a, b), compact = closest_points(c, d);
    ASSERT_TRUE(wide && compact);
    EXPECT_EQ(compact->distance, wide->distance);
    apart += wide->distance > 0 ? 1 : 0;
  });
  EXPECT_GT(apart, 10);
}

TEST(NodeLayout, DoesNotChangeContactsOfTurningMeshes) {
  int met = 0;
  for_each_pair(6, 10, [&](const Body& a, Body b, const Body& c, Body d, const Scene& scene) {
    if (scene.scale != 1) return;
    b.motion.angular_velocity = d.motion.angular_velocity = Vec3(0.3, -0.5, 0.7);
    const TurningOptions options{.t_max = 2, .tolerance = 1e-6};
    const auto wide = sweep_turning(a, b, options), compact = sweep_turning(c, d, options);
    ASSERT_TRUE(wide && compact);
    ASSERT_EQ(compact->status, wide->status);
    // Which of two bounds of the same contact is found depends on the boxes looked at; both are within the tolerance of it.
    EXPECT_NEAR(compact->t_lo, wide->t_lo, 1e-5);
    met += wide->status == TurningStatus::contact ? 1 : 0;
  });
  EXPECT_GT(met, 3);
}

TEST(NodeLayout, DoesNotChangeWhereAMeshMeetsItself) {
  for (const TriangleMesh& mesh : some_meshes()) {
    const Both trees = both(mesh);
    EXPECT_EQ(self_intersection({trees.compact, {}, {}})->pairs, self_intersection({trees.wide, {}, {}})->pairs);
  }
}

}  // namespace
}  // namespace graze
