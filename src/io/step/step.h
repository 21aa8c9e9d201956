#pragma once
/// CAD models from STEP files as triangles: the only door to Open CASCADE, of which no type and no exception passes it.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/pose.h>
#include <graze/shapes.h>

#include "io/files/source.h"

namespace graze::io {

struct StepOptions {
  double deflection = 0;  ///< length, in the unit of the file; 0: a thousandth of the size of each part
  std::uint64_t max_triangles = 0;
  std::uint64_t max_instances = 0;
};

/// A part, in its own frame.
struct StepShape {
  TriangleMesh mesh;
  /// No point of the part is farther from the mesh than this, nor any of the mesh from the part: see cad_deviation.h for how that
  /// is known.
  double deviation = 0;
};

struct StepInstance {
  std::string name;
  std::size_t shape = 0;
  Pose pose{};
  std::optional<std::array<double, 3>> colour{};  ///< linear red, green, blue from 0 to 1
};

struct StepModel {
  std::vector<StepShape> shapes;
  std::vector<StepInstance> instances;
  std::string unit;  ///< "mm", "in", …: what all lengths are in
  std::vector<std::string> notes;
};

/// Whether this graze was built with Open CASCADE. Without it both readers below answer with what to build.
[[nodiscard]] bool has_step_reader();

[[nodiscard]] bool is_step(std::string_view bytes);

[[nodiscard]] Result<StepModel> read_step(const MeshSource& source, const StepOptions& options);

/// How many metres the unit of the file is.
[[nodiscard]] Result<double> step_unit(const MeshSource& source);

}  // namespace graze::io
