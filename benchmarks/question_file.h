#pragma once
/// Questions of a file of `graze query`, to be timed.

#include <filesystem>
#include <optional>
#include <vector>

#include <graze/query_format.h>

namespace graze::bench {

/// All of the file, which must be about two meshes, the same ones in every question. Nothing, after a line on stderr, if they are
/// not.
[[nodiscard]] std::optional<std::vector<Question>> read_questions(const std::filesystem::path& file);

}  // namespace graze::bench
