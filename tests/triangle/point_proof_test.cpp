/// Proofs that a point was measured well: given where they should be, refused where the length is wrong.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "triangle/point_proof.h"
#include "triangle/point_triangle_oracle.h"

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
TEST(PointProof, IsNotFooledByDirectionsWhoseSquareVanishes) {
  const double width = 0x1p-180, gap = 0x1p-182;
  const Simplex sliver = right_triangle(width, (1 + 0x1p-13) * 0x1p-345);
  const PointFinding too_long{Vec3(width / 4, 0, 0), {FeatureKind::face, 0}, gap * (1 + 0x1p-29)};
  EXPECT_FALSE(is_proven(Vec3(width / 4, 0, gap), sliver, too_long, 0));
}

/// Fat triangles, slivers and such with a short edge, near the origin and far from it.
Triangle any_triangle(Random& random, int kind) {
  Triangle t{{random.vector(1), random.vector(1), random.vector(1)}};
  const double thin = std::ldexp(1, -(kind / 3 % 50));
  if (kind % 3 == 1) t.v[2] = t.v[0] + random.real(0, 1) * (t.v[1] - t.v[0]) + random.vector(thin);
  if (kind % 3 == 2) t.v[2] = t.v[1] + random.vector(thin);
  const Vec3 offset = random.vector(kind % 5 == 0 ? 1000 : 0.001);
  for (Vec3& v : t.v) v += offset;
  return t;
}

/// Without the rounding that leaves slivers no direction.
Vec3 exact_normal(const Triangle& t) {
  const RationalTriangle corners = oracle::exact(t);
  const RationalVec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
  return Vec3(normal[0].get_d(), normal[1].get_d(), normal[2].get_d()).stableNormalized();
}

struct NearPoint {
  Vec3 point;
  NearFeatures near;
};

/// Above a place of a face, beside one of an edge or off a corner, but for roundings; those of faces and edges are often at their
/// ends. Now and then anywhere, where the feature is the wrong one.
NearPoint near_feature(Random& random, const Triangle& t, FeatureKind kind, double gap) {
  const Vec3 e = t.v[1] - t.v[0], f = t.v[2] - t.v[0], normal = exact_normal(t);
  const double x = kind == FeatureKind::vertex ? 0 : random.real(0, 1) * (random.below(3) == 0 ? 0x1p-56 : 1);
  const double y = kind != FeatureKind::face || random.below(3) == 0 ? 0 : random.real(0, 1 - x);
  const Vec3 beside = e.cross(normal).stableNormalized() + random.real(1) * normal;
  const Vec3 off = random.real(1) * normal - (e.stableNormalized() + f.stableNormalized());
  const Vec3 way = random.below(8) == 0        ? random.unit()
                   : kind == FeatureKind::face ? normal
                   : kind == FeatureKind::edge ? beside
                                               : off;
  const Vec3 point = t.v[0] + x * e + y * f + gap * way.stableNormalized();
  if (kind == FeatureKind::face) return {point, {{PairKind::corner_face, 0, 0}, 0, {x, y}}};
  return {point, {{PairKind::edge_edge, 0, 0}, 0, {0, x}}};
}

TEST(PointProof, MeasuresWithinItsBoundWhateverTheFeature) {
  Random random(7);
  const int cases = testing::effort(4000);
  for (const FeatureKind kind : {FeatureKind::face, FeatureKind::edge, FeatureKind::vertex}) {
    int given = 0;
    for (int k = 0; k < cases; ++k) {
      const Triangle t = any_triangle(random, k);
      const auto [point, near] = near_feature(random, t, kind, std::ldexp(1, -static_cast<int>(random.below(42))));
      const auto length = fine_length(point, t.v, near);
      if (!length) continue;
      ++given;
      const Rational truth = point_triangle(oracle::exact(point), oracle::exact(t));
      ASSERT_LE(relative_error(*length, truth), 0x1p-42) << "case " << k;
    }
    EXPECT_GT(given, cases / 8);
  }
}

TEST(PointProof, MeasuresNothingAtTheWrongFeature) {
  Random random(8);
  const Triangle t{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}};
  for (int k = 0; k < testing::effort(500); ++k) {
    const double gap = std::ldexp(1, -static_cast<int>(random.below(20)));
    const double x = random.real(0.01, 0.4), y = random.real(0.01, 0.4);
    const NearFeatures edge{{PairKind::edge_edge, 0, 0}, 0, {0, x}}, corner{{PairKind::edge_edge, 0, 0}, 0, {0, 0}},
        face{{PairKind::corner_face, 0, 0}, 0, {x, y}};
    const Vec3 above(x, y, gap), beside(x, -gap, gap / 2), off(-gap, -gap, gap);
    EXPECT_TRUE(fine_length(above, t.v, face) && fine_length(beside, t.v, edge) && fine_length(off, t.v, corner)) << "case " << k;
    EXPECT_FALSE(fine_length(above, t.v, edge) || fine_length(above, t.v, corner)) << "case " << k;
    EXPECT_FALSE(fine_length(beside, t.v, face) || fine_length(beside, t.v, corner)) << "case " << k;
    EXPECT_FALSE(fine_length(off, t.v, face)) << "case " << k;
    const NearFeatures a_little_aside{{PairKind::corner_face, 0, 0}, 0, {x + 0x1p-20 * gap, y}};
    EXPECT_FALSE(fine_length(above, t.v, a_little_aside)) << "case " << k;
  }
}

}  // namespace
}  // namespace graze::distance
