/// A folder is in use as long as its owner has it locked.

#include "mpi/node_folder.h"

#include <fcntl.h>
#include <unistd.h>
#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <sys/file.h>

namespace graze::cli {
namespace {

namespace fs = std::filesystem;

/// The folder, open and locked; nothing where another process has it.
int locked(const fs::path& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW);
  if (descriptor >= 0 && ::flock(descriptor, LOCK_EX | LOCK_NB) == 0) return descriptor;
  if (descriptor >= 0) ::close(descriptor);
  return -1;
}

void remove_abandoned(const fs::path& above, const std::string& start) {
  std::error_code none;
  for (fs::directory_iterator entry(above, none), end; !none && entry != end; entry.increment(none)) {
    if (!entry->path().filename().string().starts_with(start)) continue;
    const int lock = locked(entry->path());
    if (lock < 0) continue;
    std::error_code kept;
    fs::remove_all(entry->path(), kept);
    ::close(lock);
  }
}

}  // namespace

NodeFolder::NodeFolder(const Ranks& ranks) : ranks_(ranks) {
  if (ranks.on_this_node() == 1) return;
  std::string made;
  std::error_code none;
  const fs::path above = fs::temp_directory_path(none);
  if (ranks.index_on_node() == 0 && !none) {
    const std::string start = fmt::format("graze-mpi-{}-", ::getuid());
    remove_abandoned(above, start);
    made = (above / (start + "XXXXXX")).string();
    if (::mkdtemp(made.data()) == nullptr) made.clear();
    if (!made.empty()) lock_ = locked(made);
  }
  path_ = ranks.all_on_node(made).front();
}

NodeFolder::~NodeFolder() {
  if (ranks_.on_this_node() == 1) return;
  static_cast<void>(ranks_.all_on_node(""));  // nobody needs it any more
  if (lock_ < 0) return;
  std::error_code kept;
  fs::remove_all(path_, kept);
  ::close(lock_);
}

}  // namespace graze::cli
