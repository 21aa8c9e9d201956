/// Chooses the frame of a tree and maps the points of a mesh into it, rounded to single precision.

#include "tree/nodes/build_points.h"

#include <algorithm>
#include <cmath>

namespace graze::tree {
namespace {

/// Powers of two up to this, and their inverses, are ordinary doubles. Smaller or larger meshes just fill less of the range.
constexpr int largest_exponent = 1000;

}  // namespace

TreeFrame tree_frame_of(const MeshView& mesh) {
  Vec3 low = mesh.vertices[mesh.triangles.front()[0]], high = low;
  for (const auto& triangle : mesh.triangles) {
    for (const std::uint32_t v : triangle) {
      low = low.cwiseMin(mesh.vertices[v]);
      high = high.cwiseMax(mesh.vertices[v]);
    }
  }
  TreeFrame frame;
  frame.origin = 0.5 * low + 0.5 * high;
  const double extent = (0.5 * high - 0.5 * low).maxCoeff();
  const double size = extent > 0 ? extent : frame.origin.cwiseAbs().maxCoeff();  // a point is as large as its coordinates
  if (size > 0) frame.exponent = std::clamp(-std::ilogb(size) - 1, -largest_exponent, largest_exponent);
  return frame;
}

std::vector<Float4> vertices_in_tree(const MeshView& mesh, const TreeFrame& frame, Crew& crew) {
  std::vector<Float4> vertices(mesh.vertices.size());
  const double unit = frame.unit();
  crew.each_of_many(vertices.size(),
                    [&](std::size_t i) { vertices[i] << in_tree(mesh.vertices[i], frame.origin, unit).array(), 0.0F; });
  return vertices;
}

CornerRows corners_in_tree(const MeshView& mesh, std::span<const std::uint32_t> order, const TreeFrame& frame, Crew& crew) {
  CornerRows corners;
  for (std::vector<float>* row : {&corners.x, &corners.y, &corners.z}) row->resize(3 * order.size());
  const double unit = frame.unit();
  crew.each_of_many(order.size(), [&](std::size_t i) {
    for (std::size_t k = 0; k < 3; ++k) {
      const Eigen::Vector3f p = in_tree(mesh.vertices[mesh.triangles[order[i]][k]], frame.origin, unit);
      corners.x[3 * i + k] = p.x(), corners.y[3 * i + k] = p.y(), corners.z[3 * i + k] = p.z();
    }
  });
  return corners;
}

}  // namespace graze::tree
