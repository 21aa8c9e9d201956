/// Prints errors as one line on stderr.

#include "outcome.h"

#include <algorithm>
#include <cstdio>
#include <system_error>

#include <fmt/format.h>

namespace graze::cli {
namespace {

/// Names of files may hold anything: a line break or an escape sequence must not reach the terminal.
std::string on_one_line(std::string text) {
  std::replace_if(text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, '?');
  return text;
}

ExitCode print(const std::string& text) {
  const std::string line = "graze: " + on_one_line(text) + "\n";
  std::fwrite(line.data(), 1, line.size(), stderr);
  return error;
}

}  // namespace

ExitCode fail_with(std::string_view subject, std::string_view cause) { return print(fmt::format("{}: {}", subject, cause)); }

ExitCode fail_with(const Error& failure) { return print(failure.message); }

std::string system_reason(int error_number) { return std::generic_category().message(error_number); }

}  // namespace graze::cli
