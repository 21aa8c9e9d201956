#pragma once
/// The numbers of a page as bytes: little-endian, in runs that begin at multiples of four.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include <graze/vec.h>

namespace graze::report {

class Blob {
 public:
  /// Each returns where the run begins, in bytes.
  std::size_t add_floats(std::span<const float> numbers);
  /// As 16-bit numbers where all of them fit.
  std::size_t add_indices(std::span<const std::uint32_t> numbers, bool as_short);

  [[nodiscard]] std::string_view bytes() const { return bytes_; }

 private:
  std::size_t begin_run();
  std::string bytes_;
};

/// [RFC4648 §4], with padding.
[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace graze::report
