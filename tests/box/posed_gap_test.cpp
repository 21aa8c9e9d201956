/// Boxes that are told apart at once against exact integer arithmetic.

#include <cmath>

#include <gtest/gtest.h>

#include "box/box_cases.h"
#include "box/box_oracle.h"
#include "box/margin.h"
#include "box/posed_gap.h"
#include "simd/runnable.h"

namespace graze {
namespace {

using test::BoxCase;

bool are_parted(const BoxCase& c, distance::HaveGap have_gap) {
  const Vec3 offset = test::center_offset(c);
  const double coordinates =
      c.pose_a.translation.lpNorm<1>() + c.pose_b.translation.lpNorm<1>() + c.a.center.lpNorm<1>() + c.b.center.lpNorm<1>();
  return sat::are_parted(c.a, c.pose_a, c.b, c.pose_b, offset, 0x1p-49 * coordinates,
                         orthonormality_defect(c.a.axes) + orthonormality_defect(c.b.axes), have_gap);
}

/// At the brink of touching, and from there to the side that is as wide as the margin of sheared rotations.
TEST(PosedGap, NeverPartsBoxesThatMeet) {
  int meeting = 0, parted = 0, wide = 0;
  for (int seed = 0; seed < 20'000; ++seed) {
    test::Engine random(static_cast<unsigned>(seed));
    BoxCase c = test::random_case(random);
    const Vec3 direction = test::random_direction(random, c);
    const double nudge = std::copysign(std::pow(10.0, test::uniform(random, -17, -1)), test::uniform(random, -1, 1));
    test::put_b_at(c, (test::parting_distance(c, direction) + nudge * test::size_of(c)) * direction);
    const bool meet = !oracle::disjoint(c.a, c.pose_a, c.b, c.pose_b);
    for (const distance::HaveGap have_gap :
         test::runnable(sat::box_kernels_baseline, sat::box_kernels_avx2, &sat::BoxKernels::have_gap)) {
      const bool are_apart = are_parted(c, have_gap);
      ASSERT_FALSE(meet && are_apart) << "seed " << seed;
      parted += are_apart ? 1 : 0;
    }
    meeting += meet ? 1 : 0;
    wide += !meet && nudge > 0.01 ? 1 : 0;
  }
  EXPECT_GT(meeting, 5000);
  EXPECT_GT(parted, wide);
}

/// A gap that only the product of two long edges sees.
TEST(PosedGap, IsSeenAcrossEdges) {
  const double h = std::sqrt(0.5);
  const Obb along_x{{0, 0, 0}, {Vec3(1, 0, 0), Vec3(0, h, h), Vec3(0, -h, h)}, {10, 1, 1}};
  const Obb along_y{{0, 0, 0}, {Vec3(0, 1, 0), Vec3(h, 0, h), Vec3(-h, 0, h)}, {10, 1, 1}};
  for (const distance::HaveGap have_gap :
       test::runnable(sat::box_kernels_baseline, sat::box_kernels_avx2, &sat::BoxKernels::have_gap)) {
    EXPECT_TRUE(are_parted({along_x, along_y, {}, {Mat3::Identity(), {0, 0, 2 * std::sqrt(2.0) + 0.01}}}, have_gap));
    EXPECT_FALSE(are_parted({along_x, along_y, {}, {Mat3::Identity(), {0, 0, 2 * std::sqrt(2.0) - 0.01}}}, have_gap));
  }
}

}  // namespace
}  // namespace graze
