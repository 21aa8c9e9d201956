/// Follows links to the file that will be written, and looks at what is there.

#include "io/files/target.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstring>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "io/files/source.h"

namespace graze::io {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Error> refused(const fs::path& path, std::string_view reason) {
  return tl::make_unexpected(error_in(path, fmt::format("cannot write: {}", reason)));
}

/// By hand: the library's own functions do not follow a link to a file that is not there yet.
Result<fs::path> followed(const fs::path& path) {
  constexpr int most_links = 40;  // as the system itself
  fs::path at = path;
  for (int links = 0; links <= most_links; ++links) {
    std::error_code none;
    if (!fs::is_symlink(at, none)) return at;
    const fs::path to = fs::read_symlink(at, none);
    if (none) return refused(path, none.message());
    at = at.parent_path() / to;  // which is `to` alone when that is absolute
  }
  return refused(path, std::strerror(ELOOP));
}

bool begins_with(const fs::path& path, std::string_view mark) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file < 0) return false;
  std::string start(mark.size(), '\0');
  const ssize_t got = ::read(file, start.data(), start.size());
  ::close(file);
  return got == static_cast<ssize_t>(mark.size()) && start == mark;
}

}  // namespace

Result<WriteTarget> write_target(const fs::path& path, const WriteRules& rules) {
  const Result<fs::path> target = followed(path);
  if (!target) return tl::make_unexpected(target.error());
  struct ::stat status{};
  if (::lstat(target->c_str(), &status) != 0) {
    if (errno != ENOENT) return refused(path, std::strerror(errno));
    return WriteTarget{*target, std::nullopt};
  }
  if (S_ISDIR(status.st_mode)) return refused(path, std::strerror(EISDIR));
  if (!S_ISREG(status.st_mode)) return refused(path, "is not a regular file");
  if (::faccessat(AT_FDCWD, target->c_str(), W_OK, AT_EACCESS) != 0) return refused(path, std::strerror(errno));
  if (status.st_size > 0 && !rules.mark.empty() && !begins_with(*target, rules.mark))
    return refused(path, fmt::format("is there already, and is not {}", rules.kind));
  return WriteTarget{*target, status};
}

}  // namespace graze::io
