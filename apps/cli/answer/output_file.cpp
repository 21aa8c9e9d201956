/// Compares the files behind two names.

#include "answer/output_file.h"

#include <system_error>

#include <fmt/format.h>

namespace graze::cli {

Result<void> check_not_input(const std::filesystem::path& out, const std::filesystem::path& in) {
  std::error_code absent;
  if (!std::filesystem::equivalent(out, in, absent) || absent) return {};
  return fail(ErrorCode::file, fmt::format("{}: is the file to read, and would be replaced", out.string()));
}

}  // namespace graze::cli
