#pragma once
/// How a command ends.

#include <string>
#include <string_view>

#include <graze/error.h>

namespace graze::cli {

enum ExitCode : int {
  clear = 0,  ///< nothing meets, or all is well
  hit = 1,    ///< the bodies meet, or an expectation is not met
  error = 2,  ///< one line on stderr says why
};

/// Prints "graze: subject: cause" as one line on stderr.
ExitCode fail_with(std::string_view subject, std::string_view cause);

/// The same for errors of the library that name their subject themselves.
ExitCode fail_with(const Error& failure);

/// From now on a mapped file that somebody cuts short ends the program as an error does, where the system would end it by SIGBUS.
void catch_bus_errors();

/// The message for a value of errno.
[[nodiscard]] std::string system_reason(int error_number);

}  // namespace graze::cli
