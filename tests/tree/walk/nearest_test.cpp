/// Bounds of boxes against exact arithmetic, and walks by distance against all triangles.

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>
#include <limits>
#include <set>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>

#include "box/lane_margin.h"
#include "methods/rounded_closest.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/walk/kernels.h"
#include "tree/walk/nearest_pair.h"
#include "triangle/closest.h"

namespace graze::tree {
namespace {

using testing::infinity;

distance::PlacedSimplex placed(const TriangleMesh& mesh, const Pose& pose, std::uint32_t i) {
  return {place(mesh.triangle(i), pose), 3};
}

double distance_to(const Vec3& point, const TriangleMesh& mesh, const Pose& pose, std::uint32_t i) {
  return distance::closest(distance::placed_point(point, {}), placed(mesh, pose, i)).distance;
}

/// A bound of a box is right when it does not exceed the distance of any triangle below it.
template <class OnLane>
void for_each_lane(const MeshTree& tree, OnLane&& on_lane) {
  for (const WideNode& node : tree.wide().nodes) {
    for (int lane = 0; lane < 8; ++lane) {
      const Slot slot = node.slots[lane];
      if (!slot.is_empty() && slot.is_leaf()) on_lane(node, lane, tree.order().subspan(slot.first(), slot.count()));
    }
  }
}

TEST(Nearest, LanesNeverExceedTheExactDistance) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    test::Engine random(seed);
    const auto tree = MeshTree::build(test::random_soup(random, 60, 0.3));
    ASSERT_TRUE(tree);
    Pose pose = test::random_pose(random, seed % 2 == 0 ? 1 : 1e5);
    const Vec3 point = pose.translation + test::random_vector(random, std::ldexp(1, static_cast<int>(seed % 7)));
    const PointInTree in_tree = point_in_tree(tree->wide(), point_in_mesh(pose, point));
    ASSERT_TRUE(in_tree.is_near);
    const TreeLengths lengths(tree->wide(), in_tree.shear);
    for_each_lane(*tree, [&](const WideNode& node, int lane, std::span<const std::uint32_t> triangles) {
      float baseline[8], chosen[8];
      const float limit = lengths.limit(0.5);
      const unsigned nearer = walk_kernels_baseline.point_bounds(in_tree.point, node.boxes, limit, baseline);
      EXPECT_EQ(nearer, walk_kernels().point_bounds(in_tree.point, node.boxes, limit, chosen));
      EXPECT_EQ(baseline[lane], chosen[lane]);
      EXPECT_EQ((nearer >> lane & 1U) != 0, baseline[lane] < limit);
      for (const std::uint32_t i : triangles) {
        EXPECT_LT(baseline[lane], lengths.limit(distance_to(point, tree->mesh(), pose, i))) << "seed " << seed;
      }
    });
  }
}

/// Needles and plates, thousands of times longer than thick, in single precision.
Obb thin_box(test::Engine& random, double far) {
  const Pose pose = test::random_pose(random, far);
  Obb box;
  for (int k = 0; k < 3; ++k) {
    box.center[k] = static_cast<float>(pose.translation[k]);
    box.half_extents[k] = static_cast<float>(std::pow(10.0, -static_cast<double>(test::below(random, 4))));
    for (std::size_t j = 0; j < 3; ++j) box.axes[j][k] = static_cast<float>(pose.rotation(k, static_cast<int>(j)));
  }
  return box;
}

