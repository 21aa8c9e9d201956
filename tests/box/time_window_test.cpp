/// The conservative time window of moving boxes against exact integer arithmetic at chosen instants.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/constants.h>

#include "box/eight_lanes.h"
#include "box/kernels.h"
#include "box/moving_cases.h"
#include "box/time_window.h"
#include "simd/runnable.h"

namespace graze {
namespace {

using test::BoxCase;
using test::exactly_meet_at;
using test::rough_first_time;
using test::window_of;
using testing::infinity;

/// Every variant that this processor can run; the scalar one is the baseline.
std::vector<sat::MayOverlapDuring> window_kernels() {
  return test::runnable(sat::box_kernels_baseline, sat::box_kernels_avx2, &sat::BoxKernels::may_overlap_during);
}

BoxCase unit_boxes_apart_by(double gap) {
  BoxCase c;
  c.a = c.b = {Vec3::Zero(), world_frame(), Vec3::Ones()};
  c.pose_b.translation = {2 + gap, 0, 0};
  return c;
}

TEST(ObbObbWindow, OpensWhenTheGapHasClosedAndShutsWhenTheyHavePassed) {
  for (const auto variant : window_kernels()) {
    const auto window = window_of(unit_boxes_apart_by(1), {-2, 0, 0}, infinity, variant);
    ASSERT_TRUE(window);
    EXPECT_LE(window->enter, 0.5);
    EXPECT_NEAR(window->enter, 0.5, 1e-12);
    EXPECT_GE(window->leave, 2.5);
    EXPECT_NEAR(window->leave, 2.5, 1e-12);
  }
}

TEST(ObbObbWindow, IsMissingWhenTheyPartOrPassOrComeTooLate) {
  for (const auto variant : window_kernels()) {
    EXPECT_FALSE(window_of(unit_boxes_apart_by(1), {2, 0, 0}, infinity, variant));
    EXPECT_FALSE(window_of(unit_boxes_apart_by(1), {0, 1, 0}, infinity, variant));
    EXPECT_FALSE(window_of(unit_boxes_apart_by(1), {-2, 5, 0}, infinity, variant));
    EXPECT_FALSE(window_of(unit_boxes_apart_by(1), {-2, 0, 0}, 0.49, variant));
    EXPECT_FALSE(window_of(unit_boxes_apart_by(1), {0, 0, 0}, infinity, variant));
  }
}

TEST(ObbObbWindow, IsAllTimeForRestingBoxesThatMeet) {
  for (const auto variant : window_kernels()) {
    const auto window = window_of(unit_boxes_apart_by(-0.5), {0, 0, 0}, 7, variant);
    ASSERT_TRUE(window);
    EXPECT_EQ(window->enter, 0);
    EXPECT_EQ(window->leave, 7);
  }
}

TEST(ObbObbWindow, HoldsEveryInstantAtWhichTheBoxesMeet) {
  constexpr int pairs = 30'000;
  int meeting = 0;
  for (int seed = 0; seed < pairs; ++seed) {
    test::Engine random(static_cast<unsigned>(seed));
    BoxCase c = test::random_case(random);
    const double size = test::size_of(c);
    const Vec3 inside = test::random_vector(random, 0.1 * size);
    const Vec3 start = test::random_direction(random, c) * test::uniform(random, 0.1, 4) * size;
    test::put_b_at(c, start);
    const double haste = test::uniform(random, 0.1, 10);
    const Vec3 velocity = test::without_dust(Vec3((inside - start) * haste));
    const double first = rough_first_time(c, velocity, 1 / haste);
    for (const double factor : {1 - 0x1p-51, 1.0, 1 + 0x1p-50, 1 + 0x1p-45, 1.01, 1.3, 2.0}) {
      const double t = test::without_dust(first * factor);
      if (!exactly_meet_at(c, velocity, t)) continue;
      ++meeting;
      for (const auto variant : window_kernels()) {
        const auto window = window_of(c, velocity, infinity, variant);
        ASSERT_TRUE(window) << "seed " << seed << " t " << t;
        ASSERT_LE(window->enter, t) << "seed " << seed;
        ASSERT_GE(window->leave, t) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(meeting, pairs);
}

TEST(ObbObbWindow, IsTightForBoxesWithGoodFrames) {
  for (int seed = 0; seed < 5'000; ++seed) {
    test::Engine random(static_cast<unsigned>(seed));
    BoxCase c;
    c.a = test::box_with(test::random_rotation(random), Vec3::Zero(), {1, 0.5, 0.25});
    c.b = test::box_with(test::random_rotation(random), Vec3::Zero(), {0.25, 1, 0.5});
    const Vec3 start = 4 * test::random_vector(random, 1).normalized();
    test::put_b_at(c, start);
    const Vec3 velocity = -start;
    const auto window =
        window_of(c, velocity, infinity, window_kernels()[static_cast<std::size_t>(seed) % window_kernels().size()]);
    ASSERT_TRUE(window) << "seed " << seed;
    // Edges within 1e-6 of parallel are skipped by the rough test, and wide margins matter only there.
    ASSERT_NEAR(window->enter, rough_first_time(c, velocity, 1), 1e-6) << "seed " << seed;
  }
}

}  // namespace
}  // namespace graze
