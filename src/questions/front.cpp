/// Decides exactly from which side a line comes to a flat body.

#include "questions/front.h"

#include "geometry/shape_kinds.h"
#include "polytope/axes.h"
#include "ray/probe.h"

namespace graze::query {
namespace {

/// A normal of the corners in body coordinates, by their order: of the first three that do not lie on a line.
Vector3<Dyadic> normal_of(std::span<const Vec3> corners) {
  for (std::size_t i = 2; i < corners.size(); ++i) {
    const Vector3<Dyadic> origin = lifted<Dyadic>(corners[0]);
    const Vector3<Dyadic> normal = cross(lifted<Dyadic>(corners[i - 1]) - origin, lifted<Dyadic>(corners[i]) - origin);
    if (sat::zeroness(normal) != Sign::zero) return normal;
  }
  return {};
}

/// Zero of bodies that are not flat.
Vector3<Dyadic> front_normal(const Shape& shape) {
  if (const auto* triangle = std::get_if<Triangle>(&shape.value)) return normal_of(triangle->v);
  if (const auto* polygon = std::get_if<ConvexPolygon>(&shape.value)) return normal_of(polygon->vertices);
  if (const auto* plane = std::get_if<Plane>(&shape.value)) return lifted<Dyadic>(plane->normal);
  return {};
}

/// The image of a normal: the cofactors of the rotation, as stored.
Vector3<Dyadic> turned(const Vector3<Dyadic>& normal, const Pose& pose) {
  const Vector3<Dyadic> x = lifted<Dyadic>(pose.rotation.col(0));
  const Vector3<Dyadic> y = lifted<Dyadic>(pose.rotation.col(1));
  const Vector3<Dyadic> z = lifted<Dyadic>(pose.rotation.col(2));
  return normal.x * cross(y, z) + normal.y * cross(z, x) + normal.z * cross(x, y);
}

template <class... Kinds>
bool is_one_of(const Body& body) {
  return (std::holds_alternative<Kinds>(body.geometry.shape().value) || ...);
}

}  // namespace

bool has_front(const Body& body) { return !is_one_of<Point, Line, Ray, Segment, PointCloud>(body); }

bool is_one_sided(const Body& body) { return !body.geometry.is_planar() && is_one_of<Triangle, ConvexPolygon, Plane>(body); }

bool shows_back(const distance::Probe& line, const Body& body) {
  if (!is_one_sided(body)) return false;
  const auto placed = distance::placed_line<Dyadic>(line, Vec3::Zero());
  return dot(turned(front_normal(body.geometry.shape()), body.pose), placed.direction).sign() >= 0;
}

}  // namespace graze::query
