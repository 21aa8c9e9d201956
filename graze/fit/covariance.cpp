#include <graze/fit/covariance.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>

#include <graze/fit/frame.h>

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

std::optional<Moments> moments_of_surface(const TriangleMesh& mesh, std::span<const std::uint32_t> triangles) {
  if (triangles.empty()) return std::nullopt;
  // Sums about a vertex of the surface, moved to the mean at the end: one pass, and no loss far from the origin.
  const Vec3 reference = mesh.triangle(triangles.front()).v[0];
  double area = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();
  for (const std::uint32_t i : triangles) {
    const Triangle t = mesh.triangle(i);
    const Vec3 p = t.v[0] - reference, q = t.v[1] - reference, r = t.v[2] - reference;
    const double weight = (q - p).cross(r - p).norm();
    const Vec3 sum = p + q + r;
    area += weight;
    first += weight * sum;
    for (const Vec3& v : {sum, p, q, r}) {
      const Vec3 weighted = weight * v;
      second.noalias() += weighted * v.transpose();
    }
  }
  if (!(area > 0)) return std::nullopt;
  const Vec3 mean = first / (3 * area);
  return Moments{reference + mean, second / (12 * area) - mean * mean.transpose()};
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
