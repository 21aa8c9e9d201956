/// Cuts the part out of a plane, half-space or line that a mesh can reach, and lets it follow the mesh.

#include "motion/turning/bounded_part.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "geometry/orthonormal_frame.h"
#include "geometry/shape_kinds.h"
#include "motion/pose_at.h"

namespace graze::query {
namespace {

/// Planes and lines slide along themselves without a change, so that their parts may follow a mesh.
class Follower {
 public:
  using Answer = std::optional<BoundedPart>;

  Follower(const Body& unbounded, const Body& mesh, double reach)
      : pose_(unbounded.pose),
        velocity_(unbounded.motion.velocity),
        mesh_velocity_(mesh.motion.velocity),
        mesh_center_(center_of(mesh.pose, mesh.motion)),
        reach_(reach) {}

  Answer operator()(const Plane& s) const { return layer(s.normal, s.offset, 0); }
  Answer operator()(const HalfSpace& s) const { return layer(s.normal, s.offset, reach_); }
  Answer operator()(const Line& s) const {
    const Vec3 along = pose_.rotation * s.direction.stableNormalized();
    const Vec3 origin = pose_.to_world(s.origin);
    const Vec3 nearest = origin + along.dot(mesh_center_ - origin) * along;
    const Vec3 velocity = velocity_ + along.dot(mesh_velocity_ - velocity_) * along;
    const double coordinates = origin.lpNorm<1>() + pose_.translation.lpNorm<1>() + s.origin.lpNorm<1>();
    return BoundedPart{{Segment{{-reach_ * along, reach_ * along}}},
                       {Mat3::Identity(), nearest},
                       {velocity, Vec3::Zero(), {}},
                       reach_,
                       coordinates};
  }
  template <class Other>
    requires OneOf<Other, Ray> || PolytopeShape<Other> || RoundShape<Other> || ManyPieces<Other> || RingShape<Other>
  Answer operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  /// `depth` below the plane, and more where the mesh begins below it.
  [[nodiscard]] Answer layer(const Vec3& normal, double offset, double depth) const {
    const double length = normal.stableNorm();
    const Vec3 up = (pose_.rotation * (normal / length)).normalized();
    const double level = offset / length + up.dot(pose_.translation);
    const double height = up.dot(mesh_center_) - level;
    if (depth > 0) depth += std::max(0.0, -height);
    const Vec3 nearest = mesh_center_ - (height + depth / 2) * up;
    const Vec3 velocity = mesh_velocity_ + up.dot(velocity_ - mesh_velocity_) * up;
    const Obb box{Vec3::Zero(), *orthonormal_frame(up, any_perpendicular(up)), Vec3(depth / 2, reach_, reach_)};
    const double coordinates = std::abs(offset / length) + pose_.translation.lpNorm<1>() + mesh_center_.lpNorm<1>();
    return BoundedPart{{box}, {Mat3::Identity(), nearest}, {velocity, Vec3::Zero(), {}}, box.half_extents.norm(), coordinates};
  }

  const Pose& pose_;
  const Vec3& velocity_;
  const Vec3& mesh_velocity_;
  Vec3 mesh_center_;
  double reach_;
};

struct PartWithin {
  Vec3 center;  ///< in the frame of the body
  double reach;

  Shape operator()(const Line& s) const { return along(s.origin, s.direction, -std::numeric_limits<double>::infinity()); }
  Shape operator()(const Ray& s) const { return along(s.origin, s.direction, 0); }
  Shape operator()(const Plane& s) const { return layer(s.normal, s.offset, 0); }
  Shape operator()(const HalfSpace& s) const { return layer(s.normal, s.offset, 1); }
  template <class Bounded>
    requires PolytopeShape<Bounded> || RoundShape<Bounded> || ManyPieces<Bounded> || RingShape<Bounded>
  Shape operator()(const Bounded& s) const {
    return {s};
  }

 private:
  [[nodiscard]] Shape along(const Vec3& origin, const Vec3& direction, double least) const {
    if (direction == Vec3::Zero()) return {Segment{{origin, origin}}};
    const Vec3 unit = direction.stableNormalized();
    const double nearest = unit.dot(center - origin);
    return {Segment{{origin + std::max(least, nearest - reach) * unit, origin + std::max(least, nearest + reach) * unit}}};
  }
  /// `inside`: 1 if what lies below belongs to it, else 0.
  [[nodiscard]] Shape layer(const Vec3& normal, double offset, double inside) const {
    const double length = normal.stableNorm();
    const Vec3 up = normal / length;
    const double height = up.dot(center) - offset / length;
    const double half_depth = inside * std::max(0.0, reach - height) / 2;
    return {
        Obb{center - (height + half_depth) * up, *orthonormal_frame(up, any_perpendicular(up)), Vec3(half_depth, reach, reach)}};
  }
};

}  // namespace

Shape part_within(const Body& unbounded, double reach) {
  const Vec3 center =
      unbounded.pose.rotation.transpose() * (center_of(unbounded.pose, unbounded.motion) - unbounded.pose.translation);
  return std::visit(PartWithin{center, reach}, unbounded.geometry.shape().value);
}

std::optional<BoundedPart> bounded_part_of(const Body& unbounded, const Body& mesh, const Reach& reach) {
  return std::visit(Follower(unbounded, mesh, reach.center), unbounded.geometry.shape().value);
}

}  // namespace graze::query
