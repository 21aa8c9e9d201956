/// Lines along trees against all triangles: none that is met is missed, few are looked at.

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>
#include <oracle/rational.h>

#include <graze/generate.h>

#include "simd/runnable.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/walk/ray.h"
#include "triangle/line.h"

namespace graze::tree {
namespace {

using testing::infinity;

using Numbers = std::set<std::uint32_t>;

Numbers looked_at(const MeshTree& tree, const Pose& pose, const distance::Probe& line) {
  const distance::LineProbe probe(line, pose);
  Numbers numbers;
  for_each_triangle_along(tree, probe.in_body(), probe.range(), [&](std::uint32_t i) {
    EXPECT_TRUE(numbers.insert(i).second);
    return infinity;
  });
  return numbers;
}

Numbers met(const MeshTree& tree, const Pose& pose, const distance::Probe& line) {
  const distance::LineProbe probe(line, pose);
  Numbers numbers;
  for (std::uint32_t i = 0; i < tree.mesh().triangles.size(); ++i) {
    if (probe.contact(tree.mesh().triangle(i))) numbers.insert(i);
  }
  return numbers;
}

TEST(RayAlongTree, SeesEveryTriangleThatIsMetAndFewOthers) {
  std::size_t seen = 0, hits = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::effort(200)); ++seed) {
    test::Engine random(seed);
    const auto tree = MeshTree::build(seed % 2 == 0 ? test::random_soup(random, 200, 0.2) : test::bumpy_ball(8, 12, 0.3));
    ASSERT_TRUE(tree);
    const Pose pose = test::random_pose(random, seed % 3 == 0 ? 1e4 : 1);
    // Through a corner of a triangle, from near and far, with directions of all lengths.
    const Vec3 target = pose.to_world(tree->mesh().triangle(seed % 96).v[0]);
    const Vec3 way = test::random_vector(random, 1) * std::ldexp(1.0, static_cast<int>(seed % 41) - 20);
    const double back = std::ldexp(1.0, static_cast<int>(seed % 23) - 8) / way.norm();
    const double least = seed % 5 == 0 ? -infinity : 0, greatest = seed % 7 == 0 ? 1.5 * back : infinity;
    const distance::Probe line{target - back * way, way, {}, least, greatest, {}};
    const Numbers found = looked_at(*tree, pose, line), truth = met(*tree, pose, line);
    ASSERT_TRUE(std::includes(found.begin(), found.end(), truth.begin(), truth.end())) << "seed " << seed;
    seen += found.size();
    hits += truth.size();
  }
  EXPECT_GT(hits, static_cast<std::size_t>(testing::effort(200)));
  EXPECT_LT(seen, 5 * hits);
}

TEST(RayAlongTree, SeesTheFirstTriangleWhenTheLimitShrinks) {
  const auto tree = MeshTree::build(make_torus_mesh(2, 0.75, 24, 16));
  ASSERT_TRUE(tree);
  for (unsigned seed = 0; seed < 100; ++seed) {
    test::Engine random(seed);
    const Pose pose = test::random_pose(random, 1);
    const Ray ray{pose.translation + test::random_vector(random, 6), test::random_vector(random, 1)};
    const distance::LineProbe probe(distance::as_probe(ray), pose);
    double first = infinity, truth = infinity;
    std::size_t calls = 0;
    for_each_triangle_along(*tree, probe.in_body(), probe.range(), [&](std::uint32_t i) {
      ++calls;
      if (const auto contact = probe.contact(tree->mesh().triangle(i))) first = std::min(first, contact->first.high);
      return first;
    });
    for (std::uint32_t i = 0; i < tree->mesh().triangles.size(); ++i) {
      if (const auto contact = probe.contact(tree->mesh().triangle(i))) truth = std::min(truth, contact->first.high);
    }
    ASSERT_EQ(first, truth) << "seed " << seed;
    ASSERT_LT(calls, 10U) << "seed " << seed;
  }
}

/// The triangles that a walk comes to, one after the other.
std::vector<std::uint32_t> come_to(const MeshTree& tree, const distance::RoundedLine& line, double t_max, WalkAlong walk) {
  std::vector<std::uint32_t> triangles;
  for_each_triangle_along(
      tree, line, {0, t_max},
      [&](std::uint32_t i) {
        triangles.push_back(i);
        return infinity;
      },
      walk);
  return triangles;
}

/// Some lines run along one axis or two, others nearly so.
Vec3 random_way(test::Engine& random, unsigned k) {
  Vec3 way = test::random_vector(random, 8) * std::ldexp(1.0, -static_cast<int>(k % 12));
  if (k % 5 == 1) way[k % 3] = 0;
  if (k % 5 == 2) way[k % 3] = way[(k + 1) % 3] = 0;
  if (k % 5 == 3) way[k % 3] *= std::ldexp(1.0, -static_cast<int>(k % 97));
  return way;
}

