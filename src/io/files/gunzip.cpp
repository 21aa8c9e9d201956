/// Unpacks gzip with zlib, in growing blocks, so that a small file cannot take much memory at once.

#include "io/files/gunzip.h"

#include <zlib.h>

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "io/files/source.h"

namespace graze::io {
namespace {

constexpr std::size_t first_block = 1 << 16;
constexpr int gzip_window = 15 + 16;  // the largest window, and a gzip header: see zlib's inflateInit2()

/// Owns the state of zlib.
class Inflater {
 public:
  Inflater() { is_ready_ = ::inflateInit2(&stream_, gzip_window) == Z_OK; }
  ~Inflater() {
    if (is_ready_) ::inflateEnd(&stream_);
  }
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  [[nodiscard]] bool is_ready() const { return is_ready_; }
  z_stream& stream() { return stream_; }

 private:
  z_stream stream_{};
  bool is_ready_ = false;
};

/// zlib counts in 32 bits.
uInt block_of(std::size_t bytes) { return static_cast<uInt>(std::min<std::size_t>(bytes, std::numeric_limits<uInt>::max())); }

}  // namespace

bool is_gzip(std::string_view bytes) { return bytes.starts_with("\x1f\x8b"); }

Result<std::string> gunzipped(const std::filesystem::path& path, std::string_view bytes, std::uint64_t max_bytes) {
  Inflater inflater;
  if (!inflater.is_ready()) return tl::make_unexpected(error_in(path, "does not fit into memory", ErrorCode::limit));
  z_stream& stream = inflater.stream();
  std::string unpacked;
  while (true) {
    const std::size_t block = std::max(first_block, unpacked.size());
    const std::size_t before = unpacked.size();
    unpacked.resize(before + block_of(block));
    // zlib reads from, and never writes to, next_in.
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    const uInt given = block_of(bytes.size());
    stream.avail_in = given;
    stream.next_out = reinterpret_cast<Bytef*>(unpacked.data() + before);
    stream.avail_out = block_of(block);
    const int state = ::inflate(&stream, Z_NO_FLUSH);
    bytes.remove_prefix(given - stream.avail_in);
    unpacked.erase(unpacked.size() - stream.avail_out);  // not resize(), of which GCC 12 warns when sources are compiled together
    if (unpacked.size() > max_bytes)
      return tl::make_unexpected(error_in(path, fmt::format("unpacks to more than {} bytes", max_bytes), ErrorCode::limit));
    if (state == Z_STREAM_END) {
      if (bytes.find_first_not_of('\0') == std::string_view::npos) return unpacked;  // zeros fill blocks of tapes
      if (!is_gzip(bytes)) return tl::make_unexpected(error_in(path, "what follows the compressed data is not of gzip"));
      ::inflateReset(&stream);
    } else if (state != Z_OK || (bytes.empty() && stream.avail_out > 0)) {
      return tl::make_unexpected(
          error_in(path, bytes.empty() ? "the compressed data ends too soon" : "the compressed data is damaged"));
    }
  }
}

std::string first_unpacked(std::string_view bytes, std::size_t most) {
  Inflater inflater;
  if (!inflater.is_ready()) return {};
  z_stream& stream = inflater.stream();
  std::string first(most, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = block_of(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(first.data());
  stream.avail_out = block_of(most);
  ::inflate(&stream, Z_SYNC_FLUSH);
  first.resize(most - stream.avail_out);
  return first;
}

std::filesystem::path without_gz(const std::filesystem::path& path) {
  return path.extension() == ".gz" ? path.parent_path() / path.stem() : path;
}

}  // namespace graze::io