/// Below the distance, whatever the limit; and where it is above the limit, mostly nearly as high.
TEST(Nearest, BoundsOfThinBoxesComeCloseToTheirDistance) {
  test::Engine random(11);
  const int count = testing::effort(400);
  int beyond = 0, seen = 0;
  for (int i = 0; i < count; ++i) {
    const Obb one = thin_box(random, 0);
    sat::OneBox one_in_lanes;
    sat::EightBoxes eight;
    std::array<double, 8> squared_distance;
    double reach = one.center.lpNorm<1>();
    for (int k = 0; k < 3; ++k) {
      one_in_lanes.center[k] = static_cast<float>(one.center[k]);
      one_in_lanes.half_extents[k] = static_cast<float>(one.half_extents[k]);
      for (std::size_t j = 0; j < 3; ++j) one_in_lanes.axes[j][k] = static_cast<float>(one.axes[j][k]);
    }
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const Obb box = thin_box(random, 2);
      for (int k = 0; k < 3; ++k) {
        eight.center[k][lane] = static_cast<float>(box.center[k]);
        eight.half_extents[k][lane] = static_cast<float>(box.half_extents[k]);
        for (std::size_t j = 0; j < 3; ++j) eight.axes[j][k][lane] = static_cast<float>(box.axes[j][k]);
      }
      const double exact = distance::closest_points(Shape{one}, Pose{}, Shape{box}, Pose{})->distance;
      squared_distance[lane] = exact * exact;
      reach = std::max(reach, box.center.lpNorm<1>());
    }
    const sat::LaneMargin margin = sat::lane_margin_of({}, reach);
    for (std::size_t asked = 0; asked < 8; ++asked) {
      const double limit = 0.98 * squared_distance[asked];
      float bound[8], baseline[8];
      walk_kernels().box_bounds(one_in_lanes, eight, margin, static_cast<float>(limit), bound);
      walk_kernels_baseline.box_bounds(one_in_lanes, eight, margin, static_cast<float>(limit), baseline);
      for (std::size_t lane = 0; lane < 8; ++lane) {
        ASSERT_LE(static_cast<double>(bound[lane]), squared_distance[lane]) << i;
        ASSERT_EQ(bound[lane], baseline[lane]) << i;
      }
      if (squared_distance[asked] < 0x1p-20) continue;
      ++beyond;
      seen += static_cast<double>(bound[asked]) > limit ? 1 : 0;
    }
  }
  EXPECT_GT(beyond, count);
  EXPECT_GT(seen, beyond * 93 / 100) << beyond;  // one projection sees 81 of 100
}

/// And near it: where faces look at each other, and mostly.
TEST(Nearest, BoundsOfTwoBoxesInDoubleNeverExceedTheirDistance) {
  test::Engine random(12);
  int apart = 0, close = 0;
  for (int i = 0; i < testing::effort(2000); ++i) {
    const Obb a = thin_box(random, 0), b = thin_box(random, 1);
    const double exact = distance::closest_points(Shape{a}, Pose{}, Shape{b}, Pose{})->distance;
    const double bound = distance_bound(a, b);
    ASSERT_LE(bound, exact) << i;
    if (exact < 1e-3) continue;
    ++apart;
    close += bound > 0.9 * exact ? 1 : 0;
  }
  EXPECT_GT(close, apart / 2) << apart;
}

TEST(Nearest, SquaresAreLimitedAsLengthsAre) {
  test::Engine random(5);
  for (const double size : {1e-30, 1e-3, 1.0, 1e30}) {
    TriangleMesh soup = test::random_soup(random, 3, 1);
    for (Vec3& v : soup.vertices) v *= size;
    const auto tree = MeshTree::build(std::move(soup));
    ASSERT_TRUE(tree);
    const TreeLengths lengths(tree->wide(), 0);
    const TreeSquares squares(tree->wide());
    for (const double length : {0.0, 0.1 * size, 3 * size}) EXPECT_FLOAT_EQ(squares.limit(length * length), lengths.limit(length));
    EXPECT_EQ(squares.limit(-1), 0);
    EXPECT_EQ(squares.limit(infinity), std::numeric_limits<float>::infinity());
  }
}

/// A network that sorts all zeros and ones sorts everything. [Knuth98 §5.3.4]
TEST(Nearest, SortsEveryOrderOfEight) {
  for (unsigned ones = 0; ones < 256; ++ones) {
    std::uint64_t x[8];
    for (unsigned k = 0; k < 8; ++k) x[k] = ones >> k & 1U;
    sort_descending(x);
    EXPECT_TRUE(std::is_sorted(std::begin(x), std::end(x), std::greater<>())) << ones;
    EXPECT_EQ(std::count(std::begin(x), std::end(x), 1U), std::popcount(ones)) << ones;
  }
}

