#pragma once
/// STEP files as one mesh, with how far that is from the surfaces they describe.

#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/shapes.h>

namespace graze::cli {

/// By its content, or its name where that cannot be read.
[[nodiscard]] bool is_cad(const std::string& file);

/// A deflection above 0 is an error where no file is a STEP file: it would change nothing.
[[nodiscard]] Result<void> check_deflection(double deflection, const std::vector<std::string>& files);

struct CadModel {
  TriangleMesh mesh;      ///< all parts, placed
  double deflection = 0;  ///< of the part that is worst off
  std::size_t parts = 0;  ///< uses of parts
  std::vector<std::string> notes;
};

/// Lengths in the unit of the file; a deflection of 0 is the default one.
[[nodiscard]] Result<CadModel> read_cad(const std::string& file, double deflection);

/// How much nearer two CAD models may be than meshes that are so far off; rounded up.
[[nodiscard]] double slack_of(double deflection_a, double deflection_b);

}  // namespace graze::cli
