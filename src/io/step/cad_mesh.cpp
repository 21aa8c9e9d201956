/// Meshes a CAD shape with Open CASCADE and joins what it made of the faces.

#include "io/step/cad_mesh.h"

#ifdef GRAZE_WITH_STEP

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include <BRepBndLib.hxx>
#include <BRepMesh_IncrementalMesh.hxx>
#include <BRepTools.hxx>
#include <BRep_Tool.hxx>
#include <Bnd_Box.hxx>
#include <Poly_Triangulation.hxx>
#include <TopExp_Explorer.hxx>
#include <TopoDS.hxx>

#include "geometry/weld.h"
#include "io/step/cad_deviation.h"

namespace graze::io {
namespace {

/// Radians between the normals of neighbouring triangles: a small fillet is round also where the deflection would let it be a
/// bevel.
constexpr double angular_deflection = 0.35;

/// Halvings of the deflection when the mesher has missed it.
constexpr int most_attempts = 4;

/// Returns why not, else an empty text.
std::string add_face(const TopoDS_Face& face, TriangleMesh& mesh) {
  TopLoc_Location where;
  const Handle(Poly_Triangulation) triangles = BRep_Tool::Triangulation(face, where);
  if (triangles.IsNull() || triangles->NbTriangles() == 0) return "could not be cut into triangles";
  const gp_Trsf place = where.Transformation();
  const auto first = static_cast<std::uint32_t>(mesh.vertices.size());
  for (int i = 1; i <= triangles->NbNodes(); ++i) {
    const gp_Pnt p = triangles->Node(i).Transformed(place);
    mesh.vertices.emplace_back(p.X(), p.Y(), p.Z());
  }
  const bool is_turned = (face.Orientation() == TopAbs_REVERSED) != place.IsNegative();
  for (int i = 1; i <= triangles->NbTriangles(); ++i) {
    std::array<int, 3> node{};
    triangles->Triangle(i).Get(node[0], node[1], node[2]);
    if (is_turned) std::swap(node[1], node[2]);
    const auto number = [&](int n) { return first + static_cast<std::uint32_t>(n - 1); };
    mesh.triangles.push_back({number(node[0]), number(node[1]), number(node[2])});
  }
  return {};
}

/// Where a whole edge of a face is one point, as at the pole of a sphere, triangles are left that are lines.
void drop_collapsed(TriangleMesh& mesh) {
  std::erase_if(mesh.triangles, [](const auto& t) { return t[0] == t[1] || t[1] == t[2] || t[2] == t[0]; });
}

CadMesh collected(const TopoDS_Shape& shape, std::uint64_t max_triangles) {
  CadMesh made;
  int number = 0;
  for (TopExp_Explorer at(shape, TopAbs_FACE); at.More(); at.Next()) {
    const TopoDS_Face& face = TopoDS::Face(at.Current());
    ++number;
    if (const std::string why = add_face(face, made.mesh); !why.empty())
      return {{}, 0, fmt::format("face {} {}, and without it contacts would be missed", number, why)};
    if (made.mesh.triangles.size() > max_triangles) return {{}, 0, fmt::format("has more than {} triangles", max_triangles)};
    made.deviation = std::max(made.deviation, deviation_of(face));
  }
  made.mesh = welded(made.mesh);
  drop_collapsed(made.mesh);
  return made;
}

}  // namespace

double size_of(const TopoDS_Shape& shape) {
  Bnd_Box box;
  BRepBndLib::AddClose(shape, box);
  return box.IsVoid() ? 0 : std::sqrt(box.SquareExtent());
}

CadMesh triangulated(const TopoDS_Shape& shape, double deflection, std::uint64_t max_triangles) {
  CadMesh best;
  double aim = deflection;
  for (int attempt = 0; attempt < most_attempts; ++attempt, aim /= 2) {
    BRepTools::Clean(shape);
    BRepMesh_IncrementalMesh mesher(shape, aim, Standard_False, angular_deflection, Standard_False);
    CadMesh made = collected(shape, max_triangles);
    const bool is_better = made.trouble.empty() && (attempt == 0 || made.deviation < best.deviation);
    if (attempt == 0 || is_better) best = std::move(made);
    if (!best.trouble.empty() || best.deviation <= deflection) break;
  }
  BRepTools::Clean(shape);
  return best;
}

}  // namespace graze::io

#endif
