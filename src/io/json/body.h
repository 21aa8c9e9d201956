#pragma once
/// Bodies of the question format: a shape with a pose and a motion. Internal to the sources of io.

#include <optional>

#include <graze/geometry.h>
#include <graze/integrate.h>
#include <graze/path.h>

#include "io/json/line.h"
#include "io/json/question_meshes.h"

namespace graze {

struct QuestionBody {
  Body body;                                     ///< with keyframes: in their pose at time 0, without motion
  std::optional<Path> path;                      ///< when keyframes are given
  std::optional<bool> solid;                     ///< as given for a mesh
  std::optional<IntegratedMotion> integrated{};  ///< where velocities are given; `path` is its path
  std::optional<double> repaired{};  ///< with "repair": how far the entry of a rotation or of axes that moved most has moved
};

/// Everything is checked: fields, numbers, the shape, the rotation.
[[nodiscard]] Result<QuestionBody> body_from_json(const Json& object, QuestionMeshes& meshes);

}  // namespace graze
