/// A point against four triangles at a time: the numbers of one triangle at a time, bit by bit.

#include <algorithm>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "box/eight_lanes.h"
#include "methods/rounded_oracle.h"
#include "simd/runnable.h"
#include "triangle/features.h"
#include "triangle/kernels.h"
#include "triangle/point_lanes.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::RandomRounded;

/// On a grid there are points above corners and edges, and triangles without area or length.
Vec3 random_point(RandomRounded& random, bool on_grid) {
  if (!on_grid) return random.convex.real_point(2);
  return {double(random.convex.integer(-2, 2)), double(random.convex.integer(-2, 2)), double(random.convex.integer(-1, 1))};
}

/// Triangles 3 k, 3 k + 1, 3 k + 2 of random corners.
TriangleMesh random_soup(RandomRounded& random, std::uint32_t count, bool on_grid) {
  TriangleMesh soup;
  for (std::uint32_t k = 0; k < count; ++k) {
    for (int corner = 0; corner < 3; ++corner) soup.vertices.push_back(random_point(random, on_grid));
    soup.triangles.push_back({3 * k, 3 * k + 1, 3 * k + 2});
  }
  return soup;
}

NearFeatures found_alone(const Vec3& point, const TriangleMesh& mesh, std::size_t k) {
  return nearest_features({{point, point, point}, 1}, {mesh.triangle(k).v, 3});
}

void expect_same(const NearFeatures& found, const NearFeatures& truth) {
  EXPECT_EQ(found.squared, truth.squared);
  EXPECT_EQ(found.pair.kind, truth.pair.kind);
  EXPECT_EQ(found.pair.i, truth.pair.i);
  EXPECT_EQ(found.pair.j, truth.pair.j);
  EXPECT_EQ(found.on, truth.on);
}

TEST(PointLanes, FindWhatNearestFeaturesFinds) {
  RandomRounded random(51);
  for (int i = 0; i < effort(3000); ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const Vec3 point = random_point(random, on_grid);
    const TriangleMesh soup = random_soup(random, 4, on_grid);
    FourTriangles four{soup.vertices.data(), {}};
    for (std::uint32_t k = 0; k < 4; ++k) four.corners[k] = &soup.triangles[k];
    FourSquares baseline, other;
    const SquareDoubt doubt{0x1p-10, 0x1p-12, 0x1p-14, 4, 40};
    const double limit = random.convex.real(0, 4);
    const unsigned near = sat::triangle_kernels_baseline.squares_from_point(point, four, doubt, limit, baseline);
    ASSERT_EQ(sat::triangle_kernels().squares_from_point(point, four, doubt, limit, other), near) << i;
    for (std::uint32_t k = 0; k < 4; ++k) {
      expect_same(baseline.features(k), found_alone(point, soup, k));
      expect_same(other.features(k), baseline.features(k));
      ASSERT_FALSE(HasFailure()) << i;
      const double size = squared_size_of_pair({{point, point, point}, 1}, {soup.triangle(k).v, 3});
      ASSERT_DOUBLE_EQ(baseline.size[k], size) << i;
      ASSERT_EQ(other.size[k], baseline.size[k]) << i;
      const double uncertain = 0x1p-10 * baseline.size[k] + 0x1p-12 * baseline.distance[k] + 0x1p-14;
      ASSERT_DOUBLE_EQ(baseline.doubt[k], uncertain) << i;
      ASSERT_EQ(other.doubt[k], baseline.doubt[k]) << i;
      const bool is_fit = baseline.size[k] > doubt.least_size && baseline.size[k] < doubt.greatest_size;
      ASSERT_EQ((near >> k & 1U) != 0, !is_fit || baseline.distance[k] - baseline.doubt[k] <= limit) << i;
    }
  }
}

std::vector<FewSquaresFromPoint> all_for_few() {
  return test::runnable(sat::triangle_kernels_baseline, sat::triangle_kernels_avx2, &sat::TriangleKernels::few_squares_from_point);
}

/// Of as many triangles as fit, fewer, and numbers that are no multiple of four.
TEST(PointLanes, FindAmongFewTrianglesWhatNearestFeaturesFinds) {
  RandomRounded random(52);
  const SquareDoubt doubt{0x1p-6, 0x1p-5, 0x1p-7};
  for (int i = 0; i < effort(2000); ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const Vec3 point = random_point(random, on_grid);
    const auto count = static_cast<std::uint32_t>(1 + static_cast<std::size_t>(i) % FewTriangles::most);
    const TriangleMesh soup = random_soup(random, count, on_grid);
    double limit = std::numeric_limits<double>::infinity();
    const auto doubt_of = [&](std::size_t k) {
      const double size = squared_size_of_pair({{point, point, point}, 1}, {soup.triangle(k).v, 3});
      return doubt.of_size * size + doubt.of_self * found_alone(point, soup, k).squared + doubt.absolute;
    };
    for (std::size_t k = 0; k < count; ++k) limit = std::min(limit, found_alone(point, soup, k).squared + doubt_of(k));
    const FewTriangles few = few_triangles_of(soup);
    for (const FewSquaresFromPoint squares_of : all_for_few()) {
      FewSquares squares;
      const std::uint32_t left = squares_of(point, few, doubt, squares);
      ASSERT_DOUBLE_EQ(squares.limit, limit) << i;
      ASSERT_EQ(std::uint64_t{left} >> count, 0U) << i;
      for (std::size_t k = 0; k < count; ++k) {
        expect_same(squares.features(k), found_alone(point, soup, k));
        ASSERT_DOUBLE_EQ(squares.doubt(k), doubt_of(k)) << i;
        ASSERT_EQ((left >> k & 1U) != 0, squares.features(k).squared - squares.doubt(k) <= squares.limit) << i;
        ASSERT_FALSE(HasFailure()) << i;
      }
    }
  }
}

TEST(PointLanes, KnowNothingOfFewTrianglesIfOneIsTooLargeOrTooSmall) {
  RandomRounded random(53);
  for (std::uint32_t odd = 0; odd < 9; ++odd) {
    for (const double by : {0x1p-40, 0x1p40}) {
      TriangleMesh soup = random_soup(random, 9, false);
      for (std::uint32_t corner = 0; corner < 3; ++corner) soup.vertices[3 * odd + corner] *= by;
      const SquareDoubt doubt{0, 0, 0, 0x1p-20, 0x1p20};
      for (const FewSquaresFromPoint squares_of : all_for_few()) {
        FewSquares squares;
        EXPECT_NE(squares_of(Vec3::Zero(), few_triangles_of(soup), doubt, squares), 0U);
        EXPECT_LT(squares.limit, 0) << odd << " " << by;
      }
    }
  }
}

}  // namespace
}  // namespace graze::distance
