/// Repaired rotations: nearest by another method, orthonormal, left alone when right, refused when too far.

#include <cmath>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <Eigen/Geometry>
#include <Eigen/SVD>

#include <graze/validate.h>

#include "geometry/frame.h"

namespace graze {
namespace {

Mat3 random_rotation(std::mt19937& rng) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(rng), normal(rng), normal(rng), normal(rng)).normalized().toRotationMatrix();
}

Mat3 rounded(const Mat3& m, double digits) {
  const double scale = std::pow(10.0, digits);
  return (m * scale).array().round().matrix() / scale;
}

double defect(const Mat3& m) { return (m.transpose() * m - Mat3::Identity()).cwiseAbs().maxCoeff(); }

/// The polar factor by singular values, in more digits.
Mat3 nearest_by_singular_values(const Mat3& m) {
  using Wide = Eigen::Matrix<long double, 3, 3>;
  const Eigen::JacobiSVD<Wide> svd(m.cast<long double>(), Eigen::ComputeFullU | Eigen::ComputeFullV);
  return Wide(svd.matrixU() * svd.matrixV().transpose()).cast<double>();
}

TEST(RepairedRotations, AreTheNearestOnesAndOrthonormalToRoundings) {
  std::mt19937 rng(7);
  std::uniform_real_distribution<double> off(-1, 1);
  for (int i = 0; i < 3000; ++i) {
    const Mat3 rotation = random_rotation(rng);
    const double size = std::pow(10.0, -1.2 - i % 14);
    Mat3 drifted = rotation;
    for (int k = 0; k < 9; ++k) drifted(k) += size * off(rng);
    const auto repaired = repaired_rotation(drifted);
    ASSERT_TRUE(repaired) << repaired.error().message;
    EXPECT_LE(defect(repaired->rotation), 4 * 0x1p-51) << i;
    EXPECT_LE((repaired->rotation - nearest_by_singular_values(drifted)).cwiseAbs().maxCoeff(), 1e-15) << i;
    EXPECT_EQ(repaired->deviation, (repaired->rotation - drifted).cwiseAbs().maxCoeff());
    EXPECT_LE((repaired->rotation - drifted).norm(), (rotation - drifted).norm() + 1e-15) << "none is nearer";
  }
}

TEST(RepairedRotations, AcceptDigitsAsPeopleWriteThem) {
  std::mt19937 rng(8);
  for (int digits = 2; digits <= 16; ++digits) {
    for (int i = 0; i < 100; ++i) {
      const Mat3 rotation = random_rotation(rng);
      const auto repaired = repaired_rotation(rounded(rotation, digits));
      ASSERT_TRUE(repaired) << digits;
      const double unit = std::pow(10.0, -digits);
      EXPECT_LE(repaired->deviation, 1.5 * unit) << digits << ": half a unit in each of nine entries";
      EXPECT_LE((repaired->rotation - rotation).cwiseAbs().maxCoeff(), 1.5 * unit + 1e-15);
    }
  }
  Mat3 drifted = Mat3::Identity();
  drifted(0, 1) = 0.01;
  drifted(1, 0) = drifted(2, 0) = -0.01;
  ASSERT_TRUE(repaired_rotation(drifted));
  EXPECT_LE(repaired_rotation(drifted)->deviation, 0.01);
}

TEST(RepairedRotations, LeaveAloneWhatIsRight) {
  std::mt19937 rng(9);
  Mat3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  for (const Mat3& exact : {Mat3(Mat3::Identity()), quarter}) {
    EXPECT_EQ(repaired_rotation(exact)->rotation, exact);
    EXPECT_EQ(repaired_rotation(exact)->deviation, 0);
  }
  for (int i = 0; i < 1000; ++i) {
    const auto once = repaired_rotation(rounded(random_rotation(rng), 3));
    ASSERT_TRUE(once);
    const auto twice = repaired_rotation(once->rotation);
    ASSERT_TRUE(twice);
    EXPECT_EQ(twice->rotation, once->rotation);
    EXPECT_EQ(twice->deviation, 0);
  }
}

