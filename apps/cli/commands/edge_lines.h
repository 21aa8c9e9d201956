#pragma once
/// Edges of a roadmap as lines of JSON.

#include <cstddef>
#include <string>

#include <graze/error.h>
#include <graze/robot.h>

namespace graze::cli {

/// {"from": [...], "to": [...]}, a number for each driver.
[[nodiscard]] Result<JointEdge> edge_in(const std::string& text, std::size_t drivers);

/// The answer to the edge in that line of its file, with a line end.
[[nodiscard]] std::string edge_line(std::size_t line, const EdgeAnswer& answer);

}  // namespace graze::cli
