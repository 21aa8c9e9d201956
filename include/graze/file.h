#pragma once
/// Whole files, written in one step.

#include <filesystem>
#include <string_view>

#include <graze/error.h>
#include <graze/export.h>

namespace graze {

/// Puts the bytes in place of what `path` names. A failure, or an end of the program in between, leaves what was there. Links are
/// followed; a file that is there keeps its mode. Only regular files that the user may write are replaced: never a directory, a
/// device, a pipe or a socket. Errors read "<path>: cannot write: reason".
[[nodiscard]] GRAZE_API Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);

}  // namespace graze
