/// One box against eight in single precision, against exact integer arithmetic and against the scalar kernel.

#include <graze/sat/obb_obb_lanes.h>

#include <array>
#include <bit>
#include <cmath>

#include <gtest/gtest.h>

#include "sat/obb_obb_cases.h"
#include "sat/obb_obb_lane_boxes.h"
#include "sat/obb_obb_oracle.h"

namespace graze {
namespace {

using test::in_single_precision;
using test::one_box;
using test::store;

/// Eight boxes around one that is placed by a pose, each lane nudged to the brink of touching it.
struct LaneCase {
  Obb one;
  Pose pose;
  std::array<Obb, 8> eight;

  explicit LaneCase(unsigned seed) {
    test::Random random(seed);
    one = in_single_precision(
        test::box_with(test::random_rotation(random), test::random_vector(random, 1), test::random_half_extents(random)));
    pose = {test::random_rotation(random).unaryExpr([](double x) { return test::without_dust(x); }),
            test::random_vector(random, 1)};
    for (Obb& box : eight) box = brink_box(random);
  }

  Obb brink_box(test::Random& random) const {
    test::BoxCase c{one, {}, pose, {}};
    Mat3 axes = test::random_rotation(random);
    if (test::below(random, 3) == 0) {
      for (int i = 0; i < 3; ++i) axes.col(i) = pose.rotation * one.axes[static_cast<std::size_t>(i)];
      axes = test::small_rotation(random) * axes;
    }
    c.b = in_single_precision(test::box_with(axes, Vec3::Zero(), test::random_half_extents(random)));
    const Vec3 direction = test::random_direction(random, c);
    const double nudge = std::copysign(std::pow(10.0, test::uniform(random, -9, -3)), test::uniform(random, -1, 1));
    test::put_b_at(c, (test::parting_distance(c, direction) + nudge * test::size_of(c)) * direction);
    c.b.center = in_single_precision(c.pose_b.translation);
    return c.b;
  }

  unsigned meeting() const {
    unsigned bits = 0;
    for (std::size_t k = 0; k < 8; ++k) bits |= (oracle::disjoint(one, pose, eight[k], Pose{}) ? 0U : 1U) << k;
    return bits;
  }

  unsigned may(sat::MayOverlapEight kernel) const {
    sat::EightBoxes boxes;
    for (std::size_t k = 0; k < 8; ++k) store(boxes, k, eight[k]);
    const sat::PairMargin exact = sat::margin_of({0, 8}, {0, 8}, sat::exact_relative_pose(pose));
    return kernel(one_box(one, pose), boxes, sat::lane_margin_of(exact, 8));
  }
};

TEST(OneBoxAgainstEight, NeverCallsMeetingBoxesApart) {
  constexpr unsigned cases = 8'000;
  int meeting = 0, apart = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    const LaneCase c(seed);
    const unsigned exact = c.meeting(), may = c.may(sat::may_overlap_eight_baseline);
    ASSERT_EQ(exact & ~may, 0U) << "seed " << seed;
    if (sat::has_avx2()) {
      ASSERT_EQ(may, c.may(sat::may_overlap_eight_avx2)) << "seed " << seed;
    }
    ASSERT_EQ(may, c.may(sat::may_overlap_eight())) << "seed " << seed;
    meeting += std::popcount(exact);
    apart += 8 - std::popcount(may);
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
  EXPECT_EQ(sat::may_overlap_eight_baseline(one_box(unit, {}), boxes, margin), 0b01001001U);
  if (sat::has_avx2()) {
    EXPECT_EQ(sat::may_overlap_eight_avx2(one_box(unit, {}), boxes, margin), 0b01001001U);
  }
}

TEST(OneBoxAgainstEight, SeesGapsOfAFewRoundings) {
  const Obb unit{Vec3::Zero(), world_frame(), Vec3::Ones()};
  sat::EightBoxes boxes;
  for (std::size_t k = 0; k < 8; ++k) {
    Obb box = unit;
    box.center[static_cast<Eigen::Index>(k % 3)] = 2 + std::ldexp(1.0, -static_cast<int>(k) - 10);
    store(boxes, k, box);
  }
  const unsigned may = sat::may_overlap_eight_baseline(one_box(unit, {}), boxes, sat::lane_margin_of({}, 0));
  EXPECT_EQ(may & 0b00111111U, 0U);  // gaps of 2^-15 and more at a size of 6
}

}  // namespace
}  // namespace graze
