#pragma once
/// How far the triangles of a CAD shape are from its surfaces and edges. Lengths are in millimetres.
///
/// The mesher aims at a deflection and misses it at times, so what it made is measured. Of every triangle 28 points are compared
/// with the surface that it stands for (planes, cylinders, cones, spheres and tori by their equations, other surfaces by a Newton
/// step from the parameters of the triangle), of every chord of an edge 7 points of its curve. Between these points the surface
/// bends: a function whose second differences along the three directions of the grid are at most D is at most D / 6 away from its
/// linear interpolation on a cell (exactly so if it is quadratic), and D / 2 is added. Points of a face that no triangle covers,
/// beyond a chord, lie between the chord and the curve, and so are covered by the larger of both. This bounds surfaces that are
/// close to quadratic over a sixth of a triangle; it is no proof for surfaces that wave more finely than that.

#ifdef GRAZE_WITH_STEP

#include <TopoDS_Face.hxx>

namespace graze::io {

/// Of a face that has been triangulated.
[[nodiscard]] double deviation_of(const TopoDS_Face& face);

}  // namespace graze::io

#endif
