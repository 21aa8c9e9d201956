#pragma once
/// Files that gzip compressed.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <graze/error.h>

namespace graze::io {

[[nodiscard]] bool is_gzip(std::string_view bytes);

/// The contents of all members, one after another, which together may not be more than max_bytes. Errors name the path.
[[nodiscard]] Result<std::string> gunzipped(const std::filesystem::path& path, std::string_view bytes, std::uint64_t max_bytes);

/// The first bytes of what is packed, at most so many: fewer where the first member has fewer, or is damaged.
[[nodiscard]] std::string first_unpacked(std::string_view bytes, std::size_t most);

/// The name without its ".gz": what the format is recognised by.
[[nodiscard]] std::filesystem::path without_gz(const std::filesystem::path& path);

}  // namespace graze::io
