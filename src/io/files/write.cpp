/// Writes a file without a name, or beside the target where the system has none such, and moves it there when it is complete.

#include "io/files/write.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <sys/stat.h>

#include "io/files/source.h"
#include "io/files/target.h"

namespace graze::io {
namespace {

constexpr mode_t permissions = 0666;  // the umask of the user takes away from this

/// Keeps requests to end the program waiting while a name exists that only this function knows of.
class SignalsHeld {
 public:
  SignalsHeld() {
    sigset_t held;
    sigemptyset(&held);
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT}) sigaddset(&held, signal);
    ::pthread_sigmask(SIG_BLOCK, &held, &before_);
  }
  SignalsHeld(const SignalsHeld&) = delete;
  SignalsHeld& operator=(const SignalsHeld&) = delete;
  ~SignalsHeld() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

 private:
  sigset_t before_{};
};

bool write_all(int file, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(file, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
  return true;
}

/// A group that cannot be kept gets no rights either: another one would have more than before.
bool keep_mode(int file, const struct ::stat& old) {
  constexpr mode_t rights = 0777;
  mode_t mode = old.st_mode & rights;
  if (::fchown(file, static_cast<uid_t>(-1), old.st_gid) != 0) mode &= ~static_cast<mode_t>(S_IRWXG);
  if (::fchown(file, old.st_uid, static_cast<gid_t>(-1)) != 0 && errno != EPERM) return false;
  return ::fchmod(file, mode) == 0;
}

using Pieces = std::span<const std::string_view>;

bool fill(int file, const WriteTarget& target, Pieces pieces) {
  return (!target.replaces || keep_mode(file, *target.replaces)) &&
         std::ranges::all_of(pieces, [&](std::string_view bytes) { return write_all(file, bytes); });
}

/// action(name) with names beside the target until one is not taken; the name, empty when the action failed.
template <class Action>
std::string at_free_name(const WriteTarget& target, const Action& action) {
  static std::atomic<unsigned> next = 0;
  constexpr int most_tries = 1000;
  for (int i = 0; i < most_tries; ++i) {
    std::string name = (target.path.parent_path() / fmt::format(".graze-{}-{}.part", ::getpid(), next++)).string();
    if (action(name)) return name;
    if (errno != EEXIST) break;
  }
  return {};
}

/// Moves the complete file to its place, or takes it away.
bool moved(const std::string& part, const WriteTarget& target) {
  if (std::rename(part.c_str(), target.path.c_str()) == 0) return true;
  const int reason = errno;
  ::unlink(part.c_str());
  errno = reason;
  return false;
}

bool closed(int file, bool fine) {
  const int reason = errno;
  const bool flushed = ::close(file) == 0;
  if (!fine) errno = reason;
  return fine && flushed;
}

std::string name_of_descriptor(int file) { return fmt::format("/proc/self/fd/{}", file); }

bool written_named(const WriteTarget& target, Pieces pieces) {
  const SignalsHeld held;
  int file = -1;
  const std::string part = at_free_name(target, [&](const std::string& name) {
    file = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, permissions);
    return file >= 0;
  });
  if (part.empty()) return false;
  if (closed(file, fill(file, target, pieces))) return moved(part, target);
  const int reason = errno;
  ::unlink(part.c_str());
  errno = reason;
  return false;
}

}  // namespace

Result<void> replace_file(const std::filesystem::path& path, std::string_view bytes, const WriteRules& rules) {
  return replace_file(path, Pieces(&bytes, 1), rules);
}

Result<void> replace_file(const std::filesystem::path& path, Pieces pieces, const WriteRules& rules) {
  const Result<WriteTarget> target = write_target(path, rules);
  if (!target) return tl::make_unexpected(target.error());
  std::optional<UnnamedFile> unnamed = rules.named ? std::nullopt : UnnamedFile::beside(*target);
  const bool fine = unnamed ? std::ranges::all_of(pieces, [&](std::string_view bytes) { return unnamed->write(bytes); }) &&
                                  unnamed->place(*target)
                            : written_named(*target, pieces);
  if (fine) return {};
  return cannot_write(path);
}

tl::unexpected<Error> cannot_write(const std::filesystem::path& path) {
  return tl::make_unexpected(error_in(path, fmt::format("cannot write: {}", std::strerror(errno))));
}

std::optional<UnnamedFile> UnnamedFile::beside([[maybe_unused]] const WriteTarget& target) {
#ifdef O_TMPFILE
  const std::string folder = target.path.has_parent_path() ? target.path.parent_path().string() : ".";
  UnnamedFile file(::open(folder.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, permissions));
  if (file.file_ >= 0 && ::access(name_of_descriptor(file.file_).c_str(), F_OK) == 0) return file;
#endif
  return std::nullopt;
}

UnnamedFile::UnnamedFile(UnnamedFile&& other) noexcept : file_(std::exchange(other.file_, -1)) {}

UnnamedFile& UnnamedFile::operator=(UnnamedFile&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

UnnamedFile::~UnnamedFile() {
  if (file_ >= 0) ::close(file_);
}

bool UnnamedFile::write(std::string_view bytes) { return write_all(file_, bytes); }

bool UnnamedFile::place(const WriteTarget& target) {
  if (target.replaces && !keep_mode(file_, *target.replaces)) return false;
  const std::string self = name_of_descriptor(file_);
  const SignalsHeld held;
  const std::string part = at_free_name(target, [&](const std::string& name) {
    return ::linkat(AT_FDCWD, self.c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0;
  });
  const bool fine = closed(std::exchange(file_, -1), !part.empty());
  if (!fine && !part.empty()) ::unlink(part.c_str());
  return fine && moved(part, target);
}

}  // namespace graze::io
