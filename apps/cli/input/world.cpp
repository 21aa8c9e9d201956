/// Bodies of a scene file as objects that stand.

#include "input/world.h"

#include <fmt/format.h>

#include <graze/scene_file.h>

namespace graze::cli {

Result<std::vector<WorldObject>> read_world(const std::string& file, bool surfaces) {
  return read_scene(file, {.solids = surfaces ? Solids::none : Solids::closed}).and_then([&](const SceneFile& scene) {
    return world_of(scene).map_error(
        [&](const Error& error) { return Error{error.code, fmt::format("{}: {}", file, error.message)}; });
  });
}

}  // namespace graze::cli
