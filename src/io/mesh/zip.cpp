/// ZIP through minizip.

#include "io/mesh/zip.h"

#include <vector>

#include <fmt/format.h>
#include <minizip/unzip.h>

namespace graze::io {

namespace {

constexpr int ignore_case = 2;  // as unzLocateFile numbers it; part names of packages do not depend on case
constexpr unsigned encrypted_flag = 1;

/// Closes the part it opened and remembers whether the checksum was right.
class OpenPart {
 public:
  explicit OpenPart(unzFile archive) : archive_(archive), open_(unzOpenCurrentFile(archive) == UNZ_OK) {}
  OpenPart(const OpenPart&) = delete;
  OpenPart& operator=(const OpenPart&) = delete;
  ~OpenPart() { close(); }

  [[nodiscard]] bool is_open() const { return open_; }
  bool close() {
    const bool fine = !open_ || unzCloseCurrentFile(archive_) == UNZ_OK;
    open_ = false;
    return fine;
  }

 private:
  unzFile archive_;
  bool open_;
};

}  // namespace

ZipArchive::ZipArchive(const std::filesystem::path& path, std::uint64_t max_unpacked_bytes)
    : handle_(unzOpen64(path.c_str())), bytes_left_(max_unpacked_bytes), max_unpacked_bytes_(max_unpacked_bytes) {}

void ZipArchive::Close::operator()(void* handle) const { unzClose(handle); }

bool ZipArchive::has(const std::string& part) { return unzLocateFile(handle_.get(), part.c_str(), ignore_case) == UNZ_OK; }

Trouble ZipArchive::read(const std::string& part, const std::function<bool(std::string_view)>& take) {
  if (!has(part)) return {"is not in the archive"};
  unz_file_info64 info{};
  if (unzGetCurrentFileInfo64(handle_.get(), &info, nullptr, 0, nullptr, 0, nullptr, 0) != UNZ_OK) return {"cannot be unpacked"};
  if ((info.flag & encrypted_flag) != 0) return {"is encrypted"};
  OpenPart open(handle_.get());
  if (!open.is_open()) return {"cannot be unpacked"};
  constexpr std::size_t block_bytes = 1 << 16;
  std::vector<char> block(block_bytes);
  for (;;) {
    const int got = unzReadCurrentFile(handle_.get(), block.data(), block_bytes);
    if (got < 0) return {"cannot be unpacked"};
    if (got == 0) break;
    if (static_cast<std::uint64_t>(got) > bytes_left_) {
      return {fmt::format("unpacks to more than the limit of {} bytes", max_unpacked_bytes_), ErrorCode::limit};
    }
    bytes_left_ -= static_cast<std::uint64_t>(got);
    if (!take({block.data(), static_cast<std::size_t>(got)})) return {};
  }
  return open.close() ? Trouble{} : Trouble{"has a wrong checksum"};
}

}  // namespace graze::io
