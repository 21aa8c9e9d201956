#pragma once
/// A convex body as conditions on its points: between parallel planes and inside a quadric. Rays and containment fold over them.
///
/// Conditions are polynomials of the stored numbers, so the same description serves the filter (Bounded) and the decision (Dyadic).
/// A pose moves points and axes in real arithmetic; radii stay what they are, so that a ball stays a ball whatever the rounding of
/// its rotation.

#include <optional>

#include <graze/pose.h>
#include <graze/shapes.h>

#include "numbers/bounded.h"
#include "numbers/dyadic.h"
#include "numbers/kept_blocks.h"
#include "numbers/vector.h"
#include "polytope/convex.h"

namespace graze::distance {

/// lower <= axis.x <= upper; an absent end is no condition. The axis is not unit.
template <class N>
struct Slab {
  Vector3<N> axis;
  std::optional<N> lower;
  std::optional<N> upper;
  bool is_plane = false;  ///< lower and upper are one number, though Bounded cannot tell
};

/// form(x - center, x - center) <= level.
template <class N>
struct Quadric {
  /// weight * (u.normal) * (v.normal)
  struct Term {
    N weight;
    Vector3<N> normal;
  };
  Vector3<N> center;
  N isotropic{};  ///< weight of u.v
  KeptList<Term> terms;
  N level{};
  bool has_tip = false;  ///< at the center: the mantle of a cone

  [[nodiscard]] N form(const Vector3<N>& u, const Vector3<N>& v) const {
    N sum = isotropic * dot(u, v);
    for (const Term& t : terms) sum += t.weight * (dot(u, t.normal) * dot(v, t.normal));
    return sum;
  }
  /// Half the gradient of form(u, u): outward where the form grows.
  [[nodiscard]] Vector3<N> outward(const Vector3<N>& u) const {
    Vector3<N> sum = isotropic * u;
    for (const Term& t : terms) sum = sum + (t.weight * dot(u, t.normal)) * t.normal;
    return sum;
  }
};

/// The points that satisfy every condition.
template <class N>
struct Piece {
  KeptList<Slab<N>> slabs;
  std::optional<Quadric<N>> quadric;
};

/// The union of the pieces, convex and closed: one piece, or of a capsule the balls at its ends and the cylinder between.
template <class N>
struct Conditions {
  KeptList<Piece<N>> pieces;
  int dimension = 3;          ///< of the body where it is linear
  Vector3<N> direction;       ///< of a body of dimension 1
  bool is_unbounded = false;  ///< a line, a ray, a plane, a half-space
};

/// A shape and its pose, with the polytope of a bounded linear one made once, when it is first needed. Refers to its arguments.
class PlacedShape {
 public:
  PlacedShape(const Shape& shape, const Pose& pose) : shape_(&shape), pose_(&pose) {}

  [[nodiscard]] const Shape& shape() const { return *shape_; }
  [[nodiscard]] const Pose& pose() const { return *pose_; }
  [[nodiscard]] bool is_polytope() const;
  /// Of a shape that is_polytope().
  [[nodiscard]] const sat::Convex& polytope() const;

 private:
  const Shape* shape_;
  const Pose* pose_;
  mutable std::optional<sat::Convex> polytope_;
};

/// Is the shape a convex set that conditions() knows? All are, but tori, point clouds and meshes.
[[nodiscard]] bool has_conditions(const Shape& shape);

/// The conditions of the body in world axes, seen from the point `from`; nothing when number type N cannot tell how flat a body
/// is. A positive `inset` describes the points that are at least so far inside a ball, a capsule or the wall of a cylinder (not its
/// caps); it must not exceed their radius.
///
/// A cylinder or a cone whose ends coincide has no direction to be round about: it is that point.
template <class N>
[[nodiscard]] std::optional<Conditions<N>> conditions(const PlacedShape& body, const Vec3& from, double inset = 0);

extern template std::optional<Conditions<Bounded>> conditions<Bounded>(const PlacedShape&, const Vec3&, double);
extern template std::optional<Conditions<Dyadic>> conditions<Dyadic>(const PlacedShape&, const Vec3&, double);

/// The world place of a body's point, seen from `from`.
template <class N>
[[nodiscard]] Vector3<N> placed(const Pose& pose, const Vec3& in_body, const Vec3& from) {
  return sat::rotated<N>(pose, lifted<N>(in_body)) + (lifted<N>(pose.translation) - lifted<N>(from));
}

/// The difference of two points of a body, in world axes: without the rounding of their difference.
template <class N>
[[nodiscard]] Vector3<N> placed_difference(const Pose& pose, const Vec3& start, const Vec3& end) {
  return sat::rotated<N>(pose, lifted<N>(end) - lifted<N>(start));
}

/// A plane's normal and offset in the world: the exact image, also under a rotation that rounding has sheared.
template <class N>
struct PlacedPlane {
  Vector3<N> normal;
  N offset;  ///< of the plane normal.x = offset, x seen from `from`
};

template <class N>
[[nodiscard]] PlacedPlane<N> placed_plane(const Pose& pose, const Vec3& normal, double offset, const Vec3& from) {
  const Vector3<N> shift = lifted<N>(pose.translation) - lifted<N>(from);
  if (pose.rotation == Mat3::Identity()) {
    const Vector3<N> n = lifted<N>(normal);
    return {n, N(offset) + dot(n, shift)};
  }
  const Vector3<N> x = lifted<N>(pose.rotation.col(0));
  const Vector3<N> y = lifted<N>(pose.rotation.col(1));
  const Vector3<N> z = lifted<N>(pose.rotation.col(2));
  const Vector3<N> n = N(normal.x()) * cross(y, z) + N(normal.y()) * cross(z, x) + N(normal.z()) * cross(x, y);
  return {n, N(offset) * dot(x, cross(y, z)) + dot(n, shift)};
}

}  // namespace graze::distance
