/// The conservative box kernels against exact integer arithmetic, mostly at the brink of touching.

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "box/box_cases.h"
#include "box/box_oracle.h"
#include "box/eight_lanes.h"
#include "box/kernels.h"
#include "box/may_overlap.h"
#include "simd/runnable.h"

namespace graze {
namespace {

using test::BoxCase;

/// Every variant that this processor can run; the scalar one is the baseline.
std::vector<sat::MayOverlap> variants() {
  return test::runnable(sat::box_kernels_baseline, sat::box_kernels_avx2, &sat::BoxKernels::may_overlap);
}

bool may_overlap(const BoxCase& c, sat::MayOverlap variant = sat::box_kernels_baseline.may_overlap) {
  const sat::RelativePose relative = sat::relative_pose_with_errors(c.pose_a, c.pose_b);
  return variant(c.a, c.b, relative, sat::margin_of(c.a, c.b, relative));
}

Obb unit_box(const Vec3& center = Vec3::Zero()) { return {center, world_frame(), Vec3::Ones()}; }

TEST(ObbObbOverlap, SeesTouchingAndSeparatedUnitBoxes) {
  EXPECT_TRUE(sat::may_overlap(unit_box(), unit_box({2, 0, 0}), Pose{}));
  EXPECT_FALSE(sat::may_overlap(unit_box(), unit_box({2 + 1e-12, 0, 0}), Pose{}));
  EXPECT_FALSE(sat::may_overlap(unit_box(), unit_box({2.5, 2.5, 2.5}), Pose{}));
  EXPECT_TRUE(sat::may_overlap(unit_box(), unit_box({2, 2, 2}), Pose{}));
}

TEST(ObbObbOverlap, SeparatesCrossedEdgesThatNoFaceSeparates) {
  // Two square bars whose long edges cross at a right angle: only the product of those edges has a gap.
  const double h = std::sqrt(0.5);
  const Obb along_x{{0, 0, 0}, {Vec3(1, 0, 0), Vec3(0, h, h), Vec3(0, -h, h)}, {10, 1, 1}};
  const Obb along_y{{0, 0, 2 * std::sqrt(2.0) + 1e-9}, {Vec3(0, 1, 0), Vec3(h, 0, h), Vec3(-h, 0, h)}, {10, 1, 1}};
  EXPECT_FALSE(sat::may_overlap(along_x, along_y, Pose{}));
  Obb touching = along_y;
  touching.center.z() -= 2e-9;
  EXPECT_TRUE(sat::may_overlap(along_x, touching, Pose{}));
}

TEST(ObbObbOverlap, NeverCallsMeetingBoxesApart) {
  constexpr int pairs = 100'000;
  int meeting = 0, apart_seen = 0, near_miss = 0;
  for (int seed = 0; seed < pairs; ++seed) {
    test::Engine random(static_cast<unsigned>(seed));
    BoxCase c = test::random_case(random);
    const Vec3 direction = test::random_direction(random, c);
    const double nudge = std::copysign(std::pow(10.0, test::uniform(random, -17, -4)), test::uniform(random, -1, 1));
    test::put_b_at(c, (test::parting_distance(c, direction) + nudge * test::size_of(c)) * direction);
    const bool apart = oracle::disjoint(c.a, c.pose_a, c.b, c.pose_b);
    const bool may = may_overlap(c);
    for (const sat::MayOverlap variant : variants()) ASSERT_TRUE(apart || may_overlap(c, variant)) << "seed " << seed;
    meeting += !apart;
    apart_seen += !may;
    near_miss += may && apart;
  }
  EXPECT_GT(meeting, pairs / 10);     // the oracle was asked something
  EXPECT_GT(near_miss, pairs / 100);  // and at the brink
  EXPECT_GT(apart_seen, pairs / 100);
}

TEST(ObbObbOverlap, SaysTheSameInEveryVariantFarFromTheMargin) {
  int apart = 0;
  for (int seed = 0; seed < 20'000; ++seed) {
    test::Engine random(static_cast<unsigned>(seed));
    BoxCase c = test::random_case(random);
    const Vec3 direction = test::random_direction(random, c);
    const double part = test::uniform(random, 0.5, 1.5);
    if (std::abs(part - 1) < 1e-3) continue;
    test::put_b_at(c, part * test::parting_distance(c, direction) * direction);
    const bool may = may_overlap(c);
    for (const sat::MayOverlap variant : variants()) ASSERT_EQ(may_overlap(c, variant), may) << "seed " << seed;
    apart += may ? 0 : 1;
  }
  EXPECT_GT(apart, 1000);
}

TEST(ObbObbOverlap, NumbersThatAreNoneCountAsMeeting) {
  const double huge = std::numeric_limits<double>::max();
  const Obb far{Vec3(huge, -huge, huge), world_frame(), Vec3(huge, huge, huge)};
  const Obb other{Vec3(-huge, huge, huge), world_frame(), Vec3(huge, huge, huge)};
  const sat::RelativePose pose = sat::exact_relative_pose(Pose{Mat3::Identity(), Vec3(huge, huge, huge)});
  for (const sat::MayOverlap variant : variants()) EXPECT_TRUE(variant(far, other, pose, sat::margin_of(far, other, pose)));
}

TEST(ObbObbOverlap, SeesEveryGapWiderThanItsBound) {
  for (int seed = 0; seed < 20'000; ++seed) {
    test::Engine random(static_cast<unsigned>(seed));
    BoxCase c = test::random_case(random);
    const sat::RelativePose relative = sat::relative_pose_with_errors(c.pose_a, c.pose_b);
    const auto bounds = [](const Obb& box) { return sat::BoxBounds{orthonormality_defect(box.axes), box.center.lpNorm<1>()}; };
    const sat::PairMargin margin = sat::margin_of(bounds(c.a), bounds(c.b), relative);
    const double size = test::size_of(c);
    const double room = margin.relative * size + margin.absolute;
    // Along a face normal of a the gap itself must exceed the margin; twice, because the case is itself rounded.
    const Vec3 face = c.pose_a.rotation * c.a.axes[0];
    double reach = c.a.half_extents[0];
    for (std::size_t j = 0; j < 3; ++j)
      reach += c.b.half_extents[static_cast<Eigen::Index>(j)] * std::abs(face.dot(c.pose_b.rotation * c.b.axes[j]));
    test::put_b_at(c, (reach + 4 * room) * face);
    for (const sat::MayOverlap variant : variants()) ASSERT_FALSE(may_overlap(c, variant)) << "seed " << seed;
    ASSERT_LT(room, 0x1p-12 * size + 0x1p-40 * (1000 + size)) << "seed " << seed;
  }
}

TEST(ObbObbOverlap, HasAMarginOfAFewRoundingsForGoodFrames) {
  const sat::PairMargin margin = sat::margin_of({0x1p-52, 0}, {0x1p-52, 0}, sat::relative_pose_with_errors({}, {}));
  EXPECT_LT(margin.relative, 0x1p-43);
}

TEST(ObbObbOverlap, CountsOverflowAsMeeting) {
  EXPECT_TRUE(sat::may_overlap(unit_box({-1.7e308, 0, 0}), unit_box({1.7e308, 0, 0}), Pose{}));
}

TEST(ObbObbOverlap, IsNotFooledByTheSmallestNumbers) {
  const double tiny = 0x1p-1074;
  Obb point{{0, 0, 0}, world_frame(), {0, 0, 0}};
  Obb other = point;
  other.axes = {Vec3(0.6, 0.8, 0), Vec3(-0.8, 0.6, 0), Vec3(0, 0, 1)};
  other.center = {tiny, 0, 0};
  other.half_extents = {2 * tiny, 2 * tiny, 0};
  EXPECT_TRUE(sat::may_overlap(point, other, Pose{}));
}

TEST(ObbObbOverlap, DoesNotDependOnTheUnitOfLength) {
  for (int seed = 0; seed < 2'000; ++seed) {
    test::Engine random(static_cast<unsigned>(seed));
    BoxCase c = test::random_case(random);
    const Vec3 direction = test::random_direction(random, c);
    test::put_b_at(c, test::parting_distance(c, direction) * (1 + test::uniform(random, -1e-13, 1e-13)) * direction);
    BoxCase scaled = c;
    for (Obb* box : {&scaled.a, &scaled.b}) box->center *= 0x1p300, box->half_extents *= 0x1p300;
    for (Pose* pose : {&scaled.pose_a, &scaled.pose_b}) pose->translation *= 0x1p300;
    ASSERT_EQ(may_overlap(c), may_overlap(scaled)) << "seed " << seed;
  }
}

}  // namespace
}  // namespace graze
