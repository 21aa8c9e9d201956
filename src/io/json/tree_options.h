#pragma once
/// How the tree of a mesh is to be built, and where its vertices have moved to. Internal to the sources of io.

#include <optional>
#include <vector>

#include <graze/geometry.h>
#include <graze/options.h>

#include "io/json/line.h"
#include "io/json/question_meshes.h"

namespace graze {

/// The field "tree" of a mesh or cloud; nothing where there is none.
[[nodiscard]] Result<std::optional<BuildOptions>> tree_options_from_json(const Json& object);

/// The geometry with its vertices where the field "refit" says, as it is where there is none.
[[nodiscard]] Result<Geometry> refitted_by_json(const Json& object, const Vec3& scale, QuestionMeshes& meshes, Geometry geometry);

}  // namespace graze
