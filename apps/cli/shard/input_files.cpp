/// Reads files block by block into a digest.

#include "shard/input_files.h"

#include <fcntl.h>
#include <unistd.h>
#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <span>
#include <vector>

#include <fmt/format.h>
#include <sys/stat.h>

namespace graze::cli {
namespace {

constexpr std::size_t digest_block_bytes = 1 << 20;

/// Full blocks except at the end, however the system delivers them: the digest must not depend on that.
std::string_view next_block(int descriptor, std::vector<char>& block) {
  std::size_t filled = 0;
  while (filled < block.size()) {
    const ssize_t count = ::read(descriptor, block.data() + filled, block.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) break;
    filled += static_cast<std::size_t>(count);
  }
  return {block.data(), filled};
}

/// Files of these kinds may name others: meshes, buffers, robots, trajectories.
bool may_name_files(const std::string& path) {
  constexpr std::array endings{".json", ".gltf", ".urdf", ".srdf"};
  return std::ranges::any_of(endings, [&](std::string_view ending) { return path.ends_with(ending); });
}

/// Finds every file beside or below that a quoted text names, whatever it is there for, in a text that comes in blocks.
class NamedFiles {
 public:
  NamedFiles(const std::string& path, std::vector<std::string>& found)
      : folder_(std::filesystem::path(path).parent_path()),
        is_xml_(path.ends_with(".urdf") || path.ends_with(".srdf")),
        found_(found) {}

  void take(std::string_view block) {
    std::size_t at = 0;
    for (std::size_t quote = block.find('"'); quote != std::string_view::npos; quote = block.find('"', at)) {
      keep(block.substr(at, quote - at));
      at = quote + 1;
      if (is_escaped()) {
        keep("\"");
        continue;
      }
      if (is_open_) look();
      is_open_ = !is_open_ || is_xml_;  // what is between texts of JSON names nothing; XML knows other quotation marks too
      name_.clear();
      bytes_ = slashes_ = 0;
    }
    keep(block.substr(at));
  }

 private:
  static constexpr std::size_t longest_name = 4096;

  void keep(std::string_view more) {
    bytes_ += more.size();
    if (is_open_ && bytes_ <= longest_name) name_ += more;
    const std::size_t last = more.find_last_not_of('\\');
    slashes_ = last == std::string_view::npos ? slashes_ + more.size() : more.size() - last - 1;
  }

  [[nodiscard]] bool is_escaped() const { return is_open_ && !is_xml_ && slashes_ % 2 != 0; }

  void look() {
    std::error_code none;
    if (bytes_ > longest_name || name_.find('.') == std::string::npos) return;
    std::string named = (folder_ / name_).lexically_normal().string();
    if (std::filesystem::is_regular_file(named, none)) found_.push_back(std::move(named));
  }

  std::filesystem::path folder_;
  bool is_xml_;
  std::vector<std::string>& found_;
  bool is_open_ = false;
  std::string name_;         ///< since the last quotation mark, if it opened a text
  std::size_t bytes_ = 0;    ///< likewise, also where they are too many for a name
  std::size_t slashes_ = 0;  ///< at the end of what was kept
};

}  // namespace

InputFiles::Stamp InputFiles::stamp_of(const std::string& path) {
  struct ::stat status{};
  if (::stat(path.c_str(), &status) != 0) return {};
  if (!S_ISREG(status.st_mode)) return {.is_there = true};  // a folder changes when the answer is written into it
  return {static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec, status.st_mtim.tv_nsec, true};
}

void InputFiles::watch(const std::string& path) { files_.try_emplace(path, stamp_of(path)); }

void InputFiles::add(const std::string& path, Digest& digest) {
  if (!files_.try_emplace(path, stamp_of(path)).second) return;
  std::error_code none;
  if (!std::filesystem::is_regular_file(path, none)) return digest.add("no file");
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  digest.add(descriptor < 0 ? "absent" : "file");
  if (descriptor < 0) return;
  const bool names_files = may_name_files(path);
  std::vector<std::string> named;
  NamedFiles names(path, named);
  std::vector<char> block(digest_block_bytes);
  for (std::string_view read = next_block(descriptor, block); !read.empty(); read = next_block(descriptor, block)) {
    digest.add(read);
    if (names_files) names.take(read);
  }
  ::close(descriptor);
  for (const std::string& other : named) add(other, digest);
}

void add_mesh(const Geometry& geometry, Digest& digest) {
  if (!geometry.is_mesh()) return;
  for (const auto bytes : {std::as_bytes(std::span(geometry.vertices())), std::as_bytes(std::span(geometry.triangles()))})
    digest.add(std::string_view(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

Result<void> InputFiles::check_unchanged() const {
  for (const auto& [path, stamp] : files_)
    if (stamp_of(path) != stamp) return fail(ErrorCode::file, fmt::format("{}: was changed while it was read", path));
  return {};
}

std::vector<std::string> InputFiles::names() const {
  std::vector<std::string> names;
  for (const auto& [path, stamp] : files_) names.push_back(path);
  return names;
}

std::uint64_t InputFiles::size_of(const std::string& path) const {
  const auto found = files_.find(path);
  return found == files_.end() ? 0 : found->second.bytes;
}

}  // namespace graze::cli
