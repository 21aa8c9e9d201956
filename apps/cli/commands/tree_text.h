#pragma once
/// What the tree of a mesh is like, in words and as JSON.

#include <cstddef>
#include <string>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/geometry.h>

#include "answer/json.h"

namespace graze::cli {

[[nodiscard]] Json tree_json(const TreeReport& tree, std::size_t triangles);

/// Lines that begin with "  tree: ".
[[nodiscard]] std::string tree_text(const TreeReport& tree, std::size_t triangles);

/// Writes the boxes of a level, 0 being the root, as a mesh. The number of boxes.
[[nodiscard]] Result<std::size_t> write_boxes(const Geometry& mesh, std::size_t level, const std::string& out);

}  // namespace graze::cli
