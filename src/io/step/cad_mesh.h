#pragma once
/// Triangles of a CAD shape. Lengths are in millimetres.

#ifdef GRAZE_WITH_STEP

#include <cstdint>
#include <string>

#include <TopoDS_Shape.hxx>

#include <graze/shapes.h>

namespace graze::io {

struct CadMesh {
  TriangleMesh mesh;
  double deviation = 0;
  std::string trouble{};  ///< why there is none; else empty
};

/// The diagonal of the box around it.
[[nodiscard]] double size_of(const TopoDS_Shape& shape);

/// Made finer until no point is farther off than `deflection`, a few times at most: the deviation says what was reached.
[[nodiscard]] CadMesh triangulated(const TopoDS_Shape& shape, double deflection, std::uint64_t max_triangles);

}  // namespace graze::io

#endif
