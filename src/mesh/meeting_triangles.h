#pragma once
/// Do triangles of two placed meshes meet? For walks that test thousands of pairs.

#include <cstdint>

#include "mesh/overlap.h"
#include "mesh/recent_triangles.h"
#include "numbers/bounded.h"
#include "numbers/tolerance.h"
#include "triangle/kernels.h"

namespace graze::query {

/// Bounds what rounding does to each coordinate of a placed vertex, as placement_error does for one
/// triangle: here for any, by the coordinates of the root box. The sixth u is for that.
[[nodiscard]] inline double placement_error_of(const PlacedMesh& mesh) {
  constexpr double roundings = 6 * tolerance::rounding;
  if (mesh.pose.is_identity()) return 0;
  const Obb& box = mesh.tree->root_box();
  Vec3 extent = box.center.cwiseAbs();
  for (int i = 0; i < 3; ++i) extent += box.half_extents[i] * box.axes[i].cwiseAbs();
  const Vec3 reach = mesh.pose.rotation.cwiseAbs() * extent + mesh.pose.translation.cwiseAbs();
  return roundings * reach.maxCoeff() + detail::underflow_bound;
}

/// The triangles of one side, cached: each is prepared once while it is requested again soon.
class TrianglesInLanes {
 public:
  explicit TrianglesInLanes(const PlacedMesh& mesh) : mesh_(mesh) {}

  /// Valid until the next call.
  [[nodiscard]] const sat::TriangleInLanes& operator[](std::uint32_t i) {
    return recent_.get(i, [&](sat::TriangleInLanes& made) {
      if (error_ < 0) error_ = placement_error_of(mesh_);
      const MeshView& mesh = mesh_.tree->view();
      const auto& [p, q, r] = mesh.triangles[i];
      sat::triangle_kernels().place(mesh_.pose, error_, mesh.vertices[p], mesh.vertices[q], mesh.vertices[r], made);
    });
  }

 private:
  const PlacedMesh& mesh_;
  double error_ = -1;  ///< not before it is asked for: many walks never come to a triangle
  RecentTriangles<sat::TriangleInLanes, 32> recent_;
};

/// Belongs to one question; refers to the meshes, which must have triangles.
class MeetingTriangles {
 public:
  MeetingTriangles(const PlacedMesh& a, const PlacedMesh& b)
      : a_(a), b_(b), meeting_(sat::triangle_kernels().meeting), lanes_a_(a), lanes_b_(b) {}

  /// Exact: what lanes leave open is decided without them.
  [[nodiscard]] bool operator()(std::uint32_t i, std::uint32_t j) {
    const sat::Verdict quick = meeting_(lanes_a_[i], lanes_b_[j]);
    return quick == sat::Verdict::unknown ? triangles_meet(a_, b_, {i, j}) : quick == sat::Verdict::yes;
  }

 private:
  const PlacedMesh& a_;
  const PlacedMesh& b_;
  sat::Verdict (*meeting_)(const sat::TriangleInLanes& a, const sat::TriangleInLanes& b);
  TrianglesInLanes lanes_a_, lanes_b_;
};

}  // namespace graze::query
