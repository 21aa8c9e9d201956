#pragma once
/// Files that hold many bodies, as bodies of an assembly.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include <graze/error.h>
#include <graze/scene.h>
#include <graze/scene_file.h>

#include "input/assembly.h"

namespace graze::cli {

/// What a scene file, glTF, 3MF or URDF file brings; robots as their links.
struct SceneSource {
  std::optional<StoredScene> stored;  ///< bodies that stay in the file, before the others
  std::vector<SceneBody> bodies;
  std::vector<std::array<std::string, 2>> exclude;
  std::string unit;  ///< empty where the file tells none
  double end = 0;
  std::vector<std::string> notes;
  std::vector<CadBody> cad;  ///< of a STEP file: in the order of the bodies
};

/// Whether a file holds many bodies, by its ending.
[[nodiscard]] bool is_scene_source(const std::string& file, const AssemblyOptions& options);

/// `unit`: of lengths in the options; empty where it is that of the file. With neighbours, which all call it, bodies of scene files
/// stay there.
[[nodiscard]] Result<SceneSource> read_scene_source(const std::string& file, const AssemblyOptions& options,
                                                    const std::string& unit, const Neighbours* neighbours);

/// All lengths of a body multiplied. Fails for motions that only functions know.
[[nodiscard]] Result<SceneBody> rescaled(SceneBody body, double factor);

/// "solid", "surface", "shape" or "compound".
[[nodiscard]] std::string kind_of(const SceneBody& body);

}  // namespace graze::cli
