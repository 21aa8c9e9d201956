#pragma once
/// Writes whole files so that a failure, or an end of the program in between, leaves no incomplete one behind.

#include <filesystem>
#include <optional>
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

struct WriteTarget;

/// A file in the folder of its target that has no name until it is complete: the system removes it itself when the program ends,
/// however that happens.
class UnnamedFile {
 public:
  /// Nothing where the system has none such.
  [[nodiscard]] static std::optional<UnnamedFile> beside(const WriteTarget& target);
  UnnamedFile(UnnamedFile&& other) noexcept;
  UnnamedFile& operator=(UnnamedFile&& other) noexcept;
  ~UnnamedFile();

  // False with the reason in errno.

  [[nodiscard]] bool write(std::string_view bytes);
  /// Gives it mode and owner of the file that it replaces, and its name. Nothing else may follow.
  [[nodiscard]] bool place(const WriteTarget& target);

 private:
  explicit UnnamedFile(int file) : file_(file) {}

  int file_;
};

/// "<path>: cannot write: reason", of errno.
[[nodiscard]] tl::unexpected<Error> cannot_write(const std::filesystem::path& path);

}  // namespace graze::io
