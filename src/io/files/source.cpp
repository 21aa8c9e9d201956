/// Opening and mapping files, with a reason a user can act on when it does not work.

#include "io/files/source.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/stat.h>

namespace graze::io {

namespace {

std::string without_controls(std::string_view text) {
  std::string line(text);
  for (char& c : line) {
    if (static_cast<unsigned char>(c) < 0x20 || c == 0x7f) c = '?';
  }
  return line;
}

class Descriptor {
 public:
  explicit Descriptor(int fd) : fd_(fd) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (fd_ >= 0) ::close(fd_);
  }
  [[nodiscard]] int get() const { return fd_; }

 private:
  int fd_;
};

/// Why the file cannot be mapped; nothing when it is a regular file of acceptable size.
std::optional<Trouble> trouble_with(const struct stat& status, std::uint64_t max_bytes) {
  if (S_ISDIR(status.st_mode)) return Trouble{"is a directory"};
  if (!S_ISREG(status.st_mode)) return Trouble{"is not a regular file"};
  if (status.st_size == 0) return Trouble{"is empty"};
  const auto size = static_cast<std::uint64_t>(status.st_size);
  if (size > max_bytes) {
    return Trouble{fmt::format("has {} bytes, more than the limit of {}", size, max_bytes), ErrorCode::limit};
  }
  return std::nullopt;
}

}  // namespace

Result<MappedFile> MappedFile::open(const std::filesystem::path& path, std::uint64_t max_bytes) {
  // Without O_NONBLOCK, opening a FIFO waits for a writer.
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) return tl::make_unexpected(error_in(path, fmt::format("cannot open: {}", std::strerror(errno))));
  struct stat status{};
  if (::fstat(file.get(), &status) != 0) {
    return tl::make_unexpected(error_in(path, fmt::format("cannot read: {}", std::strerror(errno))));
  }
  if (const auto trouble = trouble_with(status, max_bytes)) {
    return tl::make_unexpected(error_in(path, trouble->reason, trouble->code));
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file.get(), 0);
  if (data == MAP_FAILED) return tl::make_unexpected(error_in(path, fmt::format("cannot read: {}", std::strerror(errno))));
  ::madvise(data, size, MADV_SEQUENTIAL);
  return MappedFile(static_cast<const char*>(data), size);
}

void MappedFile::forget(const void* first, std::size_t bytes) const {
  const auto page = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
  const auto begin = (reinterpret_cast<std::uintptr_t>(first) + page - 1) / page * page;
  const auto end = (reinterpret_cast<std::uintptr_t>(first) + bytes) / page * page;
  if (begin < end) ::madvise(reinterpret_cast<void*>(begin), end - begin, MADV_DONTNEED);
}

void MappedFile::expect_jumps() const { ::madvise(const_cast<char*>(data_), size_, MADV_RANDOM); }

MappedFile::MappedFile(MappedFile&& other) noexcept
    : data_(std::exchange(other.data_, nullptr)), size_(std::exchange(other.size_, 0)) {}

MappedFile& MappedFile::operator=(MappedFile&& other) noexcept {
  std::swap(data_, other.data_);
  std::swap(size_, other.size_);
  return *this;
}

MappedFile::~MappedFile() {
  if (data_ != nullptr) ::munmap(const_cast<char*>(data_), size_);
}

std::string printable(std::string_view text, std::size_t max_bytes) {
  std::string line = without_controls(text.substr(0, max_bytes));
  // Bytes that are not valid UTF-8 would spoil a JSON answer that quotes this.
  std::ranges::replace_if(line, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }, '?');
  return text.size() <= max_bytes ? line : line + "...";
}

std::string name_of(const std::filesystem::path& path) { return without_controls(path.string()); }

Error error_in(const std::filesystem::path& path, std::string_view reason, ErrorCode code) {
  return {code, fmt::format("{}: {}", name_of(path), reason)};
}

Error error_at_line(const std::filesystem::path& path, std::uint64_t line, std::string_view reason, ErrorCode code) {
  return {code, fmt::format("{}:{}: {}", name_of(path), line, reason)};
}

Error error_at_byte(const std::filesystem::path& path, std::uint64_t offset, std::string_view reason, ErrorCode code) {
  return {code, fmt::format("{}: byte {}: {}", name_of(path), offset, reason)};
}

}  // namespace graze::io
