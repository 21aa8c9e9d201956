#pragma once
/// A small cache of what was computed from triangles: walks of two trees visit the same few triangles repeatedly.

#include <array>
#include <cstddef>
#include <cstdint>

namespace graze::query {

template <class Made, std::size_t capacity>
class RecentTriangles {
 public:
  RecentTriangles() { numbers_.fill(none); }

  /// Of triangle i: still there, or by make(made). Valid until the next call.
  template <class Make>
  [[nodiscard]] const Made& get(std::uint32_t i, const Make& make) {
    const std::size_t slot = i % capacity;
    if (numbers_[slot] != i) {
      numbers_[slot] = i;
      make(made_[slot]);
    }
    return made_[slot];
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;  ///< meshes have fewer triangles
  std::array<std::uint32_t, capacity> numbers_;
  std::array<Made, capacity> made_;
};

}  // namespace graze::query
