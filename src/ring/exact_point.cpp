/// The equation of the torus in exact numbers.
///
/// With the distance p from the axis and the height h over the plane of the circle, squares of distances from its nearest and
/// farthest points are (p -+ R)^2 + h^2; multiplied by the square of the axis, which need not be unit, all but p are polynomials of
/// the stored numbers, and p has one root.

#include "ring/exact_point.h"

#include "numbers/dyadic.h"
#include "views/implicit_form.h"

namespace graze::ring {
namespace {

struct Squares {
  Dyadic axis;      ///< n.n
  Dyadic distance;  ///< from the centre, times n.n
  Dyadic off_axis;  ///< p^2 times n.n
};

Squares squares_of(const PosedTorus& ring, const Vec3& in_body, const Pose& pose) {
  using Exact = Vector3<Dyadic>;
  const Exact from_center =
      distance::placed<Dyadic>(pose, in_body, Vec3::Zero()) - distance::placed<Dyadic>(ring.pose, ring.torus.center, Vec3::Zero());
  const bool has_axis = ring.torus.axis != Vec3::Zero();
  const Exact axis = has_axis ? sat::rotated<Dyadic>(ring.pose, lifted<Dyadic>(ring.torus.axis)) : Exact{0, 0, 1};
  const Dyadic height = dot(axis, from_center);
  const Dyadic squared = dot(axis, axis);
  const Dyadic distance = squared * dot(from_center, from_center);
  return {squared, distance, distance - height * height};
}

/// Whether rest <= 2 R p |n|^2, all of it or with the other sign of p.
Dyadic doubled_product_squared(const Squares& s, const Dyadic& major) { return Dyadic(4) * major * major * s.off_axis * s.axis; }

}  // namespace

bool is_within(const PosedTorus& ring, const Vec3& in_body, const Pose& pose, double extra) {
  const Squares s = squares_of(ring, in_body, pose);
  const Dyadic major(ring.torus.major);
  const Dyadic radius = Dyadic(ring.torus.minor) + Dyadic(extra);
  if (radius.sign() < 0) return false;
  const Dyadic rest = s.distance + (major * major - radius * radius) * s.axis;  // <= 2 R p n.n
  return rest.sign() <= 0 || !(doubled_product_squared(s, major) < rest * rest);
}

bool is_in_ball(const PosedTorus& ring, const Vec3& in_body, const Pose& pose, double radius) {
  const Squares s = squares_of(ring, in_body, pose);
  const Dyadic major(ring.torus.major);
  const Dyadic left = Dyadic(radius) - Dyadic(ring.torus.minor);
  if (left.sign() < 0) return false;
  const Dyadic rest = (left * left - major * major) * s.axis - s.distance;  // >= 2 R p n.n
  return rest.sign() >= 0 && !(rest * rest < doubled_product_squared(s, major));
}

}  // namespace graze::ring
