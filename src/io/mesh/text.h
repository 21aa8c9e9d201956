#pragma once
/// Walks through the words and numbers of a text file, counting lines. LF, CR LF and CR end a line.

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace graze::io {

[[nodiscard]] constexpr bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\v' || c == '\f'; }
[[nodiscard]] constexpr bool is_line_end(char c) { return c == '\n' || c == '\r'; }

namespace detail {

/// Bytes that may end a word; all others certainly do not.
inline constexpr std::array<bool, 256> may_end_word = [] {
  std::array<bool, 256> table{};
  for (const unsigned char c : {' ', '\t', '\v', '\f', '\n', '\r', '#', '\\'}) table[c] = true;
  return table;
}();

}  // namespace detail

/// The text without a byte order mark in front.
[[nodiscard]] std::string_view without_mark(std::string_view text);

/// True for the same letters in upper or lower case.
[[nodiscard]] bool same_word(std::string_view word, std::string_view lower_case);

/// The whole word as a finite decimal number, correctly rounded. No hexadecimal, no "nan", no "inf", no comma.
[[nodiscard]] std::optional<double> to_number(std::string_view word);

/// The whole word as a decimal integer that fits.
[[nodiscard]] std::optional<std::int64_t> to_integer(std::string_view word);

struct TextStyle {
  bool hash_comments = false;       ///< '#' hides the rest of its line
  bool line_continuations = false;  ///< a backslash before a line end counts as a blank
};

class TextCursor {
 public:
  explicit TextCursor(std::string_view text, TextStyle style = {})
      : at_(text.data()), end_(text.data() + text.size()), begin_(text.data()), style_(style) {}

  /// The next word of this line; empty at its end.
  std::string_view word() {
    skip_blanks();
    const char* start = at_;
    while (at_ != end_ && !(detail::may_end_word[static_cast<unsigned char>(*at_)] && ends_word(*at_))) ++at_;
    return {start, static_cast<std::size_t>(at_ - start)};
  }

  /// The next word on this or a later line; empty at the end of the text.
  std::string_view word_across_lines() {
    while (line_is_over()) {
      if (!next_line()) return {};
    }
    return word();
  }

  /// The rest of this line, without its end.
  std::string_view rest_of_line();

  /// True when only blanks and comments are left on this line.
  bool line_is_over() {
    skip_blanks();
    return at_ == end_ || is_line_end(*at_) || (style_.hash_comments && *at_ == '#');
  }

  /// To the start of the next line; false at the end of the text.
  bool next_line();

  [[nodiscard]] bool at_end() const { return at_ == end_; }
  [[nodiscard]] std::uint64_t line() const { return line_; }
  [[nodiscard]] std::size_t offset() const { return static_cast<std::size_t>(at_ - begin_); }
  [[nodiscard]] std::size_t bytes_left() const { return static_cast<std::size_t>(end_ - at_); }

 private:
  [[nodiscard]] bool ends_word(char c) const {
    return is_blank(c) || is_line_end(c) || (style_.hash_comments && c == '#') || (c == '\\' && continues_line());
  }
  [[nodiscard]] bool continues_line() const { return style_.line_continuations && at_ + 1 != end_ && is_line_end(at_[1]); }
  void skip_blanks() {
    while (at_ != end_ && (is_blank(*at_) || (*at_ == '\\' && continues_line()))) {
      if (*at_ == '\\') {
        ++at_;
        skip_line_end();
      } else {
        ++at_;
      }
    }
  }
  void skip_line_end();

  const char* at_;
  const char* end_;
  const char* begin_;
  TextStyle style_;
  std::uint64_t line_ = 1;
};

}  // namespace graze::io
