#pragma once
/// The file that a path to write means, and whether it may be replaced.

#include <filesystem>
#include <optional>

#include <graze/error.h>
#include <sys/stat.h>

#include "io/files/write.h"

namespace graze::io {

struct WriteTarget {
  std::filesystem::path path;             ///< after all links
  std::optional<struct ::stat> replaces;  ///< the file that is there already
};

/// Follows links, also to a file that is not there yet, and refuses what must not be replaced.
[[nodiscard]] Result<WriteTarget> write_target(const std::filesystem::path& path, const WriteRules& rules);

}  // namespace graze::io
