/// Legs between keyframes, and the bounds that paths give of themselves.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/random.h>
#include <Eigen/Geometry>

#include <graze/path.h>

#include "motion/pose_at.h"

namespace graze {
namespace {

using testing::Random;

std::vector<Keyframe> random_keyframes(Random& random, int count) {
  std::vector<Keyframe> keyframes;
  for (int i = 0; i < count; ++i) keyframes.push_back({i + random.real(0, 0.9), random.pose(2)});
  return keyframes;
}

TEST(Path, PassesItsKeyframesAndStandsBeforeAndAfter) {
  Random random(1);
  const auto keyframes = random_keyframes(random, 6);
  const Path path = *Path::through(keyframes);
  for (const Keyframe& k : keyframes) {
    EXPECT_EQ(path.pose_at(k.t).translation, k.pose.translation);
    EXPECT_EQ(path.pose_at(k.t).rotation, k.pose.rotation);
    EXPECT_LT((path.pose_at(std::nextafter(k.t, 0.0)).rotation - k.pose.rotation).norm(), 1e-13);
  }
  EXPECT_EQ(path.pose_at(keyframes[0].t / 2).translation, keyframes[0].pose.translation);
  EXPECT_EQ(path.pose_at(100).rotation, keyframes.back().pose.rotation);
}

TEST(Path, TurnsTheShorterWayRoundAtConstantSpeed) {
  const Mat3 end = Eigen::AngleAxisd(3, Vec3::UnitZ()).toRotationMatrix();
  const Path path = *Path::through({{1, {}}, {3, {end, Vec3(4, 0, 0)}}});
  const Pose middle = path.pose_at(2);
  EXPECT_LT((middle.rotation - Mat3(Eigen::AngleAxisd(1.5, Vec3::UnitZ()))).norm(), 1e-14);
  EXPECT_LT((middle.translation - Vec3(2, 0, 0)).norm(), 1e-14);
}

TEST(Path, OfOneMotionIsThatMotion) {
  Random random(2);
  const Pose start = random.pose(2);
  const Motion motion{random.vector(1), random.vector(1), random.vector(2)};
  const Path path(start, motion);
  EXPECT_EQ(path.pose_at(0.7).translation, pose_at(start, motion, 0.7).translation);
  const Leg rest = path.leg_at(0.7).from_time(0.7);
  const Pose later = pose_at(rest.start, rest.motion, 0.5), direct = pose_at(start, motion, 1.2);
  EXPECT_LT((later.translation - direct.translation).norm(), 1e-14);
  EXPECT_LT((later.rotation - direct.rotation).norm(), 1e-14);
}

TEST(Path, GoesOnFromATimeAndComesBack) {
  Random random(9);
  const Path path = *Path::through(random_keyframes(random, 6));
  for (int n = 0; n < 200; ++n) {
    const double start = random.real(0, 7), t = random.real(0, 3), end = start + 4;
    const Pose there = path.pose_at(start + t), later = path.from_time(start).pose_at(t), back = path.reversed(end).pose_at(4 - t);
    EXPECT_LT((later.translation - there.translation).norm(), 1e-13);
    EXPECT_LT((later.rotation - there.rotation).norm(), 1e-13);
    EXPECT_LT((back.translation - there.translation).norm(), 1e-13);
    EXPECT_LT((back.rotation - there.rotation).norm(), 1e-13);
  }
  const Path leg(Pose{}, Motion{Vec3(1, 0, 0), Vec3(0, 0, 1), Vec3(0, 1, 0)});
  EXPECT_LT((leg.reversed(3).pose_at(1).translation - leg.pose_at(2).translation).norm(), 1e-14);
  EXPECT_LT((leg.from_time(1).pose_at(1).translation - leg.pose_at(2).translation).norm(), 1e-14);
  EXPECT_EQ(leg.reversed(3).pose_at(9).translation, Vec3::Zero());
}

TEST(Path, RefusesKeyframesOutOfOrder) {
  EXPECT_FALSE(Path::through({}));
  EXPECT_FALSE(Path::through({{1, {}}, {1, {}}}));
  EXPECT_FALSE(Path::through({{std::nan(""), {}}}));
  EXPECT_TRUE(Path::through({{1, {}}}));
}

TEST(GuidedMotion, OfAPathIsNeverFasterThanItSays) {
  Random random(3);
  const GuidedMotion motion = guided(*Path::through(random_keyframes(random, 6)));
  for (int n = 0; n < 500; ++n) {
    const double from = random.real(0, 6), to = from + random.real(0, 2);
    const SpeedBound bound = motion.speed_bound(from, to);
    const double t = random.real(from, to), s = random.real(from, to);
    const Pose a = motion.pose_at(t), b = motion.pose_at(s);
    EXPECT_LE((a.translation - b.translation).norm(), bound.linear * std::abs(t - s) + 1e-12);
    const double angle = Eigen::AngleAxisd(Mat3(a.rotation * b.rotation.transpose())).angle();
    EXPECT_LE(angle, bound.angular * std::abs(t - s) + 1e-7);
  }
}

}  // namespace
}  // namespace graze