TEST(RepairedRotations, CommuteWithTurningAndTransposing) {
  std::mt19937 rng(10);
  for (int i = 0; i < 500; ++i) {
    const Mat3 drifted = rounded(random_rotation(rng), 2), turn = random_rotation(rng);
    const Mat3 repaired = repaired_rotation(drifted)->rotation;
    EXPECT_LE((repaired_rotation(turn * drifted)->rotation - turn * repaired).cwiseAbs().maxCoeff(), 2e-15);
    EXPECT_LE((repaired_rotation(drifted.transpose())->rotation - repaired.transpose()).cwiseAbs().maxCoeff(), 1e-15);
  }
}

TEST(RepairedRotations, StayInThePlane) {
  Mat3 drifted = Mat3::Identity();
  drifted.topLeftCorner<2, 2>() << 0.8, -0.61, 0.6, 0.79;
  const Mat3 repaired = repaired_rotation(drifted)->rotation;
  EXPECT_EQ(repaired.col(2), Vec3(0, 0, 1));
  EXPECT_EQ(repaired.row(2).transpose(), Vec3(0, 0, 1));
}

TEST(RepairedRotations, AreRefusedWhereNoneIsNear) {
  const auto refusal = [](const Mat3& m) {
    const auto repaired = repaired_rotation(m);
    return repaired ? std::string("repaired") : std::string(name_of(repaired.error().code)) + " " + repaired.error().message;
  };
  const std::string far = "bad_pose R: too far from orthonormal to be repaired (more than 0.1 in an entry)";
  const std::string not_one = "bad_pose R: not a rotation, and none is near (determinant <= 0)";
  EXPECT_EQ(refusal(1.0999 * Mat3::Identity()), "repaired");
  EXPECT_EQ(refusal(0.9001 * Mat3::Identity()), "repaired");
  EXPECT_EQ(refusal(1.1001 * Mat3::Identity()), far);
  EXPECT_EQ(refusal(0.8999 * Mat3::Identity()), far);
  EXPECT_EQ(refusal(-Mat3::Identity()), not_one);
  EXPECT_EQ(refusal(Vec3(1, 1, -1).asDiagonal()), not_one);
  EXPECT_EQ(refusal(Mat3::Zero()), not_one);
  EXPECT_EQ(refusal(Vec3(1, 1, 0).asDiagonal()), not_one);
  EXPECT_EQ(refusal(Vec3(1, 1, 1e-300).asDiagonal()), far);
  EXPECT_EQ(refusal(Vec3(1e-200, 1e-100, 1e-30).asDiagonal()), not_one) << "the determinant underflows";
  EXPECT_EQ(refusal(Mat3(Vec3(1e300, 1e300, 1e300).asDiagonal())), far);
  EXPECT_EQ(refusal(Mat3::Constant(std::nan(""))), "not_finite R: not finite");
}

TEST(RepairedPoses, KeepTheirTranslation) {
  const Pose pose{1.001 * Mat3::Identity(), {1, 2, 3}};
  const auto repaired = repaired_pose(pose);
  ASSERT_TRUE(repaired);
  EXPECT_EQ(repaired->pose.translation, pose.translation);
  EXPECT_LE((repaired->pose.rotation - Mat3::Identity()).cwiseAbs().maxCoeff(), 0x1p-52);
  EXPECT_NEAR(repaired->deviation, 0.001, 1e-15);
}

TEST(RepairedFrames, MayBeLeftHanded) {
  const Frame drifted{Vec3(0.8, 0.6, 0.001), Vec3(-0.6, 0.8, 0), Vec3(0, 0.002, -1)};
  const auto repaired = repaired_frame(drifted);
  ASSERT_TRUE(repaired);
  EXPECT_LE(orthonormality_defect(repaired->axes), 0x1p-48);
  EXPECT_LT(repaired->axes[0].cross(repaired->axes[1]).dot(repaired->axes[2]), 0);
  const auto refused = repaired_frame({Vec3(1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::bad_shape);
}

}  // namespace
}  // namespace graze
