/// Sweeps of turning bodies end, whatever numbers they are given.

#include <chrono>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/sweep.h>

#include "questions/sweep_leg.h"

namespace graze {
namespace {

Body cube(const Vec3& at, const Vec3& omega = Vec3::Zero()) {
  const TriangleMesh mesh = make_box_mesh(Vec3::Constant(0.5));
  return {*Geometry::make(Shape{mesh}), {Mat3::Identity(), at}, {.angular_velocity = omega}};
}

TEST(TurningLimits, RefuseMoreSubStepsThanCanBeWalked) {
  const Body a = cube(Vec3::Zero(), {0, 0, 1}), b = cube({1.25, 0, 0});
  for (const std::size_t steps :
       {query::max_sub_steps + 1, std::size_t{1'000'000'000}, std::size_t{1'000'000'000'000'000'000}, SIZE_MAX}) {
    const auto refused = sweep_turning(a, b, {.t_max = 1, .sub_steps = steps});
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, ErrorCode::limit);
    EXPECT_EQ(refused.error().message, "sub_steps: " + std::to_string(steps) + " is above the limit of 1000000");
  }
  const auto most = sweep_turning(a, b, {.t_max = 1, .sub_steps = query::max_sub_steps});
  ASSERT_TRUE(most);
  EXPECT_EQ(most->status, TurningStatus::clear);
}

/// A part of no length has no number of its own; the answer is that at time 0.
TEST(TurningLimits, DivideNoTimeIntoSubSteps) {
  for (const double t_max : {0.0, 4e-320, 5e-324}) {
    for (const std::size_t steps : {1U, 10U, 100'000U}) {
      const auto meet = sweep_turning(cube(Vec3::Zero(), {0, 0, 1}), cube({0.5, 0, 0}), {.t_max = t_max, .sub_steps = steps});
      ASSERT_TRUE(meet);
      EXPECT_EQ(meet->status, TurningStatus::contact) << t_max << " in " << steps;
      EXPECT_EQ(meet->t_lo, 0);
      const auto apart = sweep_turning(cube(Vec3::Zero(), {0, 0, 1}), cube({3, 0, 0}), {.t_max = t_max, .sub_steps = steps});
      ASSERT_TRUE(apart);
      EXPECT_EQ(apart->status, TurningStatus::clear) << t_max << " in " << steps;
    }
  }
}

/// The next time is this one where a body turns faster than times can be told apart: no use in asking a hundred thousand times.
TEST(TurningLimits, EndAtOnceWhereTimeCannotAdvance) {
  const Body b{
      *Geometry::make(Shape{Point{{-1, 1e150, -1}}}), {Mat3::Identity(), {1e18, 0, 0}}, {.angular_velocity = {0.5, 1, 1e300}}};
  const auto start = std::chrono::steady_clock::now();
  const auto impact = sweep_turning(cube(Vec3::Zero(), {0, 1, 0}), b, {});
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  ASSERT_TRUE(impact);
  EXPECT_EQ(impact->status, TurningStatus::unfinished);
  EXPECT_EQ(impact->t_lo, 0);
  EXPECT_LT(elapsed.count(), 1.0) << "seconds; it took 30 before";
}

}  // namespace
}  // namespace graze
