/// One box of a tree, placed in single precision, against eight of another, in exact arithmetic.

#include <bit>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "box/lane_cases.h"
#include "simd/runnable.h"
#include "tree/walk/kernels.h"
#include "tree/walk/placed_overlap_lanes.h"

namespace graze::tree {
namespace {

/// The tree of the one box has units 2^exponent times as long as that of the eight.
OverlapMap map_of(const Pose& pose, int exponent) {
  BoxMap<float> map{};
  map.scale = std::ldexp(1.0F, exponent);
  for (int i = 0; i < 3; ++i) {
    map.translation[i] = static_cast<float>(pose.translation[i]);
    for (int k = 0; k < 3; ++k) {
      map.rotation[k][i] = static_cast<float>(pose.rotation(i, k));
      map.scaled_rotation[k][i] = map.scale * map.rotation[k][i];
    }
  }
  const sat::PairMargin exact = sat::margin_of({0, 8}, {0, 8}, sat::exact_relative_pose(pose));
  return {map, sat::lane_margin_of(exact, 8, rounding_of_overlap_map)};
}

Obb scaled_box(Obb box, double factor) {
  box.center *= factor;
  box.half_extents *= factor;
  return box;
}

std::vector<MayOverlapPlaced> all_variants() {
  return test::runnable(walk_kernels_baseline, walk_kernels_avx2, &WalkKernels::may_overlap_placed);
}

TEST(TreePlacedOverlap, NeverCallsMeetingBoxesApart) {
  const std::vector<MayOverlapPlaced> variants = all_variants();
  const auto cases = static_cast<unsigned>(testing::effort(3'000));
  unsigned meeting = 0, apart = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    const test::LaneCase c(seed + 50'000);
    const int exponent = static_cast<int>(seed % 5) - 2;
    const std::size_t lane = seed % 8;
    sat::EightBoxes boxes{};
    test::store(boxes, lane, scaled_box(c.one, std::ldexp(1.0, -exponent)));
    const unsigned exact = c.meeting();
    float far[8];
    for (const MayOverlapPlaced variant : variants) {
      const unsigned may = variant(map_of(c.pose, exponent), boxes, lane, c.stored(), far);
      ASSERT_EQ(exact & ~may, 0U) << "seed " << seed;
      apart += 8 - static_cast<unsigned>(std::popcount(may));
    }
    meeting += static_cast<unsigned>(std::popcount(exact));
  }
  EXPECT_GT(meeting, 2 * cases);
  EXPECT_GT(apart, variants.size() * cases);
}

/// Boxes as small as the roundings of their centres, which come out of larger numbers that cancel.
TEST(TreePlacedOverlap, LeavesRoomForTheRoundingsOfACentre) {
  const std::vector<MayOverlapPlaced> variants = all_variants();
  unsigned meeting = 0;
  for (unsigned seed = 0; seed < 1000; ++seed) {
    test::Engine random(seed);
    const auto tiny_box = [&](const Vec3& center) {
      const double size = std::ldexp(1.0, -20 - static_cast<int>(seed % 10));
      const Vec3 half_extents = Vec3::Constant(size) + test::random_vector(random, size / 2);
      return test::in_single_precision(test::box_with(test::random_rotation(random), center, half_extents));
    };
    const Obb one = tiny_box(test::random_vector(random, 0.5));
    const Mat3 rotation = test::random_rotation(random);
    const Pose pose{rotation, test::in_single_precision(Vec3(test::random_vector(random, 0x1p-6) - rotation * one.center))};
    const Obb other = tiny_box(rotation * one.center + pose.translation);
    if (oracle::disjoint(one, pose, other, Pose{})) continue;
    ++meeting;
    sat::EightBoxes boxes{}, eight{};
    test::store(boxes, 0, one);
    test::store(eight, 0, other);
    float far[8];
    for (const MayOverlapPlaced variant : variants) ASSERT_EQ(variant(map_of(pose, 0), boxes, 0, eight, far) & 1U, 1U) << seed;
  }
  EXPECT_GT(meeting, 500U);
}

}  // namespace
}  // namespace graze::tree
