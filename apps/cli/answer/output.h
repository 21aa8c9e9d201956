#pragma once
/// Standard output through a large buffer, with failures noticed: a full disk or a reader that went away.

#include <optional>
#include <string>
#include <string_view>

#include <graze/file.h>

#include "outcome.h"

namespace graze::cli {

class Output {
 public:
  /// To a file instead, which is in its place when all is there.
  explicit Output(const std::string& file = {});

  void write(std::string_view text);
  void flush();
  [[nodiscard]] bool failed() const { return error_number_ != 0 || is_file_broken_; }
  /// Whether it did not arrive though somebody waits for it: not where a reader went away.
  [[nodiscard]] bool is_lost() const;

  /// Flushes. `code`, or an error when something could not be written.
  [[nodiscard]] ExitCode finished(ExitCode code);

 private:
  std::optional<FileWriter> file_;
  bool is_file_broken_ = false;
  std::string buffer_;  ///< of standard output
  int error_number_ = 0;
};

}  // namespace graze::cli
