/// Boxes moved in lanes against the same products and sums one at a time.

#include <cmath>
#include <span>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "simd/runnable.h"
#include "tree/walk/kernels.h"
#include "tree/walk/placement_lanes.h"

namespace graze::tree {
namespace {

using testing::Random;

BoxMap<double> random_map(Random& random) {
  BoxMap<double> map{{}, {}, {}, std::ldexp(1.0, random.whole(8))};
  const Pose pose = random.pose(10);
  for (int i = 0; i < 3; ++i) {
    map.translation[i] = pose.translation[i];
    for (int k = 0; k < 3; ++k)
      map.rotation[k][i] = pose.rotation(i, k), map.scaled_rotation[k][i] = map.scale * pose.rotation(i, k);
  }
  return map;
}

float mapped(double start, const double (&columns)[3][4], const float (&v)[3][8], std::size_t lane, int i) {
  for (int k = 0; k < 3; ++k) start += columns[k][i] * static_cast<double>(v[k][lane]);
  return static_cast<float>(start);
}

TEST(PlacementLanes, AreTheSameBitsOnEveryInstructionSetAndThoseOfOneAtATime) {
  Random random(1);
  const auto variants = test::runnable(walk_kernels_baseline, walk_kernels_avx2, &WalkKernels::place_box);
  for (int n = 0; n < testing::effort(500); ++n) {
    const BoxMap<double> map = random_map(random);
    sat::EightBoxes boxes;
    for (float& x : std::span(&boxes.center[0][0], sizeof boxes / sizeof(float))) x = static_cast<float>(random.vector(1).x());
    const auto lane = static_cast<std::size_t>(n % 8);
    for (const PlaceBox place : variants) {
      const sat::OneBox one = place(map, boxes, lane);
      for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(one.center[i], mapped(map.translation[i], map.scaled_rotation, boxes.center, lane, i));
        ASSERT_EQ(one.half_extents[i], static_cast<float>(map.scale * static_cast<double>(boxes.half_extents[i][lane])));
        for (int j = 0; j < 3; ++j) ASSERT_EQ(one.axes[j][i], mapped(0, map.rotation, boxes.axes[j], lane, i));
      }
    }
  }
}

}  // namespace
}  // namespace graze::tree
