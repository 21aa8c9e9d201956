#pragma once
/// Kinds of shapes, for visitors over Shape that answer several alike. Each kind names its shapes, so that a visitor without a
/// catch-all does not compile when there is a shape that it has no answer for.

#include <concepts>

#include <graze/shapes.h>

namespace graze {

template <class S, class... Named>
concept OneOf = (std::same_as<S, Named> || ...);

/// The hull of finitely many points.
template <class S>
concept PolytopeShape = OneOf<S, Point, Segment, Aabb, Obb, Triangle, Tetrahedron, ConvexPolygon, ConvexPolyhedron>;

/// Convex and bounded, with a curved surface.
template <class S>
concept RoundShape = OneOf<S, Sphere, Capsule, Cylinder, Cone, Ellipsoid>;

/// Convex and without end, unless a line's direction is zero.
template <class S>
concept UnboundedShape = OneOf<S, Line, Ray, Plane, HalfSpace>;

/// Neither convex nor made of convex pieces: the room `ring` answers about it, and the views have nothing to say.
template <class S>
concept RingShape = OneOf<S, Torus>;

/// Many convex pieces, which are asked about one by one.
template <class S>
concept ManyPieces = OneOf<S, PointCloud, TriangleMesh>;

}  // namespace graze
