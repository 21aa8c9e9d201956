#pragma once
/// Bodies of the question format: a shape with a pose and a motion. Internal to the sources of io.

#include <graze/io/json_line.h>
#include <graze/io/question_meshes.h>
#include <graze/query/body.h>

namespace graze {

/// Everything is checked: fields, numbers, the shape, the rotation.
[[nodiscard]] Result<Body> body_from_json(const Json& object, QuestionMeshes& meshes);

}  // namespace graze
