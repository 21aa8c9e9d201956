#pragma once
/// The triangles of a mesh that a convex shape may meet while both glide, soonest first.

#include <algorithm>
#include <limits>
#include <optional>

#include <graze/geometry.h>

#include "box/kernels.h"
#include "mesh/overlap.h"
#include "tree/walk/nearest_bounds.h"
#include "tree/walk/traverse_by_time.h"
#include "views/bound.h"

namespace graze::query {

/// When a bounded shape, in a box of the world, may first meet what is in a box of the mesh.
class BoxedShapeTimes {
 public:
  BoxedShapeTimes(const PlacedMesh& mesh, const Obb& shape, const Vec3& velocity)
      : shape_(shape),
        shape_in_mesh_(sat::relative_pose_with_errors(mesh.pose, {})),
        motion_(sat::pair_motion(velocity, shape_in_mesh_)),
        may_overlap_during_(sat::box_kernels().may_overlap_during) {}

  [[nodiscard]] std::optional<double> operator()(const Obb& box, double t_max) const {
    const sat::PairMargin margin = sat::margin_of(bounds_of(box), bounds_of(shape_), shape_in_mesh_);
    const auto window = may_overlap_during_(box, shape_, shape_in_mesh_, margin, motion_, t_max);
    return window ? std::optional(window->enter) : std::nullopt;
  }

 private:
  static sat::BoxBounds bounds_of(const Obb& box) { return {orthonormality_defect(box.axes), box.center.lpNorm<1>()}; }

  Obb shape_;
  sat::RelativePose shape_in_mesh_;
  sat::PairMotion motion_;
  sat::MayOverlapDuring may_overlap_during_;
};

/// The roundings of a length, a speed and their quotient. No unit. MeshShapeSweep.MeetsTheTriangleThatIsMetFirstOfAll
inline constexpr double quotient_slack = 0x1p-48;

/// The same for a shape without a box: it cannot come nearer sooner than straight.
class UnboundedShapeTimes {
 public:
  UnboundedShapeTimes(const PlacedMesh& mesh, const Body& shape, const Vec3& velocity, double clearance)
      : mesh_(mesh), shape_(shape), speed_(velocity.stableNorm()), clearance_(clearance) {}

  [[nodiscard]] std::optional<double> operator()(const Obb& box, double) const {
    const Obb placed = tree::placed_outward(box, mesh_.pose);
    const double gap = unbounded_distance_bound(shape_.geometry.shape(), shape_.pose, placed) - clearance_;
    if (!(gap > 0)) return 0;
    if (speed_ == 0) return std::nullopt;
    return std::min(std::numeric_limits<double>::max(), gap / speed_ * (1 - quotient_slack));
  }

 private:
  const PlacedMesh& mesh_;
  const Body& shape_;
  double speed_;
  double clearance_;
};

/// on_triangle(i) -> double, the time beyond which nothing is of interest any more. With a clearance, being within it of each other
/// is to meet.
template <class OnTriangle>
void for_each_triangle_in_time(const PlacedMesh& mesh, const Body& other, double t_max, const OnTriangle& on_triangle,
                               double clearance = 0) {
  const Vec3 velocity = other.motion.velocity - mesh.velocity;
  if (auto box = box_around(other.geometry.shape(), other.pose)) {
    if (clearance > 0) box->half_extents.array() += clearance;
    tree::for_each_triangle_by_time(*mesh.tree, BoxedShapeTimes(mesh, *box, velocity), t_max, on_triangle);
  } else {
    tree::for_each_triangle_by_time(*mesh.tree, UnboundedShapeTimes(mesh, other, velocity, clearance), t_max, on_triangle);
  }
}

}  // namespace graze::query
