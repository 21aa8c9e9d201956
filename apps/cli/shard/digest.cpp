/// Eight bytes a step through two chains of multiplications.

#include "shard/digest.h"

#include <bit>
#include <cstring>

#include <fmt/format.h>

namespace graze::cli {

void Digest::add(std::uint64_t number) {
  // A multiplication carries differences up, the rotation back down; the second chain has its own of both.
  first_ = std::rotl((first_ ^ number) * 0x9e3779b97f4a7c15, 29);
  second_ = std::rotl((second_ + number) * 0xd1b54a32d192ed03, 37) ^ number;
}

void Digest::add(std::string_view bytes) {
  add(bytes.size());
  std::uint64_t word = 0;
  for (; bytes.size() >= sizeof(word); bytes.remove_prefix(sizeof(word))) {
    std::memcpy(&word, bytes.data(), sizeof(word));
    add(word);
  }
  word = 0;
  std::memcpy(&word, bytes.data(), bytes.size());
  add(word);
}

std::array<std::uint64_t, 2> Digest::words() const {
  Digest ended = *this;
  for (const std::uint64_t round : {1, 2, 3}) ended.add(round ^ ended.first_ ^ std::rotl(ended.second_, 32));
  return {ended.first_, ended.second_};
}

std::string Digest::text() const {
  const auto [first, second] = words();
  return fmt::format("{:016x}{:016x}", first, second);
}

std::string digest_of(std::string_view bytes) {
  Digest digest;
  digest.add(bytes);
  return digest.text();
}

}  // namespace graze::cli
