/// Merge sort: runs that fit into memory, then all runs at once.

#include "answer/sorted_rows.h"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "outcome.h"

namespace graze::cli {
namespace {

/// A row takes about a kilobyte.
constexpr std::size_t rows_at_once = 16384;
/// Of all runs together, while they are merged.
constexpr std::size_t merge_buffer_bytes = std::size_t{1} << 25;
constexpr std::size_t least_merge_buffer = 4096, most_merge_buffer = std::size_t{1} << 20;

tl::unexpected<Error> temporary_file_failed(int error_number) {
  return fail(ErrorCode::file, fmt::format("temporary file: {}", system_reason(error_number)));
}

/// Open, and without a name from then on.
int temporary_file() {
  std::error_code none;
  std::string name = (std::filesystem::temp_directory_path(none) / "graze-rows-XXXXXX").string();
  const int file = ::mkstemp(name.data());
  if (file >= 0) ::unlink(name.c_str());
  return file;
}

}  // namespace

/// Goes through a run. Rows are CBOR behind their lengths: it keeps numbers, the order of fields, and names that are not UTF-8.
class SortedRows::Reader {
 public:
  Reader(int file, Run run, std::size_t buffer) : file_(file), run_(run), buffer_(buffer) {}

  /// The next row; nothing at the end, or where the file cannot be read, which error() tells.
  std::optional<Json> next() {
    std::uint32_t bytes = 0;
    if (!read(&bytes, sizeof bytes)) return std::nullopt;
    std::vector<std::uint8_t> row(bytes);
    if (!read(row.data(), row.size())) return std::nullopt;
    return Json::from_cbor(row);
  }
  [[nodiscard]] int error() const { return error_number_; }

 private:
  bool read(void* into, std::size_t bytes) {
    auto* to = static_cast<char*>(into);
    while (bytes > 0) {
      if (at_ == held_.size() && !fill()) return false;
      const std::size_t some = std::min(bytes, held_.size() - at_);
      std::memcpy(to, held_.data() + at_, some);
      at_ += some;
      to += some;
      bytes -= some;
    }
    return true;
  }

  bool fill() {
    held_.resize(std::min<std::uint64_t>(buffer_, run_.end - run_.begin));
    at_ = 0;
    if (held_.empty()) return false;
    const ssize_t got = ::pread(file_, held_.data(), held_.size(), static_cast<off_t>(run_.begin));
    if (got <= 0) error_number_ = got < 0 ? errno : EIO;
    held_.resize(static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    run_.begin += held_.size();
    return got > 0;
  }

  int file_;
  Run run_;  ///< what is left of it
  std::size_t buffer_;
  std::string held_;
  std::size_t at_ = 0;
  int error_number_ = 0;
};

SortedRows::~SortedRows() {
  if (file_ >= 0) ::close(file_);
}

Result<void> SortedRows::add(Json row) {
  ++size_;
  held_.push_back(std::move(row));
  return held_.size() < rows_at_once ? Result<void>() : put_aside();
}

Result<void> SortedRows::put_aside() {
  if (file_ < 0) file_ = temporary_file();
  if (file_ < 0) return temporary_file_failed(errno);
  std::ranges::sort(held_, before_);
  Run run{bytes_, bytes_};
  std::vector<std::uint8_t> all;
  for (const Json& row : held_) {
    const std::vector<std::uint8_t> cbor = Json::to_cbor(row);
    const auto bytes = static_cast<std::uint32_t>(cbor.size());
    const auto* length = reinterpret_cast<const std::uint8_t*>(&bytes);
    all.insert(all.end(), length, length + sizeof bytes);
    all.insert(all.end(), cbor.begin(), cbor.end());
  }
  held_.clear();
  if (const Result<void> written = write(all); !written) return written;
  run.end = bytes_;
  runs_.push_back(run);
  return {};
}

Result<void> SortedRows::write(const std::vector<std::uint8_t>& bytes) {
  for (std::size_t done = 0; done < bytes.size();) {
    const ssize_t written = ::pwrite(file_, bytes.data() + done, bytes.size() - done, static_cast<off_t>(bytes_));
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return temporary_file_failed(errno);
    done += static_cast<std::size_t>(written);
    bytes_ += static_cast<std::uint64_t>(written);
  }
  return {};
}

Result<void> SortedRows::for_each(const std::function<void(const Json& row)>& take) {
  std::ranges::sort(held_, before_);
  if (runs_.empty()) {
    for (const Json& row : held_) take(row);
    return {};
  }
  if (!held_.empty())
    if (const Result<void> aside = put_aside(); !aside) return aside;
  std::vector<Reader> readers;
  std::vector<std::pair<Json, std::size_t>> heads;  // a heap: the next row of each run, the first of all in front
  const auto later = [this](const auto& x, const auto& y) { return before_(y.first, x.first); };
  const auto advance = [&](std::size_t run) {
    std::optional<Json> row = readers[run].next();
    if (!row) return;
    heads.emplace_back(*std::move(row), run);
    std::ranges::push_heap(heads, later);
  };
  for (const Run& run : runs_)
    readers.emplace_back(file_, run, std::clamp(merge_buffer_bytes / runs_.size(), least_merge_buffer, most_merge_buffer));
  for (std::size_t run = 0; run < runs_.size(); ++run) advance(run);
  while (!heads.empty()) {
    std::ranges::pop_heap(heads, later);
    const auto [row, run] = std::move(heads.back());
    heads.pop_back();
    take(row);
    advance(run);
  }
  for (const Reader& reader : readers)
    if (reader.error() != 0) return temporary_file_failed(reader.error());
  return {};
}

}  // namespace graze::cli
