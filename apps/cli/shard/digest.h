#pragma once
/// A digest of what an answer depends on, to tell one input from another. It finds changes, not forgers.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace graze::cli {

class Digest {
 public:
  /// The length counts: "ab", "c" is not "a", "bc".
  void add(std::string_view bytes);
  void add(std::uint64_t number);

  [[nodiscard]] std::array<std::uint64_t, 2> words() const;
  /// The same as 32 hexadecimal digits.
  [[nodiscard]] std::string text() const;

 private:
  // Any odd constants with bits all over; two chains of 64 bits that start apart.
  std::uint64_t first_ = 0x6a09e667f3bcc908;
  std::uint64_t second_ = 0xbb67ae8584caa73b;
};

[[nodiscard]] std::string digest_of(std::string_view bytes);

}  // namespace graze::cli