TEST(Nearest, BoundsInDoubleNeverExceedTheExactDistance) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    test::Engine random(seed);
    const auto tree = MeshTree::build(test::random_soup(random, 40, 0.3), {.keep_binary = true});
    ASSERT_TRUE(tree);
    const Pose pose = test::random_pose(random, seed % 2 == 0 ? 1 : 1e5);
    const Vec3 point = pose.translation + test::random_vector(random, std::ldexp(1, static_cast<int>(seed % 20)));
    for (const TreeNode& node : tree->binary()) {
      if (!node.is_leaf()) continue;
      const double bound = distance_bound(placed_outward(node.box, pose), point);
      for (const std::uint32_t i : tree->triangles_of(node)) ASSERT_LE(bound, distance_to(point, tree->mesh(), pose, i));
    }
  }
}

/// The nearest triangles as a walk sees them, with the number of triangles it looked at.
struct Walk {
  double distance = infinity;
  std::size_t looked_at = 0;
};

template <class Other>
Walk walk(const MeshTree& tree, const Pose& pose, const Other& other, const distance::PlacedSimplex& simplex) {
  Walk result;
  for_each_near_triangle(tree, pose, other, infinity, [&](std::uint32_t i) {
    ++result.looked_at;
    result.distance = std::min(result.distance, distance::closest(simplex, placed(tree.mesh(), pose, i)).distance);
    return result.distance;
  });
  return result;
}

double least_distance(const MeshTree& tree, const Pose& pose, const distance::PlacedSimplex& simplex) {
  double least = infinity;
  for (std::uint32_t i = 0; i < tree.mesh().triangles.size(); ++i)
    least = std::min(least, distance::closest(simplex, placed(tree.mesh(), pose, i)).distance);
  return least;
}

TEST(Nearest, FindsTheNearestTriangleOfAPointAndLooksAtFew) {
  std::size_t looked_at = 0, all = 0;
  for (unsigned seed = 0; seed < 40; ++seed) {
    test::Engine random(seed);
    const auto tree = MeshTree::build(seed % 2 == 0 ? test::random_soup(random, 300, 0.05) : test::bumpy_ball(10, 15, 0.3));
    ASSERT_TRUE(tree);
    const Pose pose = test::random_pose(random, seed % 3 == 0 ? 1e6 : 1);
    const Vec3 point = pose.translation + test::random_vector(random, 2);
    const auto simplex = distance::placed_point(point, {});
    const Walk found = walk(*tree, pose, point, simplex);
    ASSERT_EQ(found.distance, least_distance(*tree, pose, simplex)) << "seed " << seed;
    const Walk in_box = walk(*tree, pose, Obb{point, world_frame(), Vec3::Zero()}, simplex);
    ASSERT_EQ(in_box.distance, found.distance) << "seed " << seed;
    looked_at += found.looked_at;
    all += tree->mesh().triangles.size();
  }
  EXPECT_LT(20 * looked_at, all);
}

TEST(Nearest, FindsTheNearestTriangleOfAPointFarAway) {
  test::Engine random(1);
  const auto tree = MeshTree::build(test::random_soup(random, 500, 0.05));
  ASSERT_TRUE(tree);
  for (const double far : {1e3, 1e5, 1e9, 1e30, 1e120}) {
    const Vec3 point = test::random_vector(random, far);
    const auto simplex = distance::placed_point(point, {});
    const Walk found = walk(*tree, Pose{}, point, simplex);
    EXPECT_EQ(found.distance, least_distance(*tree, Pose{}, simplex)) << far;
    EXPECT_LT(found.looked_at, far < 1e10 ? 60U : 501U) << far;
    const Walk in_box = walk(*tree, Pose{}, Obb{point, world_frame(), Vec3::Zero()}, simplex);
    EXPECT_EQ(in_box.distance, found.distance) << far;
  }
}

Walk walk_pairs(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b, bool in_double) {
  Walk result;
  const auto on_pair = [&](std::uint32_t i, std::uint32_t j) {
    ++result.looked_at;
    const auto found = distance::closest(placed(a.mesh(), pose_a, i), placed(b.mesh(), pose_b, j));
    result.distance = std::min(result.distance, found.distance);
    return result.distance;
  };
  in_double ? for_each_pair_by_distance_in_double(a, pose_a, b, pose_b, infinity, on_pair)
            : for_each_pair_by_distance(a, pose_a, b, pose_b, infinity, on_pair);
  return result;
}

