/// Prints errors as one line on stderr.

#include "outcome.h"

#include <cstdio>
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

}  // namespace

ExitCode fail_with(std::string_view subject, std::string_view cause) { return print_error(fmt::format("{}: {}", subject, cause)); }

ExitCode fail_with(const Error& failure) { return print_error(failure.message); }

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

}  // namespace graze::cli
