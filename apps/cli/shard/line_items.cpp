/// Reads a file of lines as a whole, or from where a piece begins.

#include "shard/line_items.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include <fmt/format.h>

#include "outcome.h"

namespace graze::cli {
namespace {

tl::unexpected<Error> cannot_read(const std::string& file, int error_number) {
  return fail(ErrorCode::file, fmt::format("{}: {}", file, system_reason(error_number)));
}

/// Open as long as it lives.
class OpenInput {
 public:
  explicit OpenInput(const std::string& file) : descriptor_(::open(file.c_str(), O_RDONLY | O_CLOEXEC)), error_number_(errno) {}
  OpenInput(const OpenInput&) = delete;
  OpenInput& operator=(const OpenInput&) = delete;
  ~OpenInput() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  [[nodiscard]] int get() const { return descriptor_; }
  [[nodiscard]] int error_number() const { return error_number_; }

 private:
  int descriptor_;
  int error_number_;
};

constexpr std::size_t scanned_bytes = std::size_t{1} << 20;

/// Every worker goes through the whole input once, most of it for nothing but the ends of lines: so lines are not copied one by
/// one.
class LineScan {
 public:
  LineScan(int descriptor, Digest& digest, const std::function<double(std::string_view)>& cost)
      : descriptor_(descriptor), digest_(digest), cost_(cost) {}

  /// The error number of a failed read, or 0.
  int run() {
    for (std::size_t before = 0; read_more(); before = held_) {
      std::string_view rest = text();
      for (std::size_t end = rest.find('\n', before); end != std::string_view::npos; end = rest.find('\n')) {
        take(rest.substr(0, end), end + 1);
        rest.remove_prefix(end + 1);
      }
      keep(rest.size());
    }
    if (held_ > 0 || skipped_ > 0) take(text(), held_);
    return error_number_;
  }
  [[nodiscard]] std::vector<Piece> pieces() && { return std::move(cutter_).pieces(); }

 private:
  [[nodiscard]] std::string_view text() const { return {block_.data(), held_}; }

  /// Full blocks except at the end, however the system delivers them: the digest must not depend on that.
  bool read_more() {
    const std::size_t before = held_;
    if (block_.size() < before + scanned_bytes) block_.resize(before + scanned_bytes);
    const std::size_t most = before + scanned_bytes;
    while (held_ < most) {
      const ssize_t count = ::read(descriptor_, block_.data() + held_, most - held_);
      if (count < 0 && errno == EINTR) continue;
      if (count < 0) error_number_ = errno;
      if (count <= 0) break;
      held_ += static_cast<std::size_t>(count);
    }
    if (held_ > before) digest_.add(text().substr(before));
    return held_ > before && error_number_ == 0;
  }

  /// The beginning of a line whose end is not there yet; of one that is too long only its length.
  void keep(std::size_t bytes) {
    std::memmove(block_.data(), block_.data() + (held_ - bytes), bytes);
    held_ = bytes;
    if (skipped_ + held_ <= max_line_bytes) return;
    skipped_ += held_;
    held_ = 0;
  }

  void take(std::string_view line, std::size_t bytes) {
    const bool is_too_long = skipped_ + line.size() > max_line_bytes;
    at_ += skipped_ + bytes;
    skipped_ = 0;
    ++number_;
    if (is_too_long)
      cutter_.add(cost_({}), at_, number_);
    else if (line.find_first_not_of(" \t\r") != std::string_view::npos)
      cutter_.add(cost_(line), at_, number_);
  }

  int descriptor_;
  Digest& digest_;
  const std::function<double(std::string_view)>& cost_;
  PieceCutter cutter_;
  std::string block_;          ///< from the beginning of a line on
  std::size_t held_ = 0;       ///< how much of it was read
  std::uint64_t skipped_ = 0;  ///< bytes before it, of a line that is too long
  std::uint64_t at_ = 0;
  std::size_t number_ = 0;  ///< lines taken
  int error_number_ = 0;
};

// Between processes of one machine and one program: pieces as memory holds them, behind their number, then texts that end in zeros.
static_assert(std::is_trivially_copyable_v<Piece>);

std::string packed(const CutLines& cut) {
  const std::uint64_t count = cut.pieces.size();
  std::string text(reinterpret_cast<const char*>(&count), sizeof count);
  text.append(reinterpret_cast<const char*>(cut.pieces.data()), cut.pieces.size() * sizeof(Piece));
  text.append(cut.digest.c_str(), cut.digest.size() + 1);
  for (const std::string& file : cut.files) text.append(file.c_str(), file.size() + 1);
  return text;
}

CutLines unpacked(std::string_view text) {
  std::uint64_t count = 0;
  std::memcpy(&count, text.data(), sizeof count);
  text.remove_prefix(sizeof count);
  CutLines cut{.pieces = std::vector<Piece>(count)};
  std::memcpy(cut.pieces.data(), text.data(), count * sizeof(Piece));
  text.remove_prefix(count * sizeof(Piece));
  const auto next = [&] {
    const std::string_view word = text.substr(0, text.find('\0'));
    text.remove_prefix(word.size() + 1);
    return std::string(word);
  };
  cut.digest = next();
  while (!text.empty()) cut.files.push_back(next());
  return cut;
}

}  // namespace

Result<CutLines> cut_once(const Neighbours& neighbours, const std::function<Result<CutLines>()>& cut) {
  return neighbours.exchange(neighbours.index == 0 ? cut().map(packed) : Result<std::string>(std::string()))
      .map([](const std::vector<std::string>& parts) { return unpacked(parts.front()); });
}

void take_cut(CutLines cut, Work& work) {
  work.head.input = std::move(cut.digest);
  work.head.pieces = cut.pieces.size();
  work.pieces = std::move(cut.pieces);
  for (const std::string& file : cut.files) work.files.watch(file);
}

Result<std::vector<Piece>> cut_lines(const std::string& file, Digest& digest, const std::function<double(std::string_view)>& cost) {
  const OpenInput input(file);
  if (input.get() < 0) return cannot_read(file, input.error_number());
  if (::lseek(input.get(), 0, SEEK_CUR) < 0)
    return fail(ErrorCode::file, fmt::format("{}: only files can be shared, not what comes through a pipe", file));
  LineScan scan(input.get(), digest, cost);
  if (const int problem = scan.run(); problem != 0) return cannot_read(file, problem);
  return std::move(scan).pieces();
}

Result<std::vector<InputLine>> lines_of(const std::string& file, const Piece& piece) {
  const OpenInput input(file);
  if (input.get() < 0) return cannot_read(file, input.error_number());
  if (::lseek(input.get(), static_cast<off_t>(piece.offset), SEEK_SET) < 0) return cannot_read(file, errno);
  LineReader reader(input.get(), piece.bytes, piece.lines_before);
  std::vector<InputLine> lines;
  for (std::vector<InputLine> batch = reader.next_batch(); !batch.empty(); batch = reader.next_batch())
    for (InputLine& line : batch)
      if (!line.is_blank()) lines.push_back(std::move(line));
  if (reader.error_number() != 0) return cannot_read(file, reader.error_number());
  if (lines.size() != piece.end - piece.first) return fail(ErrorCode::file, fmt::format("{}: was changed while it was read", file));
  return lines;
}

}  // namespace graze::cli
