#pragma once
/// Collects vertices and faces from a reader, refusing what no mesh may contain. Does not know the position in the file: the caller
/// adds it.

#include <array>
#include <cmath>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <graze/mesh_file.h>
#include <graze/shapes.h>

#include "io/files/source.h"

namespace graze::io {

class MeshBuilder {
 public:
  explicit MeshBuilder(const MeshReadOptions& options);

  /// Each returns false and sets trouble() when the data cannot be accepted.
  bool add_vertex(const Vec3& v) {
    // 0 * x is 0 for finite x and NaN for others: one test for three numbers.
    const Vec3 zero_if_finite = 0 * v;
    if (zero_if_finite.x() + zero_if_finite.y() + zero_if_finite.z() != 0 || mesh_.vertices.size() >= next_look_) [[unlikely]] {
      if (!look_at_vertex(v)) return false;
    }
    mesh_.vertices.push_back(v);
    return true;
  }

  bool add_triangle(const std::array<std::uint32_t, 3>& corners) {
    const std::size_t n = mesh_.vertices.size();
    if (corners[0] >= n || corners[1] >= n || corners[2] >= n || mesh_.triangles.size() >= next_look_at_faces_) [[unlikely]] {
      if (!look_at_face(corners)) return false;
    }
    mesh_.triangles.push_back(corners);
    return true;
  }

  /// Three corners or more, in order; cut into triangles that cover the polygon, also where it is concave.
  bool add_polygon(std::span<const std::uint32_t> corners);

  /// Corners in the order of a strip, every second triangle turned.
  bool add_strip(std::span<const std::uint32_t> corners);

  /// False when the limit says no; a count beyond it is refused before anything is allocated.
  bool expect_vertices(std::uint64_t count);
  bool expect_triangles(std::uint64_t count);

  /// Only after the counts have been checked against the bytes that are there.
  void reserve_vertices(std::uint64_t count) { mesh_.vertices.reserve(mesh_.vertices.size() + count); }
  void reserve_triangles(std::uint64_t count) { mesh_.triangles.reserve(mesh_.triangles.size() + count); }

  [[nodiscard]] std::size_t vertex_count() const { return mesh_.vertices.size(); }
  [[nodiscard]] std::size_t triangle_count() const { return mesh_.triangles.size(); }
  [[nodiscard]] const Trouble& trouble() const { return trouble_; }
  [[nodiscard]] TriangleMesh take() { return std::move(mesh_); }

 private:
  bool refuse(Trouble trouble);
  bool go_on();
  /// Whether a vertex, or face, is fine after all: now and then they are looked at to see whether reading was interrupted.
  bool look_at_vertex(const Vec3& v);
  bool look_at_face(std::span<const std::uint32_t> corners);

  TriangleMesh mesh_;
  std::uint64_t next_look_ = 0, next_look_at_faces_ = 0;  ///< from so many vertices, or triangles, on
  std::uint64_t max_vertices_;
  std::uint64_t max_triangles_;
  std::uint64_t max_polygon_corners_;
  Trouble trouble_;
};

/// What readers that fill a builder have in common: why they stopped.
class Refusing {
 protected:
  bool refuse(std::string reason) {
    trouble_ = {std::move(reason)};
    return false;
  }
  bool refuse_from(const MeshBuilder& builder) {
    trouble_ = builder.trouble();
    return false;
  }

  Trouble trouble_;
};

}  // namespace graze::io
