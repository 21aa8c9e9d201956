/// Compares the triangles of a face, and the chords of its edges, with the surface and the curves they stand for.

#include "io/step/cad_deviation.h"

#ifdef GRAZE_WITH_STEP

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include <BRepAdaptor_Curve.hxx>
#include <BRepAdaptor_Surface.hxx>
#include <BRep_Tool.hxx>
#include <Poly_PolygonOnTriangulation.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>
#include <gp_Cone.hxx>
#include <gp_Cylinder.hxx>
#include <gp_Pln.hxx>
#include <gp_Sphere.hxx>
#include <gp_Torus.hxx>

namespace graze::io {
namespace {

/// A side of a triangle, or a chord, is cut into so many pieces.
constexpr int pieces = 6;

/// Of a second difference: what is added for the surface between samples, three times what a quadratic one needs.
constexpr double between_samples = 0.5;

/// Distances from the origin of a frame, as cylinders and the like have it: along the axis, and from the axis.
struct AxialPoint {
  double along = 0, across = 0;
};

AxialPoint axial(const gp_Ax3& frame, const gp_Pnt& p) {
  const gp_Vec from(frame.Location(), p);
  return {from.Dot(gp_Vec(frame.Direction())), from.Crossed(gp_Vec(frame.Direction())).Magnitude()};
}

class SurfaceDistance {
 public:
  explicit SurfaceDistance(const TopoDS_Face& face) : surface_(face) {}

  /// A vector whose length is at least the distance of p from the surface, and which varies smoothly where p and uv do.
  gp_XYZ operator()(const gp_Pnt& p, const gp_XY& uv) const {
    switch (surface_.GetType()) {
      case GeomAbs_Plane: return {axial(surface_.Plane().Position(), p).along, 0, 0};
      case GeomAbs_Sphere: return {p.Distance(surface_.Sphere().Location()) - surface_.Sphere().Radius(), 0, 0};
      case GeomAbs_Cylinder: return {axial(surface_.Cylinder().Position(), p).across - surface_.Cylinder().Radius(), 0, 0};
      case GeomAbs_Cone: {
        const gp_Cone cone = surface_.Cone();
        const AxialPoint at = axial(cone.Position(), p);
        const double radius = std::abs(cone.RefRadius() + at.along * std::tan(cone.SemiAngle()));
        return {(at.across - radius) * std::cos(cone.SemiAngle()), 0, 0};
      }
      case GeomAbs_Torus: {
        const gp_Torus torus = surface_.Torus();
        const AxialPoint at = axial(torus.Position(), p);
        return {std::hypot(at.across - torus.MajorRadius(), at.along) - torus.MinorRadius(), 0, 0};
      }
      default: return from_parameters(p, uv);
    }
  }

 private:
  /// A Newton step in the tangent plane takes away what is only a shift along the surface.
  gp_XYZ from_parameters(const gp_Pnt& p, const gp_XY& uv) const {
    gp_Pnt foot;
    gp_Vec du, dv;
    surface_.D1(uv.X(), uv.Y(), foot, du, dv);
    const gp_Vec gap(foot, p);
    const double uu = du.SquareMagnitude(), vv = dv.SquareMagnitude(), cross = du.Dot(dv), det = uu * vv - cross * cross;
    if (!(det > 0)) return gap.XYZ();
    const double gu = gap.Dot(du), gv = gap.Dot(dv);
    const double u = std::clamp(uv.X() + (gu * vv - gv * cross) / det, surface_.FirstUParameter(), surface_.LastUParameter());
    const double v = std::clamp(uv.Y() + (gv * uu - gu * cross) / det, surface_.FirstVParameter(), surface_.LastVParameter());
    const gp_Vec nearer(surface_.Value(u, v), p);
    return nearer.Magnitude() <= gap.Magnitude() ? nearer.XYZ() : gap.XYZ();
  }

  BRepAdaptor_Surface surface_;
};

/// Samples at (i, j) with i + j <= pieces of a triangle, or with j = 0 of a chord.
class Samples {
 public:
  explicit Samples(int rows) : rows_(rows) {}

  gp_XYZ& at(int i, int j) { return values_[static_cast<std::size_t>(i * (pieces + 1) + j)]; }

