/// Numbers through fast_float, integers through std::from_chars: neither knows of locales.

#include "io/mesh/text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <system_error>

#include <fast_float/fast_float.h>

namespace graze::io {

namespace {

/// Some writers put a plus sign in front, which the parsers refuse.
std::string_view without_plus(std::string_view word) {
  const bool plus = word.size() > 1 && word[0] == '+' && word[1] != '-' && word[1] != '+';
  return plus ? word.substr(1) : word;
}

}  // namespace

std::string_view without_mark(std::string_view text) {
  constexpr std::string_view mark = "\xEF\xBB\xBF";
  return text.starts_with(mark) ? text.substr(mark.size()) : text;
}

bool same_word(std::string_view word, std::string_view lower_case) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::ranges::equal(word, lower_case, {}, lower);
}

std::optional<double> to_number(std::string_view word) {
  const std::string_view digits = without_plus(word);
  double value = 0;
  const auto [end, problem] = fast_float::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (problem == std::errc::invalid_argument || end != digits.data() + digits.size()) return std::nullopt;
  if (!std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<std::int64_t> to_integer(std::string_view word) {
  const std::string_view digits = without_plus(word);
  std::int64_t value = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (problem != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

std::string_view TextCursor::rest_of_line() {
  skip_blanks();
  const char* start = at_;
  while (at_ != end_ && !is_line_end(*at_)) ++at_;
  return {start, static_cast<std::size_t>(at_ - start)};
}

bool TextCursor::next_line() {
  bool in_comment = false;
  while (at_ != end_ && !is_line_end(*at_)) {
    // A comment that ends in a backslash, such as a path, does not swallow the next line.
    in_comment = in_comment || (style_.hash_comments && *at_ == '#');
    const bool continues = *at_ == '\\' && !in_comment && continues_line();
    ++at_;
    if (continues) skip_line_end();
  }
  if (at_ == end_) return false;
  skip_line_end();
  return at_ != end_;
}

void TextCursor::skip_line_end() {
  at_ += (*at_ == '\r' && at_ + 1 != end_ && at_[1] == '\n') ? 2 : 1;
  ++line_;
}

}  // namespace graze::io
