#pragma once
/// Scenes as JSON.

#include <graze/error.h>
#include <graze/scene_file.h>

#include "io/files/source.h"
#include "io/json/line.h"

namespace graze::io {

[[nodiscard]] Result<SceneFile> read_json_scene(const MeshSource& source, const SceneReadOptions& options);

/// One that stands within another document. Files it names are relative to `folder`; errors have the path to the culprit, and no
/// file.
[[nodiscard]] Result<SceneFile> scene_from_json(const Json& root, const std::filesystem::path& folder,
                                                const SceneReadOptions& options);

}  // namespace graze::io
