#pragma once
/// Scenes as JSON.

#include <graze/error.h>
#include <graze/scene_file.h>

#include "io/files/source.h"

namespace graze::io {

[[nodiscard]] Result<SceneFile> read_json_scene(const MeshSource& source, const SceneReadOptions& options);

}  // namespace graze::io
