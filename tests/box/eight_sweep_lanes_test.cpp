/// One box against eight moving ones in single precision, against exact integer arithmetic and against the scalar window.

#include <array>
#include <bit>
#include <cmath>

#include <gtest/gtest.h>

#include "box/eight_lanes.h"
#include "box/kernels.h"
#include "box/lane_boxes.h"
#include "box/moving_cases.h"
#include "simd/runnable.h"

namespace graze {
namespace {

using test::BoxCase;

constexpr double t_max = 4;

/// Eight boxes that pass one another body's box, some through it and some beside it.
struct MovingLanes {
  Obb one;
  Pose pose;
  Vec3 velocity;
  std::array<Obb, 8> eight;

  explicit MovingLanes(unsigned seed) {
    test::Engine random(seed);
    one = test::in_single_precision(
        test::box_with(test::random_rotation(random), test::random_vector(random, 1), test::random_half_extents(random)));
    pose = {test::random_rotation(random).unaryExpr([](double x) { return test::without_dust(x); }),
            test::random_vector(random, 1)};
    velocity = test::without_dust(Vec3(test::random_vector(random, 1).normalized() * test::uniform(random, 0.5, 2)));
    // Motion within rounding of a face is where "never meets" depends on what the velocity may be off by.
    if (test::below(random, 4) == 0) velocity = test::without_dust(Vec3(pose.rotation * one.axes[0]));
    for (Obb& box : eight) box = passing_box(random);
  }

  Obb passing_box(test::Engine& random) const {
    BoxCase c{one, {}, pose, {}};
    Mat3 axes = test::random_rotation(random);
    if (test::below(random, 3) == 0) {
      for (int i = 0; i < 3; ++i) axes.col(i) = pose.rotation * one.axes[static_cast<std::size_t>(i)];
      axes = test::small_rotation(random) * axes;
    }
    c.b = test::in_single_precision(test::box_with(axes, Vec3::Zero(), test::random_half_extents(random)));
    const Vec3 inside = test::random_vector(random, test::below(random, 3) == 0 ? 1.0 : 0.3) * test::size_of(c);
    test::put_b_at(c, inside - velocity * test::uniform(random, 0, 2));
    c.b.center = test::in_single_precision(c.pose_b.translation);
    return c.b;
  }

  BoxCase lane(std::size_t k) const { return {one, eight[k], pose, {}}; }

  struct Answer {
    unsigned may;
    std::array<float, 8> enter;
  };

