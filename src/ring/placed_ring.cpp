/// Poses a torus, and finds the nearest point of its circle.

#include "ring/placed_ring.h"

#include <Eigen/Geometry>

#include "geometry/orthonormal_frame.h"

namespace graze::ring {
namespace {

Vec3 across_axis(const PlacedRing& ring, const Vec3& point) {
  const Vec3 from_center = point - ring.center;
  return ring.frame[1].dot(from_center) * ring.frame[1] + ring.frame[2].dot(from_center) * ring.frame[2];
}

}  // namespace

double PlacedRing::from_axis(const Vec3& point) const { return across_axis(*this, point).stableNorm(); }

Vec3 PlacedRing::nearest_on_circle(const Vec3& point) const {
  const Vec3 across = across_axis(*this, point);
  const Vec3 way = across == Vec3::Zero() ? frame[1] : Vec3(across.stableNormalized());
  return center + major * way;
}

Vec3 PlacedRing::normal_at(const Vec3& point) const {
  const Vec3 way = point - nearest_on_circle(point);
  return way == Vec3::Zero() ? frame[0] : Vec3(way.stableNormalized());
}

PlacedRing placed(const Torus& torus, const Pose& pose) {
  const Vec3 axis = pose.rotation * torus.axis;
  return {pose.to_world(torus.center), orthonormal_frame(axis, any_perpendicular(axis)).value_or(world_frame()), torus.major,
          torus.minor};
}

}  // namespace graze::ring
