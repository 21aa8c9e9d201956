#pragma once
/// Files that a file may name: those in its own folder and below it.

#include <filesystem>
#include <optional>
#include <string>

namespace graze::io {

/// Where the file of that name is, relative to the folder of `file`; nothing when it would be outside that folder: by an absolute
/// name, by "..", by a backslash that some systems take for a slash, or by a symbolic link that leads out.
[[nodiscard]] std::optional<std::filesystem::path> beside_or_below(const std::filesystem::path& file, const std::string& name);

}  // namespace graze::io
