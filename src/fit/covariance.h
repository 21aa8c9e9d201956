#pragma once
/// Axes along the principal directions of points or of the surface of triangles.

#include <cstdint>
#include <optional>
#include <span>

#include <graze/shapes.h>

#include "geometry/mesh_view.h"

namespace graze {

/// Mean and covariance; the unit of the covariance is that of a squared length.
struct Moments {
  Vec3 mean = Vec3::Zero();
  Mat3 covariance = Mat3::Zero();
};

[[nodiscard]] Moments moments_of_points(std::span<const Vec3> points);

/// Integrals over the surface of triangles, up to constant factors; those of a union are the sums of those of its parts.
struct SurfaceIntegrals {
  double area = 0;
  Vec3 first = Vec3::Zero();
  Mat3 second = Mat3::Zero();

  void add(const Vec3& p, const Vec3& q, const Vec3& r);
  void add(const SurfaceIntegrals& other) {
    area += other.area;
    first += other.first;
    second += other.second;
  }
  /// Divided by the area; nothing when there is none.
  [[nodiscard]] std::optional<Moments> moments() const;
};

/// Integrals over the surface of the named triangles of a mesh, divided by their area; nothing when they have none.
/// [Eberly00 §6.1.3] prints both formulas with an extra factor 1/count and the covariance without its diagonal term;
/// these are the integrals.
[[nodiscard]] std::optional<Moments> moments_of_surface(const MeshView& mesh, std::span<const std::uint32_t> triangles);

/// Eigenvectors, by falling eigenvalue, as a right-handed frame; nothing when numbers overflow.
[[nodiscard]] std::optional<Frame> principal_frame(const Moments& moments);

}  // namespace graze
