#pragma once
/// A folder that the ranks of a machine share for the time of a job.

#include <string>

#include "mpi/ranks.h"

namespace graze::cli {

/// In TMPDIR, or /tmp. Made by the first rank of each machine, which also takes away what jobs that were killed have left. All
/// ranks make and end it together.
class NodeFolder {
 public:
  explicit NodeFolder(const Ranks& ranks);
  ~NodeFolder();
  NodeFolder(const NodeFolder&) = delete;
  NodeFolder& operator=(const NodeFolder&) = delete;

  /// Empty where a rank is alone on its machine, or the folder could not be made.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  const Ranks& ranks_;
  std::string path_;
  int lock_ = -1;  ///< of its owner: says that it is in use
};

}  // namespace graze::cli
