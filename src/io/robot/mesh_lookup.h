#pragma once
/// Where the mesh file is that a robot description names.

#include <filesystem>
#include <string>
#include <vector>

#include <graze/error.h>

namespace graze::io {

/// Understands package://NAME/x (also with three slashes) and model://NAME/x, file://x, and plain paths; other schemes are refused:
/// nothing is read from a network. The message of a failure has no position in it; that of a missing file names the places tried.
[[nodiscard]] Result<std::filesystem::path> find_robot_mesh(const std::filesystem::path& description, const std::string& name,
                                                            const std::vector<std::filesystem::path>& packages);

}  // namespace graze::io
