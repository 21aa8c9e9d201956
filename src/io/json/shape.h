#pragma once
/// Shapes of the question format. Internal to the sources of io.

#include <variant>

#include <graze/shapes.h>

#include "io/json/line.h"

namespace graze {

/// The shape that "type" and the number of coordinates define.
using AnyShape = std::variant<Shape, Shape2>;

/// Strict about fields (a misspelt one must not change an answer silently), not about the numbers in them: validate() judges those.
/// The fields of a body (R, t, vel, omega, center, keyframes, integrate, repair), and tree and refit of meshes and clouds, may be
/// beside them; a mesh given by "file" is not read here.
[[nodiscard]] Result<AnyShape> shape_from_json(const Json& object);

/// "type" names a mesh and "file" its path.
[[nodiscard]] bool is_mesh_file(const Json& object);

/// The file's name, after checking that no field of an inline mesh is beside it.
[[nodiscard]] Result<std::string> mesh_file_from_json(const Json& object);

/// Of a mesh: a number, three numbers, or one when absent.
[[nodiscard]] Result<Vec3> scale_from_json(const Json& object);

}  // namespace graze
