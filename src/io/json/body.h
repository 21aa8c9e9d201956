#pragma once
/// Bodies of the question format: a shape with a pose and a motion. Internal to the sources of io.

#include <optional>

#include <graze/geometry.h>
#include <graze/path.h>

#include "io/json/line.h"
#include "io/json/question_meshes.h"

namespace graze {

struct QuestionBody {
  Body body;                  ///< with keyframes: where they say it is at time 0, without motion
  std::optional<Path> path;   ///< when keyframes are given
  std::optional<bool> solid;  ///< what a mesh says of itself
};

/// Everything is checked: fields, numbers, the shape, the rotation.
[[nodiscard]] Result<QuestionBody> body_from_json(const Json& object, QuestionMeshes& meshes);

}  // namespace graze
