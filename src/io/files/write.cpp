/// Writes a temporary file beside the target and renames it when it is complete.

#include "io/files/write.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "io/files/source.h"

namespace graze::io {
namespace {

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

}  // namespace

Result<void> replace_file(const std::filesystem::path& path, std::string_view bytes) {
  const auto failure = [&] { return tl::make_unexpected(error_in(path, fmt::format("cannot write: {}", std::strerror(errno)))); };
  constexpr mode_t permissions = 0666;  // the umask of the user takes away from this
  const std::string beside = fmt::format("{}.{}.part", path.string(), ::getpid());
  const int file = ::open(beside.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions);
  if (file < 0) return failure();
  const bool written = write_all(file, bytes);
  const int reason = errno;
  const bool closed = ::close(file) == 0;
  if (written && closed && std::rename(beside.c_str(), path.c_str()) == 0) return {};
  if (!written) errno = reason;
  const auto result = failure();
  ::unlink(beside.c_str());
  return result;
}

}  // namespace graze::io
