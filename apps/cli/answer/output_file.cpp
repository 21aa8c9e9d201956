/// Compares the files behind two names.

#include "answer/output_file.h"

#include <cerrno>
#include <system_error>

#include <fmt/format.h>

#include "outcome.h"

namespace graze::cli {

Result<void> check_replaceable(const std::filesystem::path& out) {
  std::error_code absent;
  const std::filesystem::file_status there = std::filesystem::status(out, absent);
  if (absent || !std::filesystem::exists(there) || std::filesystem::is_regular_file(there)) return {};
  const bool is_folder = std::filesystem::is_directory(there);
  return fail(ErrorCode::file,
              fmt::format("{}: cannot write: {}", out.string(), is_folder ? system_reason(EISDIR) : "is not a regular file"));
}

Result<void> check_not_input(const std::filesystem::path& out, const std::filesystem::path& in) {
  std::error_code absent;
  if (!std::filesystem::equivalent(out, in, absent) || absent) return {};
  return fail(ErrorCode::file, fmt::format("{}: is the file to read, and would be replaced", out.string()));
}

}  // namespace graze::cli
