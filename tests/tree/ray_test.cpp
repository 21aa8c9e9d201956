/// Lines along trees against all triangles: none that is met is missed, few are looked at.

#include <graze/tree/ray.h>

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <graze/distance/triangle_line.h>
#include <graze/shapes/generate.h>
#include <oracle/effort.h>

#include "tree/tree_meshes.h"

namespace graze::tree {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Numbers = std::set<std::uint32_t>;

Numbers looked_at(const MeshTree& tree, const Pose& pose, const WorldLine& line) {
  Numbers numbers;
  for_each_triangle_along(tree, pose, line, infinity, [&](std::uint32_t i) {
    EXPECT_TRUE(numbers.insert(i).second);
    return infinity;
  });
  return numbers;
}

Numbers met(const MeshTree& tree, const Pose& pose, const WorldLine& line) {
  const distance::LineProbe probe(distance::Probe{line.origin, line.direction, {}, line.least, line.greatest, {}}, pose);
  Numbers numbers;
  for (std::uint32_t i = 0; i < tree.mesh().triangles.size(); ++i) {
    if (probe.contact(tree.mesh().triangle(i))) numbers.insert(i);
  }
  return numbers;
}

TEST(RayAlongTree, SeesEveryTriangleThatIsMetAndFewOthers) {
  std::size_t seen = 0, hits = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::effort(200)); ++seed) {
    test::Random random(seed);
    const auto tree = MeshTree::build(seed % 2 == 0 ? test::random_soup(random, 200, 0.2) : test::bumpy_ball(8, 12, 0.3));
    ASSERT_TRUE(tree);
    const Pose pose = test::random_pose(random, seed % 3 == 0 ? 1e4 : 1);
    // Through a corner of a triangle, from near and far, with directions of all lengths.
    const Vec3 target = pose.to_world(tree->mesh().triangle(seed % 96).v[0]);
    const Vec3 way = test::random_vector(random, 1) * std::ldexp(1.0, static_cast<int>(seed % 41) - 20);
    const double back = std::ldexp(1.0, static_cast<int>(seed % 23) - 8) / way.norm();
    const double least = seed % 5 == 0 ? -infinity : 0, greatest = seed % 7 == 0 ? 1.5 * back : infinity;
    const WorldLine line{target - back * way, way, least, greatest};
    const Numbers found = looked_at(*tree, pose, line), truth = met(*tree, pose, line);
    ASSERT_TRUE(std::includes(found.begin(), found.end(), truth.begin(), truth.end())) << "seed " << seed;
    seen += found.size();
    hits += truth.size();
  }
  EXPECT_GT(hits, static_cast<std::size_t>(testing::effort(200)));
  EXPECT_LT(seen, 20 * hits);
}

TEST(RayAlongTree, SeesTheFirstTriangleWhenTheLimitShrinks) {
  const auto tree = MeshTree::build(make_torus_mesh(2, 0.75, 24, 16));
  ASSERT_TRUE(tree);
  for (unsigned seed = 0; seed < 100; ++seed) {
    test::Random random(seed);
    const Pose pose = test::random_pose(random, 1);
    const WorldLine line{pose.translation + test::random_vector(random, 6), test::random_vector(random, 1), 0, infinity};
    const distance::LineProbe probe(distance::Probe{line.origin, line.direction, {}, 0, infinity, {}}, pose);
    double first = infinity, truth = infinity;
    std::size_t calls = 0;
    for_each_triangle_along(*tree, pose, line, infinity, [&](std::uint32_t i) {
      ++calls;
      if (const auto contact = probe.contact(tree->mesh().triangle(i))) first = std::min(first, contact->first.high);
      return first;
    });
    for (std::uint32_t i = 0; i < tree->mesh().triangles.size(); ++i) {
      if (const auto contact = probe.contact(tree->mesh().triangle(i))) truth = std::min(truth, contact->first.high);
    }
    ASSERT_EQ(first, truth) << "seed " << seed;
    ASSERT_LT(calls, 40U) << "seed " << seed;
  }
}

TEST(RayLanes, NeverPassByABoxThatTheLineMeets) {
  // Lines to the very rim of a box, from any side: exact corners of leaf boxes are what rounding would lose first.
  test::Random random(7);
  const auto tree = MeshTree::build(test::random_soup(random, 50, 0.3));
  ASSERT_TRUE(tree);
  for (unsigned k = 0; k < 3000; ++k) {
    const Triangle triangle = tree->mesh().triangle(k % 50);
    const Vec3 target = triangle.v[k % 3];
    const Vec3 origin = test::random_vector(random, 8);
    const RayInTree ray(tree->wide(), Pose{}, {origin, target - origin, 0, infinity});
    ASSERT_EQ(ray.reach(), RayInTree::Reach::passes);
    for (const WideNode& node : tree->wide().nodes) {
      float baseline[8], avx2[8];
      ray_bounds_baseline(ray.lanes(), node.boxes, baseline);
      sat::has_avx2() ? ray_bounds_avx2(ray.lanes(), node.boxes, avx2) : ray_bounds_baseline(ray.lanes(), node.boxes, avx2);
      for (int lane = 0; lane < 8; ++lane) {
        ASSERT_EQ(baseline[lane], avx2[lane]);
        const Slot slot = node.slots[lane];
        ASSERT_TRUE(!slot.is_empty() || std::isinf(baseline[lane]));
        if (slot.is_empty() || !slot.is_leaf()) continue;
        const auto numbers = tree->order().subspan(slot.first(), slot.count());
        if (std::find(numbers.begin(), numbers.end(), k % 50) == numbers.end()) continue;
        ASSERT_LT(baseline[lane], ray.limit(1 + 1e-12)) << k;  // target = origin + 1 * direction, but for its rounding
      }
    }
  }
}

TEST(RayAlongTree, LooksAtNothingThatItLeavesBehind) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 3));
  ASSERT_TRUE(tree);
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(5, 0, 0), Vec3(1, 0, 0), 0, infinity}).empty());
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(-5, 3, 0), Vec3(1, 0, 0), 0, infinity}).empty());
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(1, 0, 0), 0, 2}).empty());
  EXPECT_FALSE(looked_at(*tree, {}, {Vec3(-1e12, 0, 0), Vec3(1, 0, 0), 0, infinity}).empty());
}

}  // namespace
}  // namespace graze::tree
