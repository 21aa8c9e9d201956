#pragma once
/// Shapes written on the command line: box:1,2,3, sphere:0.5.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>
#include <graze/shapes.h>

namespace graze::cli {

/// How a kind of shape is written.
struct ShapeForm {
  std::string_view form;     ///< "box:SX,SY,SZ"
  std::string_view meaning;  ///< "a box of these sizes around the origin"
};

[[nodiscard]] const std::vector<ShapeForm>& shape_forms();

/// Nothing when the text names no shape but a file; otherwise the shape, or what is wrong with its numbers. A file called box:1 is
/// ./box:1.
[[nodiscard]] std::optional<Result<Shape>> shape_in(const std::string& text);

}  // namespace graze::cli
