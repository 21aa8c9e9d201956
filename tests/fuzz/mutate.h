#pragma once
/// Inputs changed a little, the same on every machine.

#include <cstdint>
#include <random>
#include <string>

namespace graze::fuzz {

/// The seed with up to six changes: bytes flipped, set to what breaks parsers, cut out, doubled, cut short.
inline std::string changed(std::string bytes, std::uint32_t number) {
  std::minstd_rand random(number + 1);
  const auto below = [&](std::size_t count) { return count == 0 ? 0 : random() % count; };
  static const std::string breakers("\0\xff\x7f\x80-.09e<>{}[]\",: \n", 21);
  for (std::size_t changes = 1 + below(6); changes > 0 && !bytes.empty(); --changes) {
    const std::size_t at = below(bytes.size());
    const std::size_t length = 1 + below(std::min<std::size_t>(bytes.size() - at, 16));
    switch (below(6)) {
      case 0: bytes[at] = static_cast<char>(bytes[at] ^ 1 << below(8)); break;
      case 1: bytes[at] = breakers[below(breakers.size())]; break;
      case 2: bytes[at] = static_cast<char>(below(256)); break;
      case 3: bytes.erase(at, length); break;
      case 4: bytes.insert(at, bytes.substr(below(bytes.size()), length)); break;
      default:
        if (below(4) == 0) bytes.resize(at);
    }
  }
  return bytes;
}

}  // namespace graze::fuzz
