/// A saved tree a mesh file, written under a lock.

#include "input/shared_trees.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>

#include <sys/file.h>

#include <graze/mesh_file.h>

#include "shard/digest.h"

namespace graze::cli {
namespace {

/// Building the trees of smaller files takes less than a millisecond or two, about what opening a saved one does.
constexpr std::uintmax_t least_bytes = 1 << 17;

/// Held as long as it lives; the system takes it back from a process that dies.
class FileLock {
 public:
  explicit FileLock(const std::filesystem::path& file) : descriptor_(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600)) {
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  FileLock(const FileLock&) = delete;
  FileLock& operator=(const FileLock&) = delete;
  ~FileLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }

 private:
  int descriptor_;
};

}  // namespace

Result<Geometry> SharedTrees::get(const std::filesystem::path& path) const {
  std::error_code problem;
  const std::uintmax_t bytes = std::filesystem::file_size(path, problem);
  if (problem || bytes < least_bytes) return read_geometry(path);
  const std::filesystem::path saved = folder_ / (digest_of(path.string()) + ".graze");
  const FileLock lock(saved.string() + ".lock");
  // Written a moment ago by this program, so that it is believed.
  if (std::filesystem::exists(saved, problem)) return open_tree(saved, TreeCheck::header);
  Result<Geometry> built = read_geometry(path);
  if (!built || !write_tree(saved, *built)) return built;
  return open_tree(saved, TreeCheck::header);
}

}  // namespace graze::cli
