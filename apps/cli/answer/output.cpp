/// Buffers standard output and remembers the first failure to write.

#include "answer/output.h"

#include <unistd.h>
#include <cerrno>

namespace graze::cli {
namespace {

constexpr std::size_t buffer_bytes = 1 << 18;

}  // namespace

Output::Output(const std::string& file) {
  if (!file.empty()) file_.emplace(file);
}

void Output::write(std::string_view text) {
  if (file_) {
    is_file_broken_ = !file_->write(text);
    return;
  }
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

bool Output::is_lost() const { return failed() && error_number_ != EPIPE; }

ExitCode Output::finished(ExitCode code) {
  if (file_) {
    const Result<void> written = file_->finish();
    is_file_broken_ = !written;
    return written ? code : fail_with(written.error());
  }
  flush();
  if (error_number_ == EPIPE) return error;  // a reader that has seen enough needs no message
  return failed() ? fail_with("standard output", system_reason(error_number_)) : code;
}

}  // namespace graze::cli
