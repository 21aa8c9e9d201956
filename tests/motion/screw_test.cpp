/// Poses of a motion of constant velocities, worked out once or anew each time.

#include <gtest/gtest.h>
#include <oracle/random.h>

#include "motion/pose_at.h"
#include "motion/screw.h"

namespace graze {
namespace {

TEST(Screw, AgreesWithPosesWorkedOutAnew) {
  testing::Random random(3);
  for (int n = 0; n < 1000; ++n) {
    const Pose start = random.pose(3);
    Motion motion{random.vector(2), n % 5 == 0 ? Vec3(Vec3::Zero()) : random.vector(4), {}};
    if (n % 2 == 0) motion.center = random.vector(3);
    const Screw screw(start, motion);
    const double t = random.real(-1, 5);
    const Screw::State state = screw.at(t);
    const Pose expected = pose_at(start, motion, t);
    EXPECT_LT((state.rotation - expected.rotation).norm(), 1e-13);
    EXPECT_LT((state.translation - expected.translation).norm(), 1e-13 * 30);
    EXPECT_LT((state.center - (center_of(start, motion) + t * motion.velocity)).norm(), 1e-13 * 30);
  }
}

TEST(PoseAt, IsTheStartItselfAtTimeZero) {
  testing::Random random(4);
  const Pose start = random.pose(3);
  const Pose pose = pose_at(start, {random.vector(1), random.vector(1), random.vector(9)}, 0);
  EXPECT_EQ(pose.rotation, start.rotation);
  EXPECT_EQ(pose.translation, start.translation);
}

}  // namespace
}  // namespace graze
