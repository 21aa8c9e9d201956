/// Proofs that a point was measured well: given where they should be, refused where the length is wrong.

#include <graze/distance/point_proof.h>

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

namespace graze::distance {
namespace {

using testing::Random;

Simplex right_triangle(double width, double height) { return {{Vec3(0, 0, 0), Vec3(width, 0, 0), Vec3(0, height, 0)}, 3}; }

/// A point above or beside the triangle, its true distance `gap` away.
struct Measured {
  Vec3 point;
  PointFinding found;
};

Measured above_face(double gap) { return {Vec3(0.25, 0.25, gap), {Vec3(0.25, 0.25, 0), {FeatureKind::face, 0}, gap}}; }
Measured beside_edge(double gap) { return {Vec3(0.25, -gap, 0), {Vec3(0.25, 0, 0), {FeatureKind::edge, 0}, gap}}; }
Measured off_corner(double gap) { return {Vec3(-gap, 0, 0), {Vec3(0, 0, 0), {FeatureKind::vertex, 0}, gap}}; }

TEST(PointProof, IsGivenForGapsDownToATwoHundredthOfTheTriangle) {
  const Simplex triangle = right_triangle(1, 1);
  for (const double gap : {10.0, 1.0, 0.1, 0.005}) {
    for (const Measured& m : {above_face(gap), beside_edge(gap), off_corner(gap)}) {
      EXPECT_TRUE(is_proven(m.point, triangle, m.found, 0)) << gap;
    }
  }
}

TEST(PointProof, IsRefusedForLengthsThatAreTooLong) {
  const Simplex triangle = right_triangle(1, 1);
  for (const double gap : {10.0, 1.0, 0.1, 0.005}) {
    for (Measured m : {above_face(gap), beside_edge(gap), off_corner(gap)}) {
      m.found.length *= 1 + 0x1p-40;
      EXPECT_FALSE(is_proven(m.point, triangle, m.found, 0)) << gap;
    }
  }
}

TEST(PointProof, IsRefusedForTheWrongFeature) {
  Random random(3);
  const Simplex triangle = right_triangle(1, 1);
  for (int k = 0; k < testing::effort(200); ++k) {
    const Vec3 point(random.real(0.01, 0.3), random.real(0.01, 0.3), random.real(0.01, 0.3));
    const double to_edge = std::hypot(point.y(), point.z());
    EXPECT_FALSE(is_proven(point, triangle, {Vec3(point.x(), 0, 0), {FeatureKind::edge, 0}, to_edge}, 0));
    EXPECT_FALSE(is_proven(point, triangle, {Vec3(0, 0, 0), {FeatureKind::vertex, 0}, point.norm()}, 0));
  }
}

TEST(PointProof, AllowsForWhatPlacingMoved) {
  const Measured m = above_face(0.1);
  EXPECT_TRUE(is_proven(m.point, right_triangle(1, 1), m.found, 0x1p-50));
  EXPECT_FALSE(is_proven(m.point, right_triangle(1, 1), m.found, 0x1p-43));
}

/// The normal of a sliver so small that half of its digits are lost when it is squared: it looks shorter than it is.
TEST(PointProof, IsNotFooledByWaysWhoseSquareVanishes) {
  const double width = 0x1p-180, gap = 0x1p-182;
  const Simplex sliver = right_triangle(width, (1 + 0x1p-13) * 0x1p-345);
  const PointFinding too_long{Vec3(width / 4, 0, 0), {FeatureKind::face, 0}, gap * (1 + 0x1p-29)};
  EXPECT_FALSE(is_proven(Vec3(width / 4, 0, gap), sliver, too_long, 0));
}

}  // namespace
}  // namespace graze::distance
