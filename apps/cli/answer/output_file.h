#pragma once
/// Files that a command writes.

#include <filesystem>

#include <graze/error.h>

namespace graze::cli {

/// An error when the file to write is the one that is read, by whatever name.
[[nodiscard]] Result<void> check_not_input(const std::filesystem::path& out, const std::filesystem::path& in);

}  // namespace graze::cli
