#pragma once
/// Standard output through a large buffer, with failures noticed: a full disk or a reader that went away.

#include <string>
#include <string_view>

#include "outcome.h"

namespace graze::cli {

class Output {
 public:
  void write(std::string_view text);
  void flush();
  [[nodiscard]] bool failed() const { return error_number_ != 0; }

  /// Flushes. `code`, or an error when something could not be written.
  [[nodiscard]] ExitCode finished(ExitCode code);

 private:
  std::string buffer_;
  int error_number_ = 0;
};

}  // namespace graze::cli
