/// Reads blocks from a descriptor and splits them into lines.

#include "input/line_reader.h"

#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <string_view>
#include <utility>

namespace graze::cli {
namespace {

constexpr std::size_t block_bytes = 1 << 18;

}  // namespace

std::vector<InputLine> LineReader::next_batch() {
  std::vector<InputLine> batch;
  while (batch.empty() && !is_at_end_ && error_number_ == 0) {
    read_more();
    take_lines(batch);
  }
  return batch;
}

void LineReader::read_more() {
  block_.resize(static_cast<std::size_t>(std::min<std::uint64_t>(block_bytes, left_)));
  ssize_t count = -1;
  do count = ::read(descriptor_, block_.data(), block_.size());
  while (count < 0 && errno == EINTR);
  if (count < 0) error_number_ = errno;
  is_at_end_ = count == 0;
  block_.resize(count > 0 ? static_cast<std::size_t>(count) : 0);
  left_ -= block_.size();
}

void LineReader::take_lines(std::vector<InputLine>& batch) {
  std::string_view rest = block_;
  while (!rest.empty()) {
    const std::size_t end = rest.find('\n');
    append_to_open_line(rest.substr(0, end));
    taken_ += end == std::string_view::npos ? rest.size() : end + 1;
    if (end == std::string_view::npos) break;
    end_line(batch);
    rest.remove_prefix(end + 1);
  }
  if (is_at_end_ && has_open_line_) end_line(batch);
}

void LineReader::append_to_open_line(std::string_view text) {
  has_open_line_ = true;
  open_.is_too_long = open_.is_too_long || open_.text.size() + text.size() > max_line_bytes;
  if (open_.is_too_long)
    std::string().swap(open_.text);
  else
    open_.text += text;
}

void LineReader::end_line(std::vector<InputLine>& batch) {
  open_.number = ++lines_;
  open_.end = taken_;
  batch.push_back(std::exchange(open_, {}));
  has_open_line_ = false;
}

}  // namespace graze::cli