  Answer answer(sat::MayOverlapEightDuring kernel) const {
    sat::EightBoxes boxes;
    for (std::size_t k = 0; k < 8; ++k) test::store(boxes, k, eight[k]);
    sat::PairMargin exact = sat::margin_of({0, 8}, {0, 8}, sat::exact_relative_pose(pose));
    exact.absolute += t_max * sat::lane_speed_error * velocity.lpNorm<1>();
    const sat::LaneMotion motion{
        {static_cast<float>(velocity.x()), static_cast<float>(velocity.y()), static_cast<float>(velocity.z())},
        static_cast<float>(t_max)};
    float enter[8] = {};
    const unsigned may = kernel(test::one_box(one, pose), boxes, sat::lane_margin_of(exact, 8), motion, enter);
    return {may, std::to_array(enter)};
  }
};

bool same_where_set(const MovingLanes::Answer& x, const MovingLanes::Answer& y) {
  if (x.may != y.may) return false;
  for (std::size_t k = 0; k < 8; ++k) {
    if ((x.may >> k & 1U) != 0 && x.enter[k] != y.enter[k]) return false;
  }
  return true;
}

/// Instants at and soon after first contact, roughly.
std::array<double, 6> instants(const BoxCase& c, const Vec3& velocity, double inside) {
  const double first = test::rough_first_time(c, velocity, inside);
  return {first, first * (1 + 0x1p-50), first * (1 + 0x1p-30), first * (1 + 0x1p-22), first * 1.01, first * 1.2};
}

TEST(OneBoxAgainstEightMoving, NeverMissesAContactNorEntersLate) {
  constexpr unsigned cases = 4'000;
  int meeting = 0, missing = 0;
  for (unsigned seed = 0; seed < cases; ++seed) {
    const MovingLanes lanes(seed);
    const auto [may, enter] = lanes.answer(sat::box_kernels_baseline.may_overlap_eight_during);
    missing += 8 - std::popcount(may);
    for (std::size_t k = 0; k < 8; ++k) {
      const BoxCase c = lanes.lane(k);
      const auto window = test::window_of(c, lanes.velocity, t_max);
      if (!window) continue;
      for (const double rough : instants(c, lanes.velocity, 0.5 * (window->enter + window->leave))) {
        const double t = test::without_dust(rough);
        if (t > t_max || !test::exactly_meet_at(c, lanes.velocity, t)) continue;
        ++meeting;
        ASSERT_TRUE((may >> k & 1U) != 0) << "seed " << seed << " lane " << k << " t " << t;
        ASSERT_LE(static_cast<double>(enter[k]), t) << "seed " << seed << " lane " << k;
      }
    }
  }
  EXPECT_GT(meeting, 8 * static_cast<int>(cases));
  EXPECT_GT(missing, static_cast<int>(cases));
}

TEST(OneBoxAgainstEightMoving, AnswersAlikeInEveryInstructionSet) {
  const auto variants =
      test::runnable(sat::box_kernels_baseline, sat::box_kernels_avx2, &sat::BoxKernels::may_overlap_eight_during);
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    const MovingLanes lanes(seed);
    const auto baseline = lanes.answer(sat::box_kernels_baseline.may_overlap_eight_during);
    ASSERT_TRUE(same_where_set(baseline, lanes.answer(sat::box_kernels().may_overlap_eight_during))) << "seed " << seed;
    for (const sat::MayOverlapEightDuring variant : variants) {
      ASSERT_TRUE(same_where_set(baseline, lanes.answer(variant))) << "seed " << seed;
    }
  }
}

TEST(OneBoxAgainstEightMoving, ContainsTheScalarWindowAndIsNotMuchWider) {
  int windows = 0, spurious = 0;
  for (unsigned seed = 0; seed < 20'000; ++seed) {
    const MovingLanes lanes(seed);
    const auto [may, enter] = lanes.answer(sat::box_kernels().may_overlap_eight_during);
    for (std::size_t k = 0; k < 8; ++k) {
      const auto window = test::window_of(lanes.lane(k), lanes.velocity, t_max);
      const bool set = (may >> k & 1U) != 0;
      if (window) {
        ++windows;
        ASSERT_TRUE(set) << "seed " << seed << " lane " << k;
        ASSERT_LE(static_cast<double>(enter[k]), window->enter) << "seed " << seed << " lane " << k;
      } else {
        spurious += set;
      }
    }
  }
  EXPECT_GT(windows, 20'000);
  EXPECT_LT(spurious, windows / 100);  // grazing within single precision, or along nearly parallel edges
}

TEST(OneBoxAgainstEightMoving, EntersWhenTheGapHasClosed) {
  const Obb unit{Vec3::Zero(), world_frame(), Vec3::Ones()};
  sat::EightBoxes boxes;
  for (std::size_t k = 0; k < 8; ++k)
    test::store(boxes, k, {Vec3(2 + 0.5 * static_cast<double>(k), 0, 0), unit.axes, unit.half_extents});
  const sat::LaneMargin margin = sat::lane_margin_of({}, 0);
  float enter[8] = {};
  const sat::LaneMotion closing{{-1, 0, 0}, 2.75F}, parting{{1, 0, 0}, 100}, passing{{0, 1, 0}, 100}, resting{{0, 0, 0}, 100};
  EXPECT_EQ(sat::box_kernels().may_overlap_eight_during(test::one_box(unit, {}), boxes, margin, closing, enter), 0b00111111U);
  for (std::size_t k = 0; k < 6; ++k) {
    EXPECT_LE(enter[k], 0.5F * static_cast<float>(k));
    EXPECT_NEAR(enter[k], 0.5F * static_cast<float>(k), 1e-4F);
  }
  for (const sat::LaneMotion& motion : {parting, passing, resting}) {
    EXPECT_EQ(sat::box_kernels().may_overlap_eight_during(test::one_box(unit, {}), boxes, margin, motion, enter), 0b00000001U);
    EXPECT_EQ(enter[0], 0.0F);
  }
}

}  // namespace
}  // namespace graze
