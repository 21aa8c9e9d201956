/// Averages over the triangles around each vertex, which are found through a table sorted by vertex.

#include "report/corner_normals.h"

#include <Eigen/Geometry>

namespace graze::report {
namespace {

using Vector = Eigen::Vector3f;

constexpr float smooth_cosine = 0.866F;  // thirty degrees: less than the edges of gears and boxes, more than facets of round parts

Vector vertex(const DisplayMesh& mesh, std::uint32_t i) { return Vector(mesh.vertices[i].data()); }

/// Twice the area long.
std::vector<Vector> face_normals(const DisplayMesh& mesh) {
  std::vector<Vector> normals;
  normals.reserve(mesh.triangles.size());
  for (const auto& t : mesh.triangles) {
    const Vector a = vertex(mesh, t[0]);
    normals.emplace_back((vertex(mesh, t[1]) - a).cross(vertex(mesh, t[2]) - a));
  }
  return normals;
}

/// Triangles around vertex v: triangles[begin[v]] up to triangles[begin[v + 1]].
struct Around {
  std::vector<std::uint32_t> begin;
  std::vector<std::uint32_t> triangles;
};

Around around_vertices(const DisplayMesh& mesh) {
  Around around{std::vector<std::uint32_t>(mesh.vertices.size() + 1, 0), std::vector<std::uint32_t>(3 * mesh.triangles.size())};
  for (const auto& t : mesh.triangles)
    for (const std::uint32_t v : t) ++around.begin[v + 1];
  for (std::size_t v = 1; v < around.begin.size(); ++v) around.begin[v] += around.begin[v - 1];
  std::vector<std::uint32_t> next(around.begin.begin(), around.begin.end() - 1);
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i)
    for (const std::uint32_t v : mesh.triangles[i]) around.triangles[next[v]++] = i;
  return around;
}

}  // namespace

std::vector<std::array<Eigen::Vector3f, 3>> corner_normals(const DisplayMesh& mesh) {
  const std::vector<Vector> faces = face_normals(mesh);
  const Around around = around_vertices(mesh);
  std::vector<float> lengths;
  lengths.reserve(faces.size());
  for (const Vector& face : faces) lengths.push_back(face.norm());
  std::vector<std::array<Vector, 3>> normals(mesh.triangles.size());
  for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
    const Vector own = faces[i].normalized();
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t v = mesh.triangles[i][k];
      Vector sum = Vector::Zero();
      for (std::uint32_t j = around.begin[v]; j < around.begin[v + 1]; ++j) {
        const Vector& other = faces[around.triangles[j]];
        if (own.dot(other) >= smooth_cosine * lengths[around.triangles[j]]) sum += other;
      }
      normals[i][k] = sum == Vector::Zero() ? own : Vector(sum.normalized());
    }
  }
  return normals;
}

}  // namespace graze::report