  /// The largest sample, and what the function may rise above it between samples.
  double bound() {
    double largest = 0, bend = 0;
    for (int i = 0; i <= pieces; ++i) {
      for (int j = 0; j < rows_ && i + j <= pieces; ++j) {
        largest = std::max(largest, at(i, j).Modulus());
        if (i > 0 && i + j < pieces) bend = std::max(bend, second(at(i - 1, j), at(i, j), at(i + 1, j)));
        if (j > 0 && j + 1 < rows_ && i + j < pieces) bend = std::max(bend, second(at(i, j - 1), at(i, j), at(i, j + 1)));
        if (i > 0 && j > 0) bend = std::max(bend, second(at(i - 1, j + 1), at(i, j), at(i + 1, j - 1)));
      }
    }
    return largest + between_samples * bend;
  }

 private:
  static double second(const gp_XYZ& before, const gp_XYZ& here, const gp_XYZ& after) {
    return (before - 2 * here + after).Modulus();
  }

  int rows_;
  std::array<gp_XYZ, static_cast<std::size_t>((pieces + 1) * (pieces + 1))> values_{};
};

template <class Point>
Point mixed(const std::array<Point, 3>& corners, int i, int j) {
  const double a = static_cast<double>(i) / pieces, b = static_cast<double>(j) / pieces;
  return corners[0] * (1 - a - b) + corners[1] * a + corners[2] * b;
}

double triangles_deviation(const TopoDS_Face& face, const Poly_Triangulation& mesh, const gp_Trsf& place) {
  const SurfaceDistance distance(face);
  double largest = 0;
  Samples samples(pieces + 1);
  for (int t = 1; t <= mesh.NbTriangles(); ++t) {
    std::array<int, 3> node{};
    mesh.Triangle(t).Get(node[0], node[1], node[2]);
    std::array<gp_XYZ, 3> corners;
    std::array<gp_XY, 3> parameters;
    for (std::size_t k = 0; k < 3; ++k) {
      corners[k] = mesh.Node(node[k]).Transformed(place).XYZ();
      if (mesh.HasUVNodes()) parameters[k] = mesh.UVNode(node[k]).XY();
    }
    for (int i = 0; i <= pieces; ++i)
      for (int j = 0; i + j <= pieces; ++j) samples.at(i, j) = distance(gp_Pnt(mixed(corners, i, j)), mixed(parameters, i, j));
    largest = std::max(largest, samples.bound());
  }
  return largest;
}

/// From the nearest point of a chord.
gp_XYZ from_chord(const gp_XYZ& from, const gp_XYZ& to, const gp_XYZ& p) {
  const gp_XYZ along = to - from;
  const double square = along.SquareModulus();
  const double share = square > 0 ? std::clamp((p - from).Dot(along) / square, 0.0, 1.0) : 0;
  return p - from - along * share;
}

double edge_deviation(const TopoDS_Edge& edge, const Handle(Poly_Triangulation) & mesh, const TopLoc_Location& where) {
  const Handle(Poly_PolygonOnTriangulation) polygon = BRep_Tool::PolygonOnTriangulation(edge, mesh, where);
  if (polygon.IsNull() || !polygon->HasParameters()) return 0;
  const BRepAdaptor_Curve curve(edge);
  double largest = 0;
  for (int i = 1; i < polygon->NbNodes(); ++i) {
    const gp_XYZ from = mesh->Node(polygon->Node(i)).Transformed(where.Transformation()).XYZ();
    const gp_XYZ to = mesh->Node(polygon->Node(i + 1)).Transformed(where.Transformation()).XYZ();
    const double t = polygon->Parameter(i), step = (polygon->Parameter(i + 1) - t) / pieces;
    Samples samples(1);
    for (int k = 0; k <= pieces; ++k) samples.at(k, 0) = from_chord(from, to, curve.Value(t + k * step).XYZ());
    largest = std::max(largest, samples.bound());
  }
  return largest;
}

}  // namespace

double deviation_of(const TopoDS_Face& face) {
  TopLoc_Location where;
  const Handle(Poly_Triangulation) mesh = BRep_Tool::Triangulation(face, where);
  if (mesh.IsNull()) return 0;
  double largest = triangles_deviation(face, *mesh, where.Transformation());
  for (TopExp_Explorer at(face, TopAbs_EDGE); at.More(); at.Next())
    if (const TopoDS_Edge& edge = TopoDS::Edge(at.Current()); !BRep_Tool::Degenerated(edge))
      largest = std::max(largest, edge_deviation(edge, mesh, where));
  return largest;
}

}  // namespace graze::io

#endif
