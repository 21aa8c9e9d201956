#pragma once
/// Whole files, written in one step.

#include <filesystem>
#include <memory>
#include <string_view>

#include <graze/error.h>
#include <graze/export.h>

namespace graze {

/// Puts the bytes in place of what `path` names. A failure, or an end of the program in between, leaves what was there. Links are
/// followed; a file that is there keeps its mode. Only regular files that the user may write are replaced: never a directory, a
/// device, a pipe or a socket. Errors read "<path>: cannot write: reason".
[[nodiscard]] GRAZE_API Result<void> write_file(const std::filesystem::path& path, std::string_view bytes);

/// The same for bytes that come one after the other. Where the system knows files without names about a megabyte of them is held in
/// memory, else all.
class GRAZE_API FileWriter {
 public:
  explicit FileWriter(std::filesystem::path path);
  FileWriter(FileWriter&& other) noexcept;
  FileWriter& operator=(FileWriter&& other) noexcept;
  ~FileWriter();

  /// False where these bytes or earlier ones could not be written: more need not come then, and finish() says why.
  bool write(std::string_view bytes);
  /// Puts all bytes in their place. Without it nothing has happened.
  [[nodiscard]] Result<void> finish();

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace graze
