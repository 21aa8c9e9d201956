#pragma once
/// The slabs of a convex polyhedron with many faces, quickly: only corners that may be extreme along a face's normal are looked at
/// in bounded or exact numbers.

#include <optional>

#include "views/implicit_form.h"

namespace graze::distance {

/// Whether it is a hull of one face that does not have all points for corners: they may leave its plane by rounding, so that it is
/// no polygon.
[[nodiscard]] bool has_points_beside_face(const ConvexPolyhedron& polyhedron);

/// Between which planes parallel to each face the corners lie; exact for Dyadic. Nothing when N cannot tell that the polyhedron has
/// an inside, as that of a flat hull.
template <class N>
[[nodiscard]] std::optional<Piece<N>> face_slabs(const ConvexPolyhedron& polyhedron, const Pose& pose, const Vec3& from);

extern template std::optional<Piece<Bounded>> face_slabs<Bounded>(const ConvexPolyhedron&, const Pose&, const Vec3&);
extern template std::optional<Piece<Dyadic>> face_slabs<Dyadic>(const ConvexPolyhedron&, const Pose&, const Vec3&);

}  // namespace graze::distance
