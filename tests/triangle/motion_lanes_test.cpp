/// The quick bound of when moving triangles meet, against their exact first times.

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "box/eight_lanes.h"
#include "numbers/dyadic.h"
#include "polytope/contact/sweep.h"
#include "polytope/convex.h"
#include "simd/runnable.h"
#include "triangle/kernels.h"
#include "triangle/motion_lanes.h"
#include "triangle/moving_triangles.h"
#include "triangle/overlap.h"

namespace graze::sat {
namespace {

using testing::Random;

std::vector<EarliestMeeting> motion_kernels() {
  return test::runnable(triangle_kernels_baseline, triangle_kernels_avx2, &TriangleKernels::earliest_meeting);
}

double bound_by(EarliestMeeting earliest_meeting, const MovingPair& p) {
  const PosedTriangle a = place(p.a, p.pose_a), b = place(p.b, p.pose_b);
  return earliest_meeting({a.world.v, b.world.v, p.velocity, std::max(a.error, b.error)});
}

TEST(TriangleMotionLanes, AreNeverLate) {
  Random random(1);
  int meeting = 0, sharp = 0, missing = 0, told = 0;
  const int cases = testing::effort(20000);
  for (int n = 0; n < cases; ++n) {
    const MovingPair p = scaled(random_pair(random, n), std::ldexp(1.0, n % 19 == 0 ? random.whole(250) : 0));
    const Convex a = as_convex(p.a, p.pose_a), b = as_convex(p.b, p.pose_b);
    const auto first = first_time({a, b}, {Vec3::Zero(), p.velocity}, std::numeric_limits<double>::infinity());
    for (const EarliestMeeting earliest_meeting : motion_kernels()) {
      const double bound = bound_by(earliest_meeting, p);
      ASSERT_GE(bound, 0);
      ASSERT_TRUE(!first || bound <= quotient_up(first->numerator, first->denominator)) << "case " << n << ", bound " << bound;
      first ? ++meeting : ++missing;
      if (first && bound >= 0.999 * quotient_down(first->numerator, first->denominator)) ++sharp;
      if (!first && std::isinf(bound)) ++told;
    }
  }
  EXPECT_GT(meeting, cases / 7);
  EXPECT_GT(sharp, 3 * meeting / 4);
  EXPECT_GT(told, 3 * missing / 4);
}

/// Here nothing but the margins of points and of placing them keeps roundings from making a gap that never closes.
TEST(TriangleMotionLanes, KnowThatTrianglesWhichTouchFromTheStartDo) {
  Random random(2);
  const int cases = testing::effort(6000);
  for (int n = 0; n < cases; ++n) {
    const MovingPair p = touching_pair(random, n);
    const auto first = first_time({as_convex(p.a, p.pose_a), as_convex(p.b, p.pose_b)}, {Vec3::Zero(), p.velocity}, 1);
    ASSERT_TRUE(first && first->numerator.is_zero()) << "case " << n;
    for (const EarliestMeeting earliest_meeting : motion_kernels()) ASSERT_EQ(bound_by(earliest_meeting, p), 0) << "case " << n;
  }
}

}  // namespace
}  // namespace graze::sat
