#pragma once
/// Parts of a ZIP archive, unpacked block by block so that a small archive cannot take much memory.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "io/files/source.h"

namespace graze::io {

class ZipArchive {
 public:
  /// Everything read from the archive together may not unpack to more than `max_unpacked_bytes`.
  ZipArchive(const std::filesystem::path& path, std::uint64_t max_unpacked_bytes);

  [[nodiscard]] bool is_open() const { return handle_ != nullptr; }
  [[nodiscard]] bool has(const std::string& part);

  /// Gives the part to `take`, which returns false to stop. An empty reason means that it got all of it, with the right checksum,
  /// or stopped it.
  [[nodiscard]] Trouble read(const std::string& part, const std::function<bool(std::string_view)>& take);

 private:
  struct Close {
    void operator()(void* handle) const;
  };

  std::unique_ptr<void, Close> handle_;
  std::uint64_t bytes_left_;
  std::uint64_t max_unpacked_bytes_;
};

}  // namespace graze::io
