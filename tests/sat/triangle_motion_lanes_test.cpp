/// The quick bound of when moving triangles meet, against their exact first times.

#include <graze/sat/triangle_motion_lanes.h>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/exact/dyadic.h>
#include <graze/sat/convex.h>
#include <graze/sat/obb_obb_lanes.h>
#include <graze/sat/sweep.h>
#include <graze/sat/triangle_triangle.h>

namespace graze::sat {
namespace {

using testing::Random;

std::vector<EarliestMeeting> variants() {
  std::vector<EarliestMeeting> all{earliest_meeting_baseline};
  if (has_avx2()) all.push_back(earliest_meeting_avx2);
  return all;
}

struct MovingPair {
  Triangle a, b;
  Pose pose_a, pose_b;
  Vec3 velocity;
};

Triangle random_triangle(Random& random, int kind) {
  const auto corner = [&] { return kind % 3 == 0 ? Vec3(random.grid(2)) : random.vector(1); };
  return {{corner(), corner(), corner()}};
}

/// On a grid, where touching and grazing are frequent, or anywhere; some with a common corner, parallel to a side, far from the
/// origin, tiny, slow or at rest.
MovingPair random_pair(Random& random, int n) {
  MovingPair p{random_triangle(random, n), random_triangle(random, n), {}, {}, random.vector(2)};
  if (n % 3 == 0) p.velocity = random.grid(2);
  if (n % 3 != 0 && n % 2 == 0) p.pose_a = random.pose(n % 4 == 0 ? 1 : 1e6), p.pose_b = random.pose(1);
  p.pose_b.translation += p.pose_a.translation;
  const Vec3 start = n % 3 == 0 ? Vec3(random.grid(3)) : random.vector(3);
  p.pose_b.translation += start;
  if (n % 5 == 0) p.b.v[0] = p.a.v[1];
  if (n % 7 == 0) p.velocity = p.a.v[1] - p.a.v[0];
  if (n % 11 == 0) p.velocity = Vec3::Zero();
  if (n % 13 == 0) p.velocity *= 0x1p-60;
  if (n % 17 == 0) p.velocity = -start;
  return p;
}

MovingPair scaled(MovingPair p, double scale) {
  for (int k = 0; k < 3; ++k) p.a.v[k] *= scale, p.b.v[k] *= scale;
  p.pose_a.translation *= scale, p.pose_b.translation *= scale, p.velocity *= scale;
  return p;
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
    for (const EarliestMeeting earliest_meeting : variants()) {
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

}  // namespace
}  // namespace graze::sat
