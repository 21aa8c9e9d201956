#include <gtest/gtest.h>

#include "geometry/connected_parts.h"

namespace graze {
namespace {

/// Two triangles that share a corner, and one on its own.
TriangleMesh three_triangles() { return {std::vector<Vec3>(8, Vec3::Zero()), {{0, 1, 2}, {2, 3, 4}, {5, 6, 7}}}; }

TEST(Parts, AreJoinedByCommonVertices) {
  EXPECT_EQ(one_triangle_of_each_part(three_triangles()), (std::vector<std::uint32_t>{0, 2}));
}

TEST(Parts, FallApartWhereATriangleIsLeftOut) {
  const TriangleMesh chain{std::vector<Vec3>(7, Vec3::Zero()), {{0, 1, 2}, {2, 3, 4}, {4, 5, 6}}};
  EXPECT_EQ(one_triangle_of_each_part(chain), (std::vector<std::uint32_t>{0}));
  EXPECT_EQ(one_triangle_of_each_part(chain, {false, true, false}), (std::vector<std::uint32_t>{0, 2}));
}

TEST(Parts, OfAnEmptyMeshAreNone) { EXPECT_TRUE(one_triangle_of_each_part({}).empty()); }

}  // namespace
}  // namespace graze
