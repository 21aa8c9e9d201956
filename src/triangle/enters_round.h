#pragma once
/// Does a triangle meet the inside of a round body, rather than only its boundary? Exact.
///
/// A piece of such a body is a quadric between planes. The part of the triangle between the planes is cut into triangles, and on
/// each of them the quadric is a quadratic form of three weights >= 0: whether it can be negative there is a question about the
/// signs of a few determinants [Hadeler83], with no case for the nearest corner, side or face.

#include <array>

#include "views/implicit_form.h"

namespace graze::distance {

/// The corners are seen from where the conditions are. The body is a ball, capsule, cylinder, cone or ellipsoid with an inside;
/// any corners will do.
[[nodiscard]] bool enters(const std::array<Vector3<Dyadic>, 3>& triangle, const Conditions<Dyadic>& body);

}  // namespace graze::distance
