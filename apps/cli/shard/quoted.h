#pragma once
/// Quoted texts of a line of JSON, found without a parser: every worker goes through all lines of its input.

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace graze::cli {

/// Where quotation marks are, one after the other: found 64 characters at a step without a branch, since nothing tells where they
/// are.
class Quotes {
 public:
  explicit Quotes(std::string_view text) : text_(text) { look(); }

  /// npos behind the last one.
  [[nodiscard]] std::size_t next() {
    while (found_ == 0) {
      at_ += step;
      if (at_ >= text_.size()) return std::string_view::npos;
      look();
    }
    const std::size_t place = at_ + static_cast<std::size_t>(std::countr_zero(found_));
    found_ &= found_ - 1;
    return place;
  }

 private:
  static constexpr std::size_t step = 64;
  static_assert(std::endian::native == std::endian::little, "the first byte is the lowest of a word");

  /// A bit for each of eight bytes, the first the lowest.
  static std::uint64_t marks_in(const char* bytes) {
    constexpr std::uint64_t ones = 0x0101010101010101, low_bits = 0x7f * ones;
    constexpr std::uint64_t gathered = 0x0002040810204081;  // moves the highest bit of each byte into the highest byte
    std::uint64_t word = 0;
    std::memcpy(&word, bytes, sizeof word);
    const std::uint64_t differs = word ^ ('"' * ones);
    const std::uint64_t equal = ~(((differs & low_bits) + low_bits) | differs | low_bits);  // without carries from byte to byte
    return (equal * gathered) >> 56U;
  }

  /// Of the characters from at_ on.
  void look() {
    std::array<char, step> end{};
    const char* bytes = text_.data() + at_;
    if (at_ + step > text_.size()) {
      std::memcpy(end.data(), bytes, text_.size() - at_);
      bytes = end.data();
    }
    found_ = 0;
    for (std::size_t i = 0; i < step; i += sizeof(std::uint64_t)) found_ |= marks_in(bytes + i) << i;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint64_t found_ = 0;
};

/// The place of the first character from `from` on that is no white space; npos at the end.
[[nodiscard]] inline std::size_t behind_space(std::string_view line, std::size_t from) {
  while (from < line.size() && (line[from] == ' ' || line[from] == '\t' || line[from] == '\r')) ++from;
  return from < line.size() ? from : std::string_view::npos;
}

/// Calls take(text, name) for each quoted text of a JSON object on a line: name is the text whose value it is, empty where it is
/// none. What is escaped stays so.
template <class Take>
void for_each_quoted(std::string_view line, const Take& take) {
  Quotes quotes(line);
  std::string_view name;
  std::size_t value = std::string_view::npos;  // where the value of `name` begins
  for (std::size_t open = quotes.next(); open != std::string_view::npos; open = quotes.next()) {
    std::size_t close = open;
    for (std::size_t slashes = 1; slashes % 2 != 0;) {
      close = quotes.next();
      if (close == std::string_view::npos) return;
      for (slashes = 0; line[close - 1 - slashes] == '\\'; ++slashes) {
      }
    }
    const std::string_view text = line.substr(open + 1, close - open - 1);
    take(text, open == value ? name : std::string_view());
    const std::size_t next = behind_space(line, close + 1);
    const bool is_name = next != std::string_view::npos && line[next] == ':';
    name = is_name ? text : std::string_view();
    value = is_name ? behind_space(line, next + 1) : std::string_view::npos;
  }
}

}  // namespace graze::cli
