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

/// Adds every file beside or below that a quoted text names, whatever it is there for.
void add_named_files(const std::string& path, std::string_view text, Digest& digest, InputFiles& files) {
  constexpr std::size_t longest_name = 4096;
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  for (std::size_t open = text.find('"'); open != std::string_view::npos; open = text.find('"')) {
    text.remove_prefix(open + 1);
    const std::size_t close = text.find('"');
    const std::string_view name = text.substr(0, close);
    if (close == std::string_view::npos) return;
    std::error_code none;
    if (close > longest_name || name.find('.') == std::string_view::npos) continue;
    const std::string named = (folder / name).lexically_normal().string();
    if (!std::filesystem::is_regular_file(named, none)) continue;  // the end of a text opens none
    files.add(named, digest);
    text.remove_prefix(close + 1);
  }
}

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
  std::string text;
  std::vector<char> block(digest_block_bytes);
  for (std::string_view read = next_block(descriptor, block); !read.empty(); read = next_block(descriptor, block)) {
    digest.add(read);
    if (names_files) text += read;
  }
  ::close(descriptor);
  add_named_files(path, text, digest, *this);
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
