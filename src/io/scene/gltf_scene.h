#pragma once
/// The nodes of a glTF file as bodies, moved by one of its animations.

#include <graze/error.h>
#include <graze/scene_file.h>

#include "io/files/source.h"

namespace graze::io {

[[nodiscard]] Result<SceneFile> read_gltf_scene(const MeshSource& source, const SceneReadOptions& options);

}  // namespace graze::io
