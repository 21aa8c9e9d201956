/// Moments against integrals computed another way, and the frames made from them.

#include <numeric>

#include <gtest/gtest.h>

#include "fit/covariance.h"
#include "geometry/frame.h"
#include "geometry/orthonormal_frame.h"

namespace graze {
namespace {

/// Splits every triangle into 4^depth equal ones and lumps each at its centroid: converges to the surface integral.
Moments lumped(const Triangle& triangle, int depth) {
  if (depth == 0) {
    const Vec3 centroid = (triangle.v[0] + triangle.v[1] + triangle.v[2]) / 3;
    return {centroid, centroid * centroid.transpose()};
  }
  const Vec3 a = triangle.v[0], b = triangle.v[1], c = triangle.v[2];
  const Vec3 ab = 0.5 * (a + b), bc = 0.5 * (b + c), ca = 0.5 * (c + a);
  Moments sum;
  for (const Triangle& part : {Triangle{{a, ab, ca}}, Triangle{{ab, b, bc}}, Triangle{{ca, bc, c}}, Triangle{{ab, bc, ca}}}) {
    const Moments m = lumped(part, depth - 1);
    sum.mean += 0.25 * m.mean;
    sum.covariance += 0.25 * m.covariance;
  }
  return sum;
}

TEST(MomentsOfSurface, AreTheIntegralsAndNotThePrintedFormulas) {
  TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {2, 0, 1}, {0, 3, 0}, {-1, -1, 4}};
  mesh.triangles = {{0, 1, 2}, {0, 1, 3}, {1, 2, 3}};
  const std::vector<std::uint32_t> all{0, 1, 2};
  Moments expected;
  double area = 0;
  for (const std::uint32_t i : all) {
    const Triangle t = mesh.triangle(i);
    const Vec3 e = t.v[1] - t.v[0], f = t.v[2] - t.v[0];
    const double weight = std::sqrt(e.squaredNorm() * f.squaredNorm() - std::pow(e.dot(f), 2));
    const Moments m = lumped(t, 8);
    area += weight;
    expected.mean += weight * m.mean;
    expected.covariance += weight * m.covariance;
  }
  expected.mean /= area;
  expected.covariance = expected.covariance / area - expected.mean * expected.mean.transpose();
  const std::optional<Moments> moments = moments_of_surface(mesh, all);
  ASSERT_TRUE(moments);
  EXPECT_LT((moments->mean - expected.mean).norm(), 1e-12);
  EXPECT_LT((moments->covariance - expected.covariance).norm(), 1e-4);  // lumps of side 2^-8
}

TEST(MomentsOfSurface, OfASingleTriangleHaveRankTwo) {
  // Without the diagonal term the covariance of one triangle would vanish.
  TriangleMesh mesh{{{0, 0, 0}, {6, 0, 0}, {0, 6, 0}}, {{{0, 1, 2}}}};
  const std::vector<std::uint32_t> all{0};
  const std::optional<Moments> moments = moments_of_surface(mesh, all);
  ASSERT_TRUE(moments);
  EXPECT_NEAR(moments->covariance(0, 0), 2, 1e-14);  // by hand: L^2 / 18
  EXPECT_NEAR(moments->covariance(0, 1), -1, 1e-14);
  EXPECT_NEAR(moments->covariance(2, 2), 0, 1e-14);
}

TEST(MomentsOfSurface, AreMissingWithoutArea) {
  TriangleMesh mesh{{{0, 0, 0}, {1, 1, 1}}, {{{0, 1, 0}}}};
  const std::vector<std::uint32_t> all{0};
  EXPECT_FALSE(moments_of_surface(mesh, all));
}

TEST(PrincipalFrame, PointsAlongTheLongestSpread) {
  std::vector<Vec3> points;
  const Vec3 along = Vec3(1, 1, 0).normalized();
  for (int i = -5; i <= 5; ++i) points.push_back(i * along + Vec3(0, 0, 0.1 * (i * i % 2)));
  const std::optional<Frame> frame = principal_frame(moments_of_points(points));
  ASSERT_TRUE(frame);
  EXPECT_NEAR(std::abs((*frame)[0].dot(along)), 1, 1e-12);
}

TEST(OrthonormalFrame, IsOrthonormalForNearlyParallelDirections) {
  const Vec3 first(1, 2, 3);
  for (double off = 1; off > 1e-30; off *= 0.1) {
    const std::optional<Frame> frame = orthonormal_frame(first, first + Vec3(off, 0, 0));
    ASSERT_TRUE(frame);
    EXPECT_LT(orthonormality_defect(*frame), 16 * 0x1p-53) << off;
  }
  EXPECT_FALSE(orthonormal_frame(Vec3::Zero(), first));
  for (const double size : {1e-320, 1e-200, 1e200, 1e308}) EXPECT_TRUE(orthonormal_frame(size * Vec3(1, 1, 1), first)) << size;
}

}  // namespace
}  // namespace graze
