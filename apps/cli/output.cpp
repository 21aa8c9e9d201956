/// Buffers standard output and remembers the first failure to write.

#include "output.h"

#include <unistd.h>
#include <cerrno>

namespace graze::cli {
namespace {

constexpr std::size_t buffer_bytes = 1 << 18;

}  // namespace

void Output::write(std::string_view text) {
  buffer_ += text;
  if (buffer_.size() >= buffer_bytes) flush();
}

void Output::flush() {
  std::string_view rest = buffer_;
  while (!rest.empty() && !failed()) {
    const ssize_t written = ::write(STDOUT_FILENO, rest.data(), rest.size());
    if (written >= 0)
      rest.remove_prefix(static_cast<std::size_t>(written));
    else if (errno != EINTR)
      error_number_ = errno;
  }
  buffer_.clear();
}

ExitCode Output::finished(ExitCode code) {
  flush();
  return failed() ? fail_with("standard output", system_reason(error_number_)) : code;
}

}  // namespace graze::cli
