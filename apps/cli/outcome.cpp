/// Prints errors as one line on stderr.

#include "outcome.h"

#include <unistd.h>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <system_error>

#include <fmt/format.h>

#include "answer/wording.h"

namespace graze::cli {
namespace {

ExitCode print_error(const std::string& text) {
  const std::string line = "graze: " + shown(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
  return error;
}

/// Nothing but what may be called in the middle of anything.
void end_by_bus_error(int /*signal*/) {
  constexpr std::string_view line = "graze: a file that is in use was cut short, or its disk cannot be read\n";
  static_cast<void>(::write(STDERR_FILENO, line.data(), line.size()));
  ::_exit(error);
}

}  // namespace

ExitCode fail_with(std::string_view subject, std::string_view cause) { return print_error(fmt::format("{}: {}", subject, cause)); }

ExitCode fail_with(const Error& failure) { return print_error(failure.message); }

void catch_bus_errors() { std::signal(SIGBUS, end_by_bus_error); }

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

}  // namespace graze::cli
