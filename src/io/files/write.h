#pragma once
/// Writes whole files so that a failure, or an end of the program in between, leaves no incomplete one behind.

#include <filesystem>
#include <span>
#include <string_view>

#include <graze/error.h>

namespace graze::io {

struct WriteRules {
  std::string_view mark =
      {};  ///< how a file that may be replaced begins, unless it is empty; any regular file may be without a mark
  std::string_view kind = {};  ///< what such files are called in messages
  bool named = false;          ///< go the way of file systems that know no files without names
};

/// Puts the bytes in place of what `path` names in one step. Links are followed; a file that is there keeps its mode and owner, as
/// far as the user may give it that. Only regular files that the user may write, of the kind the rules name, are replaced: never a
/// directory, a device, a pipe or a socket. All writers of graze come here.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& path, std::string_view bytes, const WriteRules& rules = {});
/// The same with bytes that are in several places.
[[nodiscard]] Result<void> replace_file(const std::filesystem::path& path, std::span<const std::string_view> pieces,
                                        const WriteRules& rules = {});

}  // namespace graze::io
