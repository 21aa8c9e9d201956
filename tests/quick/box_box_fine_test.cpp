/// Boxes next to touching, decided in double-doubles on the axes that doubles leave open.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <Eigen/Geometry>

#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"
#include "quick/box_box_fine.h"
#include "quick/zonotope.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::RandomRounded;
using testing::RoundedCase;

/// Of points, segments, balls, capsules and boxes.
std::optional<bool> boxes_meet_by_undecided_axes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return distance::boxes_meet_by_undecided_axes(*as_zonotope(a, pose_a), *as_zonotope(b, pose_b), 1);
}

/// Boxes aligned and oriented, posed and not, their axes as little orthonormal as validation allows, within 1e-14 to 1e-30 of
/// touching from outside and from inside.
TEST(BoxDoubts, AgreeWithRationalsNextToTouching) {
  RandomRounded random(61);
  int decided = 0, asked = 0;
  for (int i = 0; i < effort(150); ++i) {
    const RoundedCase a = random.body(false, random.convex.integer(4, 5));
    RoundedCase b = shifted(random.body(false, random.convex.integer(4, 5)), random.convex.real_point(6));
    const Closest apart = *closest_points(a.shape, a.pose, b.shape, b.pose);
    if (apart.distance == 0) continue;
    const double left = std::pow(10, -random.convex.integer(14, 17)) * (random.convex.chance(0.5) ? 1 : -1);
    b = shifted(b, (1 - left) * (apart.points[0] - apart.points[1]));
    SCOPED_TRACE(kinds(i, a, b));
    ++asked;
    const auto meet = boxes_meet_by_undecided_axes(a.shape, a.pose, b.shape, b.pose);
    if (!meet) continue;
    ++decided;
    ASSERT_EQ(*meet, oracle::meet(a.exact.points, b.exact.points));
    ASSERT_EQ(boxes_meet_by_undecided_axes(b.shape, b.pose, a.shape, a.pose), meet);
  }
  EXPECT_GT(asked, effort(150) / 4);
  EXPECT_GT(decided, 0.9 * asked);
}

/// Exact arithmetic takes ten times as long. In the world and posed.
TEST(BoxDoubts, LeaveFewDistancesOfBoxesThatAllButTouchToRationals) {
  RandomRounded random(62);
  int certified = 0, asked = 0;
  for (int i = 0; i < effort(500); ++i) {
    const auto oriented = [&](const Vec3& center) {
      const Mat3 turn = random.convex.any_rotation();
      return Obb{center, {turn.col(0), turn.col(1), turn.col(2)}, random.convex.real_point(1).cwiseAbs() + Vec3::Constant(0.1)};
    };
    const auto pose = [&] { return i % 2 == 0 ? Pose{} : Pose{random.convex.any_rotation(), random.convex.real_point(1)}; };
    const Pose pose_a = pose();
    Pose pose_b = pose();
    const Shape a{oriented(random.convex.real_point(1))}, b{oriented(random.convex.real_point(6))};
    const Closest apart = *closest_points(a, pose_a, b, pose_b);
    if (apart.distance == 0) continue;
    pose_b.translation += apart.points[0] - apart.points[1];
    ++asked;
    certified += closest_points(*as_zonotope(a, pose_a), *as_zonotope(b, pose_b)) ? 1 : 0;
  }
  EXPECT_GT(certified, 0.97 * asked);
}

/// The same of segments, whose parameters are often at ends.
TEST(SegmentDoubts, LeaveFewDistancesOfPosedSegmentsThatAllButTouchToRationals) {
  RandomRounded random(65);
  int certified = 0, asked = 0;
  for (int i = 0; i < effort(500); ++i) {
    const auto segment = [&] { return Shape{Segment{{random.convex.real_point(1), random.convex.real_point(1)}}}; };
    const auto pose = [&](double reach) { return Pose{random.convex.any_rotation(), random.convex.real_point(reach)}; };
    const Shape a = segment(), b = segment();
    const Pose pose_a = pose(1);
    Pose pose_b = pose(4);
    const Closest apart = *closest_points(a, pose_a, b, pose_b);
    if (apart.distance == 0) continue;
    pose_b.translation += apart.points[0] - apart.points[1];
    ++asked;
    certified += closest_points(*as_zonotope(a, pose_a), *as_zonotope(b, pose_b)) ? 1 : 0;
  }
  EXPECT_GT(certified, 0.95 * asked);
}

Shape box(const Vec3& center, double half) { return {Obb{center, world_frame(), Vec3::Constant(half)}}; }

TEST(BoxDoubts, SeeGapsAndDepthsFarBelowARounding) {
  const Pose none;
  const auto meet = [&](double gap) {  // (1 + 2^-60) - 1 - (2^-60 - gap), none of which is a double
    return boxes_meet_by_undecided_axes(box(Vec3(-0x1p-60, 0, 0), 1), none, box(Vec3(1, 0, 0), 0x1p-60 - gap), none);
  };
  EXPECT_EQ(meet(0x1p-95), std::optional(false));
  EXPECT_EQ(meet(-0x1p-95), std::optional(true));
  EXPECT_NE(meet(0x1p-112), std::optional(true));
  EXPECT_NE(meet(-0x1p-112), std::optional(false));
}

