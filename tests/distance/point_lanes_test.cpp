/// A point against four triangles at a time: the numbers of one triangle at a time, bit by bit.

#include <gtest/gtest.h>

#include <graze/distance/point_lanes.h>
#include <graze/distance/triangle_features.h>
#include <graze/sat/obb_obb_lanes.h>
#include <oracle/effort.h>

#include "rounded_oracle.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::RandomRounded;

/// On a grid there are points above corners and edges, and triangles without area or length.
Vec3 random_point(RandomRounded& random, bool on_grid) {
  if (!on_grid) return random.convex.real_point(2);
  return {double(random.convex.integer(-2, 2)), double(random.convex.integer(-2, 2)), double(random.convex.integer(-1, 1))};
}

TEST(PointLanes, FindWhatNearestFeaturesFinds) {
  RandomRounded random(51);
  for (int i = 0; i < effort(3000); ++i) {
    const bool on_grid = random.convex.chance(0.5);
    const Vec3 point = random_point(random, on_grid);
    std::array<Vec3, 12> vertices;
    for (Vec3& v : vertices) v = random_point(random, on_grid);
    std::array<std::array<std::uint32_t, 3>, 4> corners;
    FourTriangles four{vertices.data(), {}};
    for (std::uint32_t k = 0; k < 4; ++k) corners[k] = {3 * k, 3 * k + 1, 3 * k + 2}, four.corners[k] = &corners[k];
    FourSquares baseline, other;
    const SquareDoubt doubt{0x1p-10, 0x1p-12, 0x1p-14, 4, 40};
    const double limit = random.convex.real(0, 4);
    const unsigned near = squares_from_point_baseline(point, four, doubt, limit, baseline);
    ASSERT_EQ((sat::has_avx2() ? squares_from_point_avx2 : squares_from_point_baseline)(point, four, doubt, limit, other), near)
        << i;
    for (std::uint32_t k = 0; k < 4; ++k) {
      const Simplex alone{{point, point, point}, 1};
      const Simplex triangle{{vertices[3 * k], vertices[3 * k + 1], vertices[3 * k + 2]}, 3};
      ASSERT_EQ(baseline.distance[k], nearest_features(alone, triangle).squared) << i;
      ASSERT_EQ(other.distance[k], baseline.distance[k]) << i;
      ASSERT_DOUBLE_EQ(baseline.size[k], squared_size_of_pair(alone, triangle)) << i;
      ASSERT_EQ(other.size[k], baseline.size[k]) << i;
      const double uncertain = 0x1p-10 * baseline.size[k] + 0x1p-12 * baseline.distance[k] + 0x1p-14;
      ASSERT_DOUBLE_EQ(baseline.doubt[k], uncertain) << i;
      ASSERT_EQ(other.doubt[k], baseline.doubt[k]) << i;
      const bool is_fit = baseline.size[k] > doubt.least_size && baseline.size[k] < doubt.greatest_size;
      ASSERT_EQ((near >> k & 1U) != 0, !is_fit || baseline.distance[k] - baseline.doubt[k] <= limit) << i;
    }
  }
}

}  // namespace
}  // namespace graze::distance
