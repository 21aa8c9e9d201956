#pragma once
/// Writes whole files so that a failure leaves no incomplete one behind.

#include <filesystem>
#include <string_view>

#include <graze/error.h>

namespace graze::io {

/// Writes the bytes beside `path` and moves them there in one step.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace graze::io
