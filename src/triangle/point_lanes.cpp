/// Four triangles side by side, prepared once for all points that are asked about.

#include "triangle/point_lanes.h"

#include <algorithm>

namespace graze::distance {
namespace {

void put(const std::array<Vec3, 3>& v, FourInLanes& four, std::size_t lane) {
  std::array<Vector3<double>, 3> along;
  for (std::size_t j = 0; j < 3; ++j) {
    along[j] = lifted<double>(v[(j + 1) % 3] - v[j]);
    const double edge[3] = {along[j].x, along[j].y, along[j].z};
    for (std::size_t axis = 0; axis < 3; ++axis) {
      four.corners[j][axis][lane] = v[j][static_cast<Eigen::Index>(axis)];
      four.edges[j][axis][lane] = edge[axis];
    }
    four.squares[j][lane] = dot(along[j], along[j]);
  }
  const FaceProducts<double> face = face_products(along[0], -along[2]);
  four.slant[lane] = face.fg;
  four.determinant[lane] = face.determinant;
}

}  // namespace

FewTriangles few_triangles_of(const MeshView& mesh) {
  FewTriangles few;
  few.count = mesh.triangles.size();
  few.fours.resize((few.count + 3) / 4);
  for (std::size_t i = 0; i < 4 * few.fours.size(); ++i) put(mesh.triangle(std::min(i, few.count - 1)).v, few.fours[i / 4], i % 4);
  return few;
}

}  // namespace graze::distance
