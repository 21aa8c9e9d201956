/// Reads a file of lines as a whole, or from where a piece begins.

#include "shard/line_items.h"

#include <fcntl.h>
#include <unistd.h>
#include <cerrno>
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

}  // namespace

Result<std::vector<Piece>> cut_lines(const std::string& file, Digest& digest, const std::function<double(const InputLine&)>& cost) {
  const OpenInput input(file);
  if (input.get() < 0) return cannot_read(file, input.error_number());
  if (::lseek(input.get(), 0, SEEK_CUR) < 0)
    return fail(ErrorCode::file, fmt::format("{}: only files can be shared, not what comes through a pipe", file));
  LineReader reader(input.get());
  PieceCutter cutter;
  for (std::vector<InputLine> batch = reader.next_batch(); !batch.empty(); batch = reader.next_batch()) {
    for (const InputLine& line : batch) {
      digest.add(line.text);
      if (!line.is_blank()) cutter.add(cost(line), line.end, line.number);
    }
  }
  if (reader.error_number() != 0) return cannot_read(file, reader.error_number());
  return std::move(cutter).pieces();
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
