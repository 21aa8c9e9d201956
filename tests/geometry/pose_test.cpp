/// Poses as a group acting on points: the laws hold exactly for rotations by quarter turns, whose products do not round.

#include <array>
#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>
#include <Eigen/Geometry>

#include <graze/pose.h>

#include "numbers/tolerance.h"

namespace graze {
namespace {

Mat3 quarter_turn_about_z() {
  Mat3 r;
  r << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  return r;
}

Mat3 quarter_turn_about_x() {
  Mat3 r;
  r << 1, 0, 0, 0, 0, -1, 0, 1, 0;
  return r;
}

const Pose turned_then_lifted{quarter_turn_about_z(), Vec3(1, 2, 3)};
const Pose tipped_then_shifted{quarter_turn_about_x(), Vec3(-4, 0, 8)};

TEST(Pose, IsTheIdentityByDefault) {
  EXPECT_TRUE(Pose{}.is_identity());
  EXPECT_EQ(Pose{}.to_world(Vec3(1, 2, 3)), Vec3(1, 2, 3));
}

TEST(Pose, IsNotTheIdentityWhenOnlyOneOfItsPartsIs) {
  EXPECT_FALSE((Pose{.translation = Vec3(0, 0, 1)}).is_identity());
  EXPECT_FALSE((Pose{.rotation = quarter_turn_about_z()}).is_identity());
}

TEST(Pose, RotatesFirstAndTranslatesAfterwards) { EXPECT_EQ(turned_then_lifted.to_world(Vec3::UnitX()), Vec3(1, 3, 3)); }

TEST(Pose, ToBodyUndoesToWorld) {
  const Vec3 p(5, -7, 11);
  EXPECT_EQ(turned_then_lifted.to_body(turned_then_lifted.to_world(p)), p);
}

TEST(Pose, ProductAppliesTheInnerPoseFirst) {
  const Vec3 p(1, 10, 100);
  const Pose product = turned_then_lifted * tipped_then_shifted;
  EXPECT_EQ(product.to_world(p), turned_then_lifted.to_world(tipped_then_shifted.to_world(p)));
  EXPECT_NE(product.to_world(p), tipped_then_shifted.to_world(turned_then_lifted.to_world(p)));
}

TEST(Pose, InverseTimesPoseIsTheIdentityFromBothSides) {
  EXPECT_TRUE((inverse(turned_then_lifted) * turned_then_lifted).is_identity());
  EXPECT_TRUE((turned_then_lifted * inverse(turned_then_lifted)).is_identity());
}

TEST(Pose, RelativePoseCarriesPointsOfBIntoTheFrameOfA) {
  const Pose& a = turned_then_lifted;
  const Pose& b = tipped_then_shifted;
  const Vec3 in_b(2, 3, 5);
  EXPECT_EQ(relative_pose(a, b).to_world(in_b), a.to_body(b.to_world(in_b)));
  EXPECT_TRUE(relative_pose(a, a).is_identity());
}

/// A unit quaternion from four small integers; the identity when they are all zero.
Mat3 rotation_from(const std::array<int, 4>& q) {
  const Eigen::Quaterniond quaternion(q[0] % 100 + (q == std::array<int, 4>{} ? 1 : 0), q[1] % 100, q[2] % 100, q[3] % 100);
  return quaternion.norm() == 0 ? Mat3(Mat3::Identity()) : Mat3(quaternion.normalized().toRotationMatrix());
}

Vec3 point_from(const std::array<int, 3>& p) { return Vec3(p[0] % 1000, p[1] % 1000, p[2] % 1000); }

// Coordinates stay below 2^10, a product of poses and its application round fewer than 64 times on values below 2^14.
constexpr double allowed_rounding = 64 * 0x1p14 * tolerance::rounding;

RC_GTEST_PROP(Pose, CompositionIsAssociativeUpToRounding,
              (const std::array<int, 4>& q, const std::array<int, 4>& r, const std::array<int, 3>& s,
               const std::array<int, 3>& p)) {
  const Pose f{rotation_from(q), point_from(s)};
  const Pose g{rotation_from(r), point_from(p)};
  const Pose h{rotation_from(q), point_from(p)};
  const Vec3 x = point_from(s);
  RC_ASSERT((((f * g) * h).to_world(x) - (f * (g * h)).to_world(x)).cwiseAbs().maxCoeff() <= allowed_rounding);
}

RC_GTEST_PROP(Pose, KeepsDistancesUpToRounding,
              (const std::array<int, 4>& q, const std::array<int, 3>& s, const std::array<int, 3>& x,
               const std::array<int, 3>& y)) {
  const Pose pose{rotation_from(q), point_from(s)};
  const double before = (point_from(x) - point_from(y)).norm();
  const double after = (pose.to_world(point_from(x)) - pose.to_world(point_from(y))).norm();
  RC_ASSERT(std::abs(before - after) <= allowed_rounding);
}

TEST(Motion, StandsStillByDefault) {
  EXPECT_FALSE(Motion{}.moves());
  EXPECT_FALSE(Motion{}.rotates());
}

TEST(Motion, MovesWhenItOnlyTranslatesOrOnlyRotates) {
  EXPECT_TRUE((Motion{.velocity = Vec3(0, 0, 1)}).moves());
  EXPECT_FALSE((Motion{.velocity = Vec3(0, 0, 1)}).rotates());
  EXPECT_TRUE((Motion{.angular_velocity = Vec3(0, 1, 0)}).moves());
  EXPECT_TRUE((Motion{.angular_velocity = Vec3(0, 1, 0)}).rotates());
}

TEST(Tolerance, RoundingIsHalfTheGapAboveOne) {
  EXPECT_EQ(1 + tolerance::rounding, 1);
  EXPECT_GT(1 + 2 * tolerance::rounding, 1);
}

}  // namespace
}  // namespace graze
