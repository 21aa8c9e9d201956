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

/// Calls take(text, is_name, value) for each quoted text of a JSON object on a line, without a parser; is_name says that a colon
/// follows, and value is the text behind it, empty where that is no text. What is escaped stays so.
template <class Take>
void for_each_quoted(std::string_view line, const Take& take) {
  const auto closing = [&](std::size_t open) {
    std::size_t close = line.find('"', open + 1);
    for (; close != std::string_view::npos; close = line.find('"', close + 1)) {
      std::size_t slashes = 0;
      while (line[close - 1 - slashes] == '\\') ++slashes;
      if (slashes % 2 == 0) break;
    }
    return close;
  };
  for (std::size_t open = line.find('"'); open != std::string_view::npos;) {
    const std::size_t close = closing(open);
    if (close == std::string_view::npos) return;
    std::size_t next = line.find_first_not_of(" \t\r", close + 1);
    const bool is_name = next != std::string_view::npos && line[next] == ':';
    if (is_name) next = line.find_first_not_of(" \t\r", next + 1);
    const bool has_text = is_name && next != std::string_view::npos && line[next] == '"';
    const std::size_t end = has_text ? closing(next) : std::string_view::npos;
    take(line.substr(open + 1, close - open - 1), is_name,
         end == std::string_view::npos ? std::string_view() : line.substr(next + 1, end - next - 1));
    open = line.find('"', close + 1);
  }
}

}  // namespace graze::cli
