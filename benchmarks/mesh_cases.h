#pragma once
/// Meshes, points, rays and poses for timing queries through the tree, with our answers.

#include <string>
#include <vector>

#include <graze/geometry.h>

namespace graze::bench {

/// Beyond so many triangles only graze is asked, and its answers are not looked at beforehand.
inline constexpr double huge_mesh = 1e6;

struct MeshCase {
  std::string name;
  TriangleMesh mesh;
  Geometry geometry;
  double size = 0;                     ///< longest side of its bounding box
  std::vector<Vec3> points;            ///< half of them within 0.05 sizes of the surface, the others in and around the box
  std::vector<double> point_distance;  ///< from the surface
  std::vector<Ray> rays;               ///< from outside to anywhere in the box, unit directions
  std::vector<double> hit;             ///< t of the first hit, infinite for a miss

  [[nodiscard]] bool is_huge() const { return static_cast<double>(mesh.triangles.size()) > huge_mesh; }
};

/// b in many poses, a stands still.
struct MeshPairCase {
  std::string name;
  const MeshCase* a = nullptr;
  const MeshCase* b = nullptr;
  std::vector<Pose> poses;
  std::vector<std::size_t> pair_count;  ///< triangles that meet
  std::vector<double> distance;

  [[nodiscard]] bool is_huge() const { return a->is_huge(); }
};

/// A ring with bumps around its tube, of about so many triangles.
[[nodiscard]] TriangleMesh bumpy_ring(double triangles);

[[nodiscard]] MeshCase make_mesh_case(std::string name, TriangleMesh mesh);

[[nodiscard]] MeshPairCase make_pair_case(std::string name, const MeshCase& a, const MeshCase& b, std::vector<Pose> poses);

/// Of each class a quarter of the poses: apart by 1e-5 to 1e-2 sizes; as deep in each other along a line on which they come
/// together; one to two sizes apart; centres within 0.4 sizes.
[[nodiscard]] std::vector<Pose> random_poses(const MeshCase& a, const MeshCase& b);

/// Two hundred small steps of b along a, always near it: what a simulation asks.
[[nodiscard]] std::vector<Pose> poses_along_a_path(const MeshCase& a, const MeshCase& b);

/// Peers that use single precision are given this much, in sizes of the mesh.
inline constexpr double single_precision_error = 1e-4;

}  // namespace graze::bench