double least_distance(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b) {
  double least = infinity;
  for (std::uint32_t i = 0; i < a.mesh().triangles.size(); ++i)
    least = std::min(least, least_distance(b, pose_b, placed(a.mesh(), pose_a, i)));
  return least;
}

TEST(NearestPair, FindsTheNearestTrianglesAndLooksAtFew) {
  std::size_t looked_at = 0, all = 0;
  for (unsigned seed = 0; seed < static_cast<unsigned>(testing::effort(12)); ++seed) {
    test::Engine random(seed);
    const auto a = MeshTree::build(test::random_soup(random, 120, 0.1));
    const auto b = MeshTree::build(test::bumpy_ball(6, 9, 0.3));
    ASSERT_TRUE(a && b);
    const Pose pose_a = test::random_pose(random, seed % 2 == 0 ? 1 : 1e5);
    Pose pose_b = test::random_pose(random, 1);
    pose_b.translation += pose_a.translation + std::ldexp(1.0, static_cast<int>(seed % 5)) * Vec3(2, 1, 1);
    const double truth = least_distance(*a, pose_a, *b, pose_b);
    const Walk wide = walk_pairs(*a, pose_a, *b, pose_b, false);
    ASSERT_EQ(wide.distance, truth) << "seed " << seed;
    ASSERT_EQ(walk_pairs(*a, pose_a, *b, pose_b, true).distance, truth) << "seed " << seed;
    ASSERT_EQ(walk_pairs(*b, pose_b, *a, pose_a, false).distance, truth) << "seed " << seed;
    looked_at += wide.looked_at;
    all += a->mesh().triangles.size() * b->mesh().triangles.size();
  }
  EXPECT_LT(300 * looked_at, all);
}

TEST(NearestPair, FindsTheNearestTrianglesOfMeshesFarApart) {
  test::Engine random(1);
  const auto a = MeshTree::build(test::random_soup(random, 100, 0.1)), b = MeshTree::build(test::random_soup(random, 100, 0.1));
  ASSERT_TRUE(a && b);
  for (const double far : {1e3, 1e5, 1e8}) {
    const Pose pose{test::random_rotation(random), test::random_vector(random, far)};
    const Walk found = walk_pairs(*a, Pose{}, *b, pose, false);
    EXPECT_EQ(found.distance, least_distance(*a, Pose{}, *b, pose)) << far;
    EXPECT_LT(found.looked_at, 100U) << far;
  }
}

TEST(NearestPair, FindsTheNearestTrianglesOfMeshesOfVeryDifferentSize) {
  test::Engine random(2);
  const TriangleMesh unit = test::random_soup(random, 60, 0.1);
  for (const int exponent : {-200, -30, -21, -15, 15, 25, 200}) {
    TriangleMesh scaled = unit;
    for (Vec3& v : scaled.vertices) v *= std::ldexp(1.0, exponent);
    const auto a = MeshTree::build(unit), b = MeshTree::build(scaled);
    ASSERT_TRUE(a && b);
    const Pose pose{test::random_rotation(random), Vec3(3, 1, 2) * std::max(1.0, std::ldexp(1.0, exponent))};
    EXPECT_EQ(walk_pairs(*a, Pose{}, *b, pose, false).distance, least_distance(*a, Pose{}, *b, pose)) << exponent;
  }
}

TEST(NearestPair, AreNoneForEmptyMeshes) {
  const auto empty = MeshTree::build({}), tree = MeshTree::build(test::bumpy_ball(3, 4, 0));
  ASSERT_TRUE(empty && tree);
  EXPECT_EQ(walk_pairs(*empty, {}, *tree, {}, false).looked_at, 0U);
  EXPECT_EQ(walk(*empty, Pose{}, Vec3(1, 2, 3), distance::placed_point({1, 2, 3}, {})).looked_at, 0U);
}

}  // namespace
}  // namespace graze::tree
