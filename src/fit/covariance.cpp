/// Moments of points and of triangle surfaces, and their principal axes.

#include "fit/covariance.h"

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include "geometry/orthonormal_frame.h"

namespace graze {

Moments moments_of_points(std::span<const Vec3> points) {
  Moments moments;
  if (points.empty()) return moments;
  const double weight = 1.0 / static_cast<double>(points.size());
  for (const Vec3& p : points) moments.mean += weight * p;
  for (const Vec3& p : points) {
    const Vec3 v = p - moments.mean;
    moments.covariance += weight * v * v.transpose();
  }
  return moments;
}

void SurfaceIntegrals::add(const Vec3& p, const Vec3& q, const Vec3& r) {
  const double weight = (q - p).cross(r - p).norm();
  const Vec3 sum = p + q + r;
  area += weight;
  first += weight * sum;
  const Mat3 squares = sum * sum.transpose() + p * p.transpose() + q * q.transpose() + r * r.transpose();
  second += weight * squares;
}

std::optional<Moments> SurfaceIntegrals::moments() const {
  if (!(area > 0)) return std::nullopt;
  const Vec3 mean = first / (3 * area);
  return Moments{mean, second / (12 * area) - mean * mean.transpose()};
}

std::optional<Moments> moments_of_surface(const MeshView& mesh, std::span<const std::uint32_t> triangles) {
  if (triangles.empty()) return std::nullopt;
  // About a vertex of the surface: no loss far from the origin.
  const Vec3 reference = mesh.triangle(triangles.front()).v[0];
  SurfaceIntegrals integrals;
  for (const std::uint32_t i : triangles) {
    const Triangle t = mesh.triangle(i);
    integrals.add(t.v[0] - reference, t.v[1] - reference, t.v[2] - reference);
  }
  std::optional<Moments> moments = integrals.moments();
  if (moments) moments->mean += reference;
  return moments;
}

std::optional<Frame> principal_frame(const Moments& moments) {
  const double scale = moments.covariance.cwiseAbs().maxCoeff();
  if (!(scale > 0)) return world_frame();
  Eigen::SelfAdjointEigenSolver<Mat3> solver;
  solver.computeDirect(moments.covariance / scale);
  const Mat3& vectors = solver.eigenvectors();
  if (!vectors.allFinite()) return std::nullopt;
  return orthonormal_frame(vectors.col(2), vectors.col(1));
}

}  // namespace graze
