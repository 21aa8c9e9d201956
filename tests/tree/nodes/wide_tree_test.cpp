/// The wide form of a tree: every triangle once, inside all boxes above it, in few and full nodes.

#include <array>
#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/mesh.h>

#include "geometry/frame.h"
#include "geometry/orthonormal_frame.h"
#include "oracle/effort.h"
#include "tree/nodes/extent_lanes.h"
#include "tree/nodes/kernels.h"
#include "tree/nodes/mesh_tree.h"
#include "tree/nodes/tree_meshes.h"
#include "tree/nodes/wide_tree.h"
#include "tree/nodes/wide_tree_checks.h"

namespace graze {
namespace {

TEST(WideTree, ContainsItsTrianglesAtEveryLevel) {
  for (const Vec3& center : {Vec3(0, 0, 0), Vec3(1e6, -3, 0.1)}) {
    for (const double size : {1.0, 1e-320, 1e-200, 1e200, 1e302}) {
      TriangleMesh mesh = test::bumpy_ball(8, 12, 0.2);
      for (Vec3& v : mesh.vertices) v = size * (v + center);
      const auto tree = MeshTree::build(mesh);
      ASSERT_TRUE(tree);
      test::expect_sound(*tree);
    }
  }
}

TEST(WideTree, ContainsTrianglesWhoseCoordinatesSinglePrecisionCannotHold) {
  // Long needles and specks far from the middle: rounding of corners, axes and centres is as large as the boxes.
  for (unsigned seed = 0; seed < 20; ++seed) {
    test::Engine random(seed);
    const auto tree = MeshTree::build(test::random_soup(random, 60, std::ldexp(1.0, -2 * static_cast<int>(seed))));
    ASSERT_TRUE(tree);
    test::expect_sound(*tree);
  }
}

/// Two points that single precision cannot hold, the second on one side of the first along every axis: the box ends just where the
/// bounds of roundings say.
struct TwoPoints {
  tree::AxesInLanes axes;
  std::array<Vec3, 2> points;
};

TwoPoints random_two_points(test::Engine& random, double side, double size, double far, double unit) {
  TwoPoints made;
  const Frame frame = *orthonormal_frame(test::random_vector(random, 1), test::random_vector(random, 1));
  made.points[0] = unit * test::random_vector(random, far);
  made.points[1] = made.points[0];
  for (int i = 0; i < 3; ++i) {
    const Vec3& axis = frame[static_cast<std::size_t>(i)];
    made.points[1] += side * unit * size * test::uniform(random, 0, 1) * axis;
    for (int k = 0; k < 3; ++k) made.axes.axes[i][k] = static_cast<float>(axis[k]);
    made.axes.reference[i] = static_cast<float>(made.points[0][i]);
  }
  return made;
}

tree::ExtentInLanes extent_of(const TwoPoints& two) {
  std::array<std::array<float, 8>, 3> rows{};
  for (std::size_t k = 0; k < 3; ++k)
    for (std::size_t n = 0; n < 8; ++n) rows[k][n] = static_cast<float>(two.points[n % 2][static_cast<Eigen::Index>(k)]);
  return tree::node_kernels_baseline.extent_along({rows[0].data(), rows[1].data(), rows[2].data(), 8}, two.axes);
}

TEST(WideTree, HoldsPointsAsTheyWereBeforeTheyWereRounded) {
  test::Engine random(4);
  for (int i = 0; i < testing::effort(20'000); ++i) {
    const double far = i % 3 == 0 ? 0 : (i % 3 == 1 ? 1 : 100), unit = i % 7 == 0 ? 0x1p-147 : 1;
    const TwoPoints two = random_two_points(random, i % 2 == 0 ? 1 : -1, std::ldexp(1, i % 11 - 8), far, unit);
    sat::EightBoxes boxes;
    const std::size_t lane = static_cast<std::size_t>(i) % 8;
    const double reach = store_box(boxes, lane, two.axes, extent_of(two));
    const Obb box = tree::stored_box(boxes, lane);
    ASSERT_GE(reach, box.center.lpNorm<1>());
    ASSERT_LE(reach, box.center.lpNorm<1>() * (1 + 1e-12));
    for (const Vec3& p : two.points) ASSERT_TRUE(oracle::contains(box, p)) << "case " << i << ", far " << far << ", unit " << unit;
    const double room = 0x1p-18 * ((two.points[1] - two.points[0]).lpNorm<1>() + two.points[0].lpNorm<1>()) + 0x1p-138;
    ASSERT_LE(2 * box.half_extents.maxCoeff(), (two.points[1] - two.points[0]).norm() + room) << "case " << i;
  }
}

/// Axes with few digits, as no tree stores them: points that need no rounding, and a shear that its bound alone makes up for.
TEST(WideTree, HoldsPointsAlongAxesThatAreSheared) {
  test::Engine random(5);
  for (int i = 0; i < testing::effort(2'000); ++i) {
    const Frame frame = *orthonormal_frame(test::random_vector(random, 1), test::random_vector(random, 1));
    tree::AxesInLanes axes{};
    for (int k = 0; k < 3; ++k) {
      for (int j = 0; j < 3; ++j)
        axes.axes[k][j] = static_cast<float>(std::round(frame[static_cast<std::size_t>(k)][j] * 0x1p9) * 0x1p-9);
    }
    std::array<Vec3, 8> points;
    points[0] = Vec3::Zero();
    for (std::size_t n = 1; n < 8; ++n)
      points[n] = Vec3(test::below(random, 65) - 32, test::below(random, 65) - 32, test::below(random, 65) - 32);
    std::array<std::array<float, 8>, 3> rows{};
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t n = 0; n < 8; ++n) rows[k][n] = static_cast<float>(points[n][static_cast<Eigen::Index>(k)]);
    const tree::ExtentInLanes extent =
        tree::node_kernels_baseline.extent_along({rows[0].data(), rows[1].data(), rows[2].data(), 8}, axes);
    sat::EightBoxes boxes;
    store_box(boxes, 0, axes, extent);
    for (const Vec3& p : points) ASSERT_TRUE(oracle::contains(tree::stored_box(boxes, 0), p)) << "case " << i;
  }
}

/// Its corners are as far along its axes as it says, so that nothing but bounds of roundings holds them.
TEST(WideTree, HasBoxesInTheMeshAroundThoseThatAreStored) {
  for (unsigned seed = 0; seed < 20; ++seed) {
    test::Engine random(seed);
    TriangleMesh soup = test::random_soup(random, 60, std::ldexp(1.0, -static_cast<int>(seed)));
    const double scale = seed % 5 == 4 ? 0x1p-1066 : 1, far = seed % 2 == 0 ? 0 : 0x1p20;
    const Vec3 middle = test::random_vector(random, far);
    for (Vec3& v : soup.vertices) v = scale * (v + middle);
    const auto tree = MeshTree::build(std::move(soup));
    ASSERT_TRUE(tree);
    const tree::WideTree& wide = tree->wide();
    const mpq_class unit(std::ldexp(1.0, wide.exponent));
    for (std::uint32_t n = 0; n < wide.node_count(); ++n) {
      for (int lane = 0; lane < 8; ++lane) {
        const tree::BoxRef ref(n, lane);
        if (tree::slot_of(wide, ref).is_empty()) continue;
        const Obb stored = tree::stored_box(wide.nodes[n].boxes, ref.lane()), in_mesh = tree::box_in_mesh(wide, n, ref.lane());
        for (unsigned signs = 0; signs < 8; ++signs) {
          oracle::Rational3 d = oracle::corner(stored, signs, Vec3::Zero());
          const oracle::Rational3 from = oracle::offset(in_mesh.center, wide.origin);
          for (std::size_t k = 0; k < 3; ++k) d[k] = d[k] / unit + from[k];
          ASSERT_TRUE(oracle::contains(in_mesh, d)) << "soup " << seed << ", node " << n << ", lane " << lane;
        }
      }
    }
  }
}

TEST(WideTree, HasNoBoxInAnEmptySlotWhateverWasThere) {
  sat::EightBoxes boxes;
  std::memset(&boxes, 0x40, sizeof boxes);
  tree::store_nothing(boxes, 3);
  const Obb nothing = tree::stored_box(boxes, 3), beside = tree::stored_box(boxes, 4);
  EXPECT_EQ(nothing.center, Vec3::Zero());
  for (const Vec3& axis : nothing.axes) EXPECT_EQ(axis, Vec3::Zero());
  EXPECT_EQ(nothing.half_extents, Vec3::Constant(static_cast<double>(tree::empty_half_extent)));
  EXPECT_NE(beside.center, Vec3::Zero());
}

TEST(WideTree, IgnoresVerticesWithoutATriangle) {
  TriangleMesh mesh = test::bumpy_ball(4, 6, 0.1);
  const auto alone = MeshTree::build(mesh);
  mesh.vertices.push_back({1e300, -1e300, 0});
  const auto beside = MeshTree::build(mesh);
  ASSERT_TRUE(alone && beside);
  EXPECT_TRUE(test::same_bits(*alone, *beside));
}

TEST(WideTree, TakesOneTwoAndManyIdenticalTriangles) {
  for (const std::size_t count : {1U, 2U, 3U, 8U, 17U, 100U}) {
    TriangleMesh mesh{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {}};
    mesh.triangles.assign(count, {0, 1, 2});
    const auto tree = MeshTree::build(mesh);
    ASSERT_TRUE(tree);
    test::expect_sound(*tree);
  }
}

TEST(WideTree, FillsMostOfItsSlots) {
  const auto tree = MeshTree::build(test::bumpy_ball(40, 60, 0.2));
  ASSERT_TRUE(tree);
  const test::WideCount count = test::expect_sound(*tree);
  EXPECT_GT(static_cast<double>(count.filled), 0.8 * 8 * static_cast<double>(count.nodes));
}

/// Bytes of the tree and of the order of its triangles, a triangle.
double bytes_per_triangle(const MeshTree& tree) {
  return static_cast<double>(report_on(tree).bytes) / static_cast<double>(tree.order().size());
}

/// Meshes of a thousand triangles and more, of kinds that are hard to fill nodes with: slivers, rings, a soup.
std::vector<TriangleMesh> hard_to_pack() {
  test::Engine random(3);
  return {test::bumpy_ball(40, 60, 0.2), make_sphere_mesh(1, 4), make_torus_mesh(3, 0.01, 400, 4), make_torus_mesh(1, 0.4, 50, 30),
          test::random_soup(random, 1500, 0.5)};
}

TEST(WideTree, TakesAtMost65BytesATriangle) {
  for (const TriangleMesh& mesh : hard_to_pack()) {
    const auto tree = MeshTree::build(mesh);
    ASSERT_TRUE(tree);
    EXPECT_LE(bytes_per_triangle(*tree), 65);
  }
}

TEST(WideTree, FillsItsSlotsAlsoWithPointsInARowAndUponEachOther) {
  for (const double step : {1.0, 0.0}) {
    TriangleMesh mesh;
    for (std::uint32_t i = 0; i < 2000; ++i) {
      mesh.vertices.push_back({step * i, 0, 0});
      mesh.triangles.push_back({i, i, i});
    }
    const auto tree = MeshTree::build(mesh);
    ASSERT_TRUE(tree);
    EXPECT_LT(tree->wide().nodes.size(), 2000U / 6);
  }
}

TEST(WideTree, IsEmptyForAnEmptyMesh) {
  const auto tree = MeshTree::build({});
  ASSERT_TRUE(tree);
  EXPECT_TRUE(tree->wide().nodes.empty());
}

TEST(WideTree, KeepsTheSizeOfANode) { EXPECT_EQ(sizeof(tree::WideNode), 512U); }

TEST(ExtentLanes, AreTheSameBitsOnEveryInstructionSetAndThoseOfOneAtATime) {
  test::Engine random(1);
  for (std::size_t count = 8; count < 60; ++count) {
    std::vector<float> rows[3];
    for (auto& row : rows) {
      for (std::size_t k = 0; k < count; ++k) row.push_back(static_cast<float>(test::random_vector(random, 1).x()));
    }
    tree::AxesInLanes axes;
    for (int i = 0; i < 3; ++i) {
      axes.reference[i] = rows[i][0];
      for (float& a : axes.axes[i]) a = static_cast<float>(test::random_vector(random, 1).y());
    }
    const tree::PointRows points{rows[0].data(), rows[1].data(), rows[2].data(), count};
    const tree::ExtentInLanes baseline = tree::node_kernels_baseline.extent_along(points, axes),
                              chosen = tree::node_kernels().extent_along(points, axes);
    for (int i = 0; i < 3; ++i) {
      float lo = 0, hi = 0;  // the first point is the reference
      for (std::size_t k = 0; k < count; ++k) {
        const float height = axes.axes[i][0] * (rows[0][k] - axes.reference[0]) +
                             axes.axes[i][1] * (rows[1][k] - axes.reference[1]) +
                             axes.axes[i][2] * (rows[2][k] - axes.reference[2]);
        lo = std::min(lo, height), hi = std::max(hi, height);
      }
      EXPECT_EQ(baseline.lo[i], lo);
      EXPECT_EQ(baseline.hi[i], hi);
      EXPECT_EQ(chosen.lo[i], lo);
      EXPECT_EQ(chosen.hi[i], hi);
    }
  }
}

}  // namespace
}  // namespace graze
