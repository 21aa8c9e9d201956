/// Buffers standard output and remembers the first failure to write.

#include "answer/output.h"

#include <unistd.h>
#include <cerrno>

#include <graze/file.h>

namespace graze::cli {
namespace {

constexpr std::size_t buffer_bytes = 1 << 18;

}  // namespace

void Output::write(std::string_view text) {
  buffer_ += text;
  if (file_.empty() && buffer_.size() >= buffer_bytes) flush();
}

void Output::flush() {
  if (!file_.empty()) return;
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
  if (!file_.empty()) {
    const Result<void> written = write_file(file_, buffer_);
    return written ? code : fail_with(written.error());
  }
  flush();
  if (error_number_ == EPIPE) return error;  // a reader that has seen enough needs no message
  return failed() ? fail_with("standard output", system_reason(error_number_)) : code;
}

}  // namespace graze::cli
