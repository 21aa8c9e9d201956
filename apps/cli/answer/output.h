#pragma once
/// Standard output through a large buffer, with failures noticed: a full disk or a reader that went away.

#include <string>
#include <string_view>
#include <utility>

#include "outcome.h"

namespace graze::cli {

class Output {
 public:
  /// To a file instead, which is written in one step when all is there.
  explicit Output(std::string file = {}) : file_(std::move(file)) {}

  void write(std::string_view text);
  void flush();
  [[nodiscard]] bool failed() const { return error_number_ != 0; }

  /// Flushes. `code`, or an error when something could not be written.
  [[nodiscard]] ExitCode finished(ExitCode code);

 private:
  std::string file_;
  std::string buffer_;
  int error_number_ = 0;
};

}  // namespace graze::cli
