/// Writes a file for whoever uses the library: at once, or bit by bit.

#include <graze/file.h>

#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include "io/files/fence.h"
#include "io/files/target.h"
#include "io/files/write.h"

namespace graze {

Result<void> write_file(const std::filesystem::path& path, std::string_view bytes) {
  return io::fenced(path, [&] { return io::replace_file(path, bytes); });
}

struct FileWriter::Data {
  explicit Data(std::filesystem::path where) : path(std::move(where)) {}

  /// To the disk, if there is anything to write to: what cannot be written at all is told at the end.
  void spill() {
    if (!is_begun) {
      is_begun = true;
      if (const Result<io::WriteTarget> target = io::write_target(path, {})) file = io::UnnamedFile::beside(*target);
    }
    if (!file) return;
    if (!file->write(held)) error_number = errno;
    held.clear();
  }

  Result<void> finish() {
    if (!file) return io::replace_file(path, held);
    if (error_number == 0) spill();
    const Result<io::WriteTarget> target = io::write_target(path, {});
    if (!target) return tl::make_unexpected(target.error());
    errno = error_number;
    if (error_number == 0 && file->place(*target)) return {};
    return io::cannot_write(path);
  }

  std::filesystem::path path;
  std::string held{};
  std::optional<io::UnnamedFile> file{};
  bool is_begun = false;
  int error_number = 0;
};

FileWriter::FileWriter(std::filesystem::path path) : data_(std::make_unique<Data>(std::move(path))) {}
FileWriter::FileWriter(FileWriter&& other) noexcept = default;
FileWriter& FileWriter::operator=(FileWriter&& other) noexcept = default;
FileWriter::~FileWriter() = default;

bool FileWriter::write(std::string_view bytes) {
  constexpr std::size_t most_held = 1 << 20;
  if (data_->error_number != 0) return false;
  data_->held += bytes;
  if (data_->held.size() >= most_held) data_->spill();
  return data_->error_number == 0;
}

Result<void> FileWriter::finish() {
  return io::fenced(data_->path, [&] { return data_->finish(); });
}

}  // namespace graze
