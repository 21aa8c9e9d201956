/// Decides by the names first, so that nothing is learned about files elsewhere, then by where links lead.

#include "io/files/beside.h"

#include <algorithm>
#include <system_error>

namespace graze::io {
namespace {

namespace fs = std::filesystem;

bool stays_below(const fs::path& relative) {
  if (relative.empty() || relative.has_root_path()) return false;
  const fs::path normal = relative.lexically_normal();
  return *normal.begin() != "..";
}

bool is_prefix(const fs::path& folder, const fs::path& whole) {
  return std::mismatch(folder.begin(), folder.end(), whole.begin(), whole.end()).first == folder.end();
}

}  // namespace

std::optional<fs::path> beside_or_below(const fs::path& file, const std::string& name) {
  if (name.find('\\') != std::string::npos || name.find('\0') != std::string::npos || !stays_below(name)) return std::nullopt;
  const fs::path wanted = file.parent_path() / name;
  std::error_code missing;
  const fs::path real = fs::canonical(wanted, missing);
  if (missing) return wanted;  // whoever opens it says why it cannot be
  const fs::path folder = fs::canonical(file.has_parent_path() ? file.parent_path() : fs::path("."), missing);
  if (missing || !is_prefix(folder, real)) return std::nullopt;
  return wanted;
}

}  // namespace graze::io
