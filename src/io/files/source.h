#pragma once
/// The bytes of a file to read a mesh from, and errors that name a position in it.

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include <graze/error.h>

namespace graze::io {

/// A read-only view of a whole file, unmapped when this goes. While it is open the file may be
/// replaced or removed, but not changed in place: what is looked at behind its new end would be a bus error.
class MappedFile {
 public:
  static Result<MappedFile> open(const std::filesystem::path& path, std::uint64_t max_bytes);

  MappedFile(MappedFile&& other) noexcept;
  MappedFile& operator=(MappedFile&& other) noexcept;
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  // Advice, which changes no byte.

  /// The whole pages within these bytes need not stay in memory: they are read again when they are looked at again.
  void forget(const void* first, std::size_t bytes) const;
  /// From now on it is looked at here and there, not from its beginning to its end.
  void expect_jumps() const;

  [[nodiscard]] std::string_view bytes() const { return {data_, size_}; }

 private:
  MappedFile(const char* data, std::size_t size) : data_(data), size_(size) {}

  const char* data_;
  std::size_t size_;
};

struct MeshSource {
  std::filesystem::path path;  ///< as the user gave it
  std::string_view bytes;
};

/// Foreign text on one line: bytes other than printable ASCII become '?', and what is longer is cut.
[[nodiscard]] std::string printable(std::string_view text, std::size_t max_bytes = 60);

/// The path on one line, whole.
[[nodiscard]] std::string name_of(const std::filesystem::path& path);

[[nodiscard]] Error error_in(const std::filesystem::path& path, std::string_view reason, ErrorCode code = ErrorCode::file);
[[nodiscard]] Error error_at_line(const std::filesystem::path& path, std::uint64_t line, std::string_view reason,
                                  ErrorCode code = ErrorCode::file);
[[nodiscard]] Error error_at_byte(const std::filesystem::path& path, std::uint64_t offset, std::string_view reason,
                                  ErrorCode code = ErrorCode::file);

/// What is wrong; the caller adds the position.
struct Trouble {
  std::string reason;
  ErrorCode code = ErrorCode::file;
};

}  // namespace graze::io
