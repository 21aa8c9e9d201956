#pragma once
/// The parts of a STEP document and where each is used, as Open CASCADE has them. Lengths are in millimetres.

#ifdef GRAZE_WITH_STEP

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <Quantity_Color.hxx>
#include <TopoDS_Shape.hxx>
#include <gp_Trsf.hxx>

namespace graze::io {

struct CadInstance {
  std::string name;
  std::size_t shape = 0;
  gp_Trsf place{};
  std::optional<Quantity_Color> colour{};
};

struct CadDocument {
  std::vector<TopoDS_Shape> shapes;  ///< that have faces
  std::vector<CadInstance> instances;
  std::size_t without_faces = 0;  ///< uses of parts made of wires and points
  std::string trouble{};          ///< why there is nothing; else empty
};

/// What the file calls its unit of length: "millimetre", "INCH"; several where parts differ, none where it is not told.
struct CadUnits {
  std::vector<std::string> names;
  std::string trouble{};
};

[[nodiscard]] CadUnits cad_units(std::string_view bytes);
[[nodiscard]] CadDocument read_cad_document(std::string_view bytes, std::size_t max_instances);

}  // namespace graze::io

#endif
