/// What points, segments and polygons of a plane have in common.

#include "methods/clip_in_plane.h"

#include <gtest/gtest.h>

namespace graze::query {
namespace {

constexpr double slack = 1e-6;

PlaneCut cut(PlaneCorners corners) { return {std::move(corners)}; }

TEST(ClipInPlane, APointBesideASegmentIsNotCommonToThem) {
  const PlaneCut segment = cut({Vec2(0, 0), Vec2(2, 0)});
  for (const Vec2& beside : {Vec2(1, 0.5), Vec2(-0.5, 0), Vec2(2.5, 0), Vec2(0, -1e-5)}) {
    EXPECT_FALSE(intersection_in_plane(segment, cut({beside}), slack)) << beside.transpose();
    EXPECT_FALSE(intersection_in_plane(cut({beside}), segment, slack)) << beside.transpose();
  }
  for (const Vec2& on : {Vec2(1, 0), Vec2(0, 0), Vec2(2, 0.5e-6), Vec2(0.3, -0.9e-6)}) {
    const auto first = intersection_in_plane(segment, cut({on}), slack), second = intersection_in_plane(cut({on}), segment, slack);
    ASSERT_TRUE(first && second) << on.transpose();
    EXPECT_EQ(first->corners, PlaneCorners{on});
    EXPECT_EQ(second->corners, PlaneCorners{on});
  }
}

TEST(ClipInPlane, PointsAreCommonWhereTheyAreTheSame) {
  EXPECT_TRUE(intersection_in_plane(cut({Vec2(1, 1)}), cut({Vec2(1, 1 + slack)}), slack));
  EXPECT_FALSE(intersection_in_plane(cut({Vec2(1, 1)}), cut({Vec2(1, 1 + 3 * slack)}), slack));
}

}  // namespace
}  // namespace graze::query
