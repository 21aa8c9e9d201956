#pragma once
/// Notices that files have changed.

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace graze::cli {

/// When a file was last written and how large it was then.
struct FileState {
  std::filesystem::file_time_type written;
  std::uintmax_t size = 0;

  friend bool operator==(const FileState&, const FileState&) = default;
};

/// Of all that are there: files, and those in folders. Texts that name no file are shapes, and never change.
using FileStates = std::map<std::filesystem::path, FileState>;
[[nodiscard]] FileStates states_of(const std::vector<std::string>& sources);

}  // namespace graze::cli
