#pragma once
/// Lines of a file or pipe, in batches of what is there: an interactive writer gets its answer before it sends the next line.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

namespace graze::cli {

/// Longer lines are skipped: something without line ends must not fill the memory.
inline constexpr std::size_t max_line_bytes = std::size_t{1} << 28;

struct InputLine {
  std::size_t number = 0;    ///< in the file, from 1 on
  std::string text;          ///< without the line end
  bool is_too_long = false;  ///< `text` is empty then
  std::uint64_t end = 0;     ///< bytes read up to its end, its line end included

  /// Nothing but white space, which is no question.
  [[nodiscard]] bool is_blank() const { return !is_too_long && text.find_first_not_of(" \t\r") == std::string::npos; }
};

class LineReader {
 public:
  explicit LineReader(int descriptor) : descriptor_(descriptor) {}
  /// No more than so many bytes from where the descriptor stands, which is behind so many lines.
  LineReader(int descriptor, std::uint64_t bytes, std::size_t lines_before)
      : descriptor_(descriptor), left_(bytes), lines_(lines_before) {}

  /// At least one line, and all that arrived with it. Empty at the end, and when reading fails.
  [[nodiscard]] std::vector<InputLine> next_batch();
  [[nodiscard]] int error_number() const { return error_number_; }

 private:
  void read_more();
  void take_lines(std::vector<InputLine>& batch);
  void append_to_open_line(std::string_view text);
  void end_line(std::vector<InputLine>& batch);

  int descriptor_;
  std::uint64_t left_ = std::numeric_limits<std::uint64_t>::max();  ///< bytes that may still be read
  int error_number_ = 0;
  bool is_at_end_ = false;
  std::size_t lines_ = 0;
  std::uint64_t taken_ = 0;  ///< bytes of lines that have ended or are open
  bool has_open_line_ = false;
  InputLine open_;
  std::string block_;
};

}  // namespace graze::cli
