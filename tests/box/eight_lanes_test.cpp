/// One box against eight in single precision, against exact integer arithmetic and against the scalar kernel.

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "box/eight_lanes.h"
#include "box/kernels.h"
#include "box/lane_cases.h"
#include "simd/runnable.h"

namespace graze {
namespace {

using test::one_box;
using test::store;

std::vector<sat::MayOverlapEight> eight_kernels() {
  return test::runnable(sat::box_kernels_baseline, sat::box_kernels_avx2, &sat::BoxKernels::may_overlap_eight);
}

unsigned may(const test::LaneCase& c, sat::MayOverlapEight kernel) {
  const sat::PairMargin exact = sat::margin_of({0, 8}, {0, 8}, sat::exact_relative_pose(c.pose));
  return kernel(one_box(c.one, c.pose), c.stored(), sat::lane_margin_of(exact, 8));
}

TEST(OneBoxAgainstEight, NeverCallsMeetingBoxesApart) {
  constexpr unsigned cases = 8'000;
  int meeting = 0, apart = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    const test::LaneCase c(seed);
    const unsigned exact = c.meeting(), told = may(c, sat::box_kernels_baseline.may_overlap_eight);
    ASSERT_EQ(exact & ~told, 0U) << "seed " << seed;
    for (const sat::MayOverlapEight variant : eight_kernels()) ASSERT_EQ(told, may(c, variant)) << "seed " << seed;
    ASSERT_EQ(told, may(c, sat::box_kernels().may_overlap_eight)) << "seed " << seed;
    meeting += std::popcount(exact);
    apart += 8 - std::popcount(told);
  }
  EXPECT_GT(meeting, 2 * cases);
  EXPECT_GT(apart, cases);
}

TEST(OneBoxAgainstEight, NumbersItsLanes) {
  const Obb unit{Vec3::Zero(), world_frame(), Vec3::Ones()};
  sat::EightBoxes boxes;
  for (std::size_t k = 0; k < 8; ++k) {
    Obb box = unit;
    box.center.x() = k % 3 == 0 ? 1.5 : 2.5;
    store(boxes, k, box);
  }
  const sat::LaneMargin margin = sat::lane_margin_of({}, 0);
  for (const sat::MayOverlapEight variant : eight_kernels()) EXPECT_EQ(variant(one_box(unit, {}), boxes, margin), 0b01001001U);
}

/// Of boxes as small as points far away, where nothing else in the margin is as large: what axes rounded once, one difference and
/// three products in single precision leave of the offset along an axis, against double precision.
TEST(OneBoxAgainstEight, MarginHasRoomForTheRoundingsOfTheOffset) {
  const auto room = static_cast<double>(sat::lane_margin_of({}, 0).offset);
  double used = 0;
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    test::Engine random(seed);
    const Mat3 axes = test::random_rotation(random);
    const Vec3 at = test::in_single_precision(test::random_vector(random, 1000)),
               to = test::in_single_precision(at + test::random_vector(random, 1000));
    const sat::OneBox one = one_box(test::box_with(axes, at, Vec3::Zero()), {});
    double sum = 0, error = 0;
    for (int i = 0; i < 3; ++i) {
      float in_lanes = 0;
      for (int k = 0; k < 3; ++k) in_lanes += one.axes[i][k] * (static_cast<float>(to[k]) - one.center[k]);
      const auto along = static_cast<double>(in_lanes);
      sum += std::abs(along);
      error = std::max(error, std::abs(along - axes.col(i).dot(to - at)));
    }
    ASSERT_LE(error, room * sum) << "seed " << seed;
    used = std::max(used, error / (room * sum));
  }
  EXPECT_GT(used, 0.05);
}

TEST(OneBoxAgainstEight, SeesGapsOfAFewRoundings) {
  const Obb unit{Vec3::Zero(), world_frame(), Vec3::Ones()};
  sat::EightBoxes boxes;
  for (std::size_t k = 0; k < 8; ++k) {
    Obb box = unit;
    box.center[static_cast<Eigen::Index>(k % 3)] = 2 + std::ldexp(1.0, -static_cast<int>(k) - 10);
    store(boxes, k, box);
  }
  const unsigned told = sat::box_kernels_baseline.may_overlap_eight(one_box(unit, {}), boxes, sat::lane_margin_of({}, 0));
  EXPECT_EQ(told & 0b00111111U, 0U);  // gaps of 2^-15 and more at a size of 6
}

}  // namespace
}  // namespace graze
