#pragma once
/// The files that an answer depends on: their contents go into the digest of the input, and must stay until the work is done.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <graze/error.h>
#include <graze/geometry.h>

#include "shard/digest.h"

namespace graze::cli {

class InputFiles {
 public:
  /// Adds the contents of a file, and of those that a glTF, JSON or URDF file names; one that cannot be read is part of the input
  /// as such. A second time adds nothing.
  void add(const std::string& path, Digest& digest);
  /// Adds a file that somebody else reads, so that check_unchanged() looks at it too.
  void watch(const std::string& path);

  /// Fails where a file has another size or time than when it was added.
  [[nodiscard]] Result<void> check_unchanged() const;

  [[nodiscard]] std::vector<std::string> names() const;
  /// In bytes; 0 of files that were not added.
  [[nodiscard]] std::uint64_t size_of(const std::string& path) const;

 private:
  struct Stamp {
    std::uint64_t bytes = 0;
    std::int64_t seconds = 0, nanoseconds = 0;  ///< of the last change
    bool is_there = false;

    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  [[nodiscard]] static Stamp stamp_of(const std::string& path);

  std::map<std::string, Stamp, std::less<>> files_;
};

/// The triangles of a mesh; of other shapes, whose numbers are in the files themselves, nothing.
void add_mesh(const Geometry& geometry, Digest& digest);

}  // namespace graze::cli
