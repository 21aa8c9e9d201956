#pragma once
/// Normals to shade with: smooth where a surface bends little, sharp where it has an edge.

#include <array>
#include <vector>

#include <Eigen/Core>

#include "report/display.h"

namespace graze::report {

/// Of each corner of each triangle, the mean over triangles around the vertex that bend away by less than thirty degrees.
[[nodiscard]] std::vector<std::array<Eigen::Vector3f, 3>> corner_normals(const DisplayMesh& mesh);

}  // namespace graze::report
