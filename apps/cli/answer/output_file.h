#pragma once
/// Files that a command writes.

#include <filesystem>

#include <graze/error.h>

namespace graze::cli {

/// An error where something is that no file can replace: a folder, a device. To be told before hours of work.
[[nodiscard]] Result<void> check_replaceable(const std::filesystem::path& out);

/// An error when the file to write is the one that is read, by whatever name.
[[nodiscard]] Result<void> check_not_input(const std::filesystem::path& out, const std::filesystem::path& in);

}  // namespace graze::cli