/// That this machine can take. They may come to triangles in another order, and to some more or less that are not met.
std::vector<WalkAlong> all_walks() { return test::runnable(walk_kernels_baseline, walk_kernels_avx2, &WalkKernels::walk_along); }

/// Lines to the very rim of boxes at every level, from any side: corners of triangles are what rounding would lose first.
void expect_to_come_to_all_corners(const MeshTree& tree, double scale) {
  test::Engine random(7);
  for (unsigned k = 0; k < static_cast<unsigned>(testing::effort(6000)); ++k) {
    const auto triangle = static_cast<std::uint32_t>(k % tree.mesh().triangles.size());
    const Vec3 target = tree.mesh().triangle(triangle).v[k % 3];
    const Vec3 origin = target + scale * random_way(random, k);
    if (origin == target) continue;
    const double t_max = 1 + 1e-12;  // target = origin + 1 * direction, but for its rounding
    for (const WalkAlong walk : all_walks()) {
      const std::vector<std::uint32_t> found = come_to(tree, {origin, target - origin}, t_max, walk);
      ASSERT_NE(std::find(found.begin(), found.end(), triangle), found.end()) << k;
    }
  }
}

TEST(RayLanes, NeverPassByABoxThatTheLineMeets) {
  for (const int count : {1, 4, 5, 8, 9, 50}) {  // few have no boxes
    test::Engine random(7);
    const TriangleMesh soup = test::random_soup(random, count, 0.3);
    for (const double scale : {1.0, 0x1p-300, 0x1p300}) {
      TriangleMesh mesh = soup;
      for (Vec3& v : mesh.vertices) v *= scale;
      const auto tree = MeshTree::build(mesh);
      ASSERT_TRUE(tree);
      expect_to_come_to_all_corners(*tree, scale);
      if (HasFatalFailure()) FAIL() << count << " triangles, times " << scale;
    }
  }
}

TEST(RayLanes, ShowEveryTriangleOnce) {
  // The last block of a few is filled up with its first triangle.
  for (const int count : {1, 2, 3, 5, 6, 8, 9, 10}) {
    TriangleMesh stack;
    for (int i = 0; i < count; ++i) {
      for (const Vec3& v : {Vec3(-1, -1, i), Vec3(1, -1, i), Vec3(0, 1, i)}) stack.vertices.push_back(v);
      const auto first = static_cast<std::uint32_t>(3 * i);
      stack.triangles.push_back({first, first + 1, first + 2});
    }
    const auto tree = MeshTree::build(stack);
    ASSERT_TRUE(tree);
    for (const WalkAlong walk : all_walks()) {
      std::vector<std::uint32_t> found = come_to(*tree, {Vec3(0, 0, -5), Vec3(0.01, 0.01, 1)}, infinity, walk);
      std::sort(found.begin(), found.end());
      ASSERT_EQ(found.size(), static_cast<std::size_t>(count));
      for (std::uint32_t i = 0; i < found.size(); ++i) EXPECT_EQ(found[i], i);
    }
  }
}

/// A point beside the rim of the triangle, by about what single precision can tell.
Vec3 near_rim(test::Engine& random, const Triangle& triangle) {
  const double inward = std::ldexp(test::uniform(random, -1, 1), -15 - test::below(random, 15));
  const Vec3 on_edge = triangle.v[0] + test::uniform(random, 0, 1) * (triangle.v[1] - triangle.v[0]);
  return on_edge + inward * (triangle.v[2] - on_edge);
}

/// On which sides of its edges a line, without ends, passes a triangle that it does not run along: the same sides of all, or not.
struct ExactSides {
  int least = 1, greatest = -1;

  ExactSides(const Vec3& origin, const Vec3& way, const Triangle& triangle) {
    for (std::size_t i = 0; i < 3; ++i) {
      const oracle::RationalVec3 p = oracle::exact(triangle.v[i]) - oracle::exact(origin),
                                 q = oracle::exact(triangle.v[(i + 1) % 3]) - oracle::exact(origin);
      const int side = sgn(dot(oracle::exact(way), cross(p, q)));
      least = std::min(least, side);
      greatest = std::max(greatest, side);
    }
  }

  [[nodiscard]] bool are_met() const { return least >= 0 || greatest <= 0; }
  [[nodiscard]] bool are_entered() const { return greatest < 0; }
  [[nodiscard]] bool are_left() const { return least > 0; }
};

/// Holds the walk to what it says for certain; returns whether it shows the triangle, and adds up how often it was certain.
bool shows(const MeshTree& tree, const distance::RoundedLine& line, std::uint32_t number, WalkAlong walk, std::size_t& certain) {
  bool is_shown = false;
  auto see = [&](const TrianglesAhead& ahead) {
    for (unsigned k = 0; k < 2; ++k) {
      if ((ahead.sides.may_meet >> k & 1U) == 0 || ahead.numbers[k] != number) continue;
      is_shown = true;
      if ((ahead.sides.within >> k & 1U) == 0) continue;
      ++certain;
      const ExactSides sides(line.origin, line.direction, tree.mesh().triangle(number));
      const bool is_entered = (ahead.sides.entered >> k & 1U) != 0;
      EXPECT_TRUE(is_entered ? sides.are_entered() : sides.are_left()) << "triangle " << number;
    }
    return infinity;
  };
  for_each_two_along(tree, line, {0, infinity}, see, walk);
  return is_shown;
}

