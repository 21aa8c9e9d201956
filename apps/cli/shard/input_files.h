#pragma once
/// The files that an answer depends on: their contents go into the digest of the input, and must stay until the work is done.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

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

/// Calls take(value) for each `"name": "value"` in the text, without a parser: it is fast, and may see more than there is.
template <class Take>
void for_each_text_field(std::string_view text, std::string_view quoted_name, const Take& take) {
  for (std::size_t at = text.find(quoted_name); at != std::string_view::npos; at = text.find(quoted_name, at)) {
    at += quoted_name.size();
    const std::size_t open = text.find_first_not_of(" \t:", at);
    if (open == std::string_view::npos || text[open] != '"') continue;
    std::size_t close = text.find('"', open + 1);
    while (close != std::string_view::npos && text[close - 1] == '\\') close = text.find('"', close + 1);
    if (close == std::string_view::npos) return;
    take(text.substr(open + 1, close - open - 1));
    at = close;
  }
}

}  // namespace graze::cli
