#pragma once
/// What was made of the triangles of a mesh lately: walks of two trees come to the same few triangles again and again.

#include <array>
#include <cstddef>
#include <cstdint>

namespace graze::query {

template <class Made, std::size_t places>
class RecentTriangles {
 public:
  RecentTriangles() { numbers_.fill(none); }

  /// Of triangle i: still there, or by make(made). Valid until the next call.
  template <class Make>
  [[nodiscard]] const Made& get(std::uint32_t i, const Make& make) {
    const std::size_t place = i % places;
    if (numbers_[place] != i) {
      numbers_[place] = i;
      make(made_[place]);
    }
    return made_[place];
  }

 private:
  static constexpr std::uint32_t none = 0xffffffffU;  ///< meshes have fewer triangles
  std::array<std::uint32_t, places> numbers_;
  std::array<Made, places> made_;
};

}  // namespace graze::query