void expect_certain_of_truth_only(int count) {
  std::size_t meetings = 0, others = 0, certain = 0;
  for (const double size : {1.0, 0x1p-3, 0x1p-9}) {
    test::Engine random(3);
    const auto tree = MeshTree::build(test::random_soup(random, count, size));
    ASSERT_TRUE(tree);
    for (unsigned k = 0; k < static_cast<unsigned>(testing::effort(12000)); ++k) {
      const auto number = static_cast<std::uint32_t>(k % tree->mesh().triangles.size());
      const Triangle triangle = tree->mesh().triangle(number);
      const Vec3 origin = test::random_vector(random, 3), way = near_rim(random, triangle) - origin;
      const bool is_met = ExactSides(origin, way, triangle).are_met();
      (is_met ? meetings : others)++;
      for (const WalkAlong walk : all_walks()) {
        const bool is_shown = shows(*tree, {origin, way}, number, walk, certain);
        ASSERT_TRUE(is_shown || !is_met) << k;
      }
      if (::testing::Test::HasFailure()) FAIL() << k;
    }
  }
  EXPECT_GT(meetings, others / 2);
  EXPECT_GT(others, meetings / 4);
  EXPECT_GT(certain, meetings / 4);
}

TEST(TriangleBlocks, AreCertainOnlyOfWhatIsTrue) {
  for (const int count : {7, 40}) expect_certain_of_truth_only(count);
}

TEST(RayLanes, NeverPassByFlatBoxes) {
  // Sides of cubes: every box has planes that lines run along, and corners have coordinates that are exact in every format.
  TriangleMesh mesh;
  for (unsigned k = 0; k < 12; ++k) {
    const TriangleMesh cube = make_box_mesh(Vec3(1, 1, 1));
    const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
    for (const Vec3& v : cube.vertices) mesh.vertices.push_back(v + 2 * Vec3(k % 3, k / 3 % 2, k / 6));
    for (const auto& t : cube.triangles) mesh.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  }
  const auto tree = MeshTree::build(mesh);
  ASSERT_TRUE(tree);
  expect_to_come_to_all_corners(*tree, 1);
}

TEST(RayLanes, ComeToNearTrianglesFirst) {
  // Triangles behind each other along the line: those of a block are looked at together, blocks one after the other.
  TriangleMesh stack;
  constexpr std::uint32_t count = 100;
  for (std::uint32_t i = 0; i < count; ++i) {
    const double z = (i * 37) % count;
    for (const Vec3& v : {Vec3(-1, -1, z), Vec3(1, -1, z), Vec3(0, 1, z)}) stack.vertices.push_back(v);
    stack.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  const auto tree = MeshTree::build(stack);
  ASSERT_TRUE(tree);
  const std::vector<std::uint32_t> found = come_to(*tree, {Vec3(0, 0, -5), Vec3(0, 0, 0.5)}, infinity, walk_kernels().walk_along);
  ASSERT_EQ(found.size(), count);
  for (std::uint32_t k = 0; k < count; ++k) EXPECT_LT(std::abs(static_cast<int>(found[k] * 37 % count) - static_cast<int>(k)), 4);
}

TEST(RayAlongTree, LooksAtEverythingWhenDoublesCannotTellWhereTheLineIs) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 1));
  ASSERT_TRUE(tree);
  const std::size_t all = tree->mesh().triangles.size();
  EXPECT_EQ(looked_at(*tree, {}, {Vec3(-1e30, 0, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).size(), all);
  EXPECT_EQ(looked_at(*tree, {}, {Vec3(-1e300, 0, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).size(), all);
  EXPECT_EQ(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(0x1p-1060, 0, 0), {}, 0, infinity, {}}).size(), all);
  EXPECT_LT(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(0x1p-900, 0, 0), {}, 0, infinity, {}}).size(), all / 2);
  EXPECT_LT(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(0x1p900, 0, 0), {}, 0, infinity, {}}).size(), all / 2);
}

TEST(RayAlongTree, LooksAtNothingThatItLeavesBehind) {
  const auto tree = MeshTree::build(make_sphere_mesh(1, 3));
  ASSERT_TRUE(tree);
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(5, 0, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).empty());
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(-5, 3, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).empty());
  EXPECT_TRUE(looked_at(*tree, {}, {Vec3(-5, 0, 0), Vec3(1, 0, 0), {}, 0, 2, {}}).empty());
  EXPECT_FALSE(looked_at(*tree, {}, {Vec3(-1e12, 0, 0), Vec3(1, 0, 0), {}, 0, infinity, {}}).empty());
}

}  // namespace
}  // namespace graze::tree