/// Half of the products of their edges are 0.
TEST(BoxDoubts, DecideParallelBoxesThatOverlapByARounding) {
  const Pose none;
  const double side = std::nextafter(2.0, 0.0);
  EXPECT_EQ(boxes_meet_by_undecided_axes(box(Vec3(0, 0, 0), 1), none, box(Vec3(side, 0.5, 0.25), 1), none), std::optional(true));
  EXPECT_EQ(boxes_meet_by_undecided_axes(box(Vec3(0, 0, 0), 1), none, box(Vec3(std::nextafter(2.0, 3.0), 0.5, 0.25), 1), none),
            std::optional(false));
}

/// Faces, edges and corners on each other, aligned and one of them turned about the normal; and the next double apart.
TEST(BoxDoubts, DecideBoxesThatTouchInNumbersWithoutRoundings) {
  const Pose none, turned{Mat3(Eigen::AngleAxisd(0.7, Vec3::UnitZ())), Vec3::Zero()}, shifted{Mat3::Identity(), Vec3(0.5, 8, -3)};
  const Shape unit = box(Vec3(0, 0, 0), 1);
  for (const Vec3& parameter : {Vec3(2, 0.5, 0.25), Vec3(2, -2, 0.25), Vec3(2, 2, -2), Vec3(0.25, 0.5, 2)}) {
    EXPECT_EQ(boxes_meet_by_undecided_axes(unit, none, box(parameter, 1), none), std::optional(true)) << parameter.transpose();
    EXPECT_EQ(boxes_meet_by_undecided_axes(unit, shifted, box(parameter, 1), shifted), std::optional(true))
        << parameter.transpose();
    EXPECT_EQ(closest_points(unit, none, box(parameter, 1), none)->distance, 0) << parameter.transpose();
    for (int k = 0; k < 3; ++k) {
      if (std::abs(parameter[k]) < 2) continue;
      Vec3 apart = parameter;
      apart[k] = std::nextafter(parameter[k], 3 * parameter[k]);
      EXPECT_EQ(boxes_meet_by_undecided_axes(unit, none, box(apart, 1), none), std::optional(false)) << apart.transpose();
    }
  }
  const Shape aligned{Aabb{Vec3(-1, -1, -1), Vec3(1, 1, 1)}};
  const Shape above{Aabb{Vec3(-1, -1, 1), Vec3(1, 1, 3)}};
  EXPECT_EQ(boxes_meet_by_undecided_axes(aligned, none, above, turned), std::optional(true));
  EXPECT_EQ(boxes_meet_by_undecided_axes(above, turned, aligned, none), std::optional(true));
  const Closest closest = *closest_points(aligned, none, above, turned);
  EXPECT_EQ(closest.distance, 0);
  EXPECT_NEAR(closest.points[0].z(), 1, 1e-15);
}

/// Boxes of one body: faces, edges and corners on each other in any pose, which no double-double could tell from a gap.
TEST(BoxDoubts, DecideBoxesThatTouchInOnePose) {
  RandomRounded random(64);
  for (int i = 0; i < effort(40); ++i) {
    const Pose pose{random.convex.any_rotation(), random.convex.real_point(3)};
    const Vec3 half = random.convex.real_point(1).cwiseAbs() + Vec3::Constant(0.1);
    Vec3 low = random.convex.real_point(0.05);
    low[i % 3] = half[i % 3];
    if (i % 2 == 0) low[(i + 1) % 3] = half[(i + 1) % 3];
    const Shape a{Aabb{-half, half}}, touching{Aabb{low, low + Vec3::Ones()}};
    EXPECT_TRUE(*overlap(a, pose, touching, pose)) << i;
    const Closest closest = *closest_points(a, pose, touching, pose);
    EXPECT_EQ(closest.distance, 0) << i;
    EXPECT_NEAR(pose.to_body(closest.points[0])[i % 3], half[i % 3], 1e-14) << i;
    low[i % 3] = std::nextafter(half[i % 3], 9);
    const Shape apart{Aabb{low, low + Vec3::Ones()}};
    EXPECT_FALSE(*overlap(a, pose, apart, pose)) << i;
    EXPECT_FALSE(*overlap(apart, pose, a, pose)) << i;
    EXPECT_GT(closest_points(a, pose, apart, pose)->distance, 0) << i;
  }
}

TEST(BoxDoubts, KnowBoxesOnly) {
  const Pose none;
  EXPECT_EQ(boxes_meet_by_undecided_axes({Sphere{}}, none, box(Vec3(0, 0, 0), 1), none), std::nullopt);
  EXPECT_EQ(boxes_meet_by_undecided_axes(box(Vec3(0, 0, 0), 1), none, {Segment{}}, none), std::nullopt);
}

}  // namespace
}  // namespace graze::distance
