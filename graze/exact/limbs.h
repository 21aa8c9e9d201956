#pragma once
/// Storage of a long integer: 64-bit limbs, least first, on the stack up to a length that separating axes rarely exceed.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace graze::detail {

class Limbs {
 public:
  Limbs() = default;
  /// Zeros.
  explicit Limbs(int size) : size_(size) {
    if (size > inline_capacity) heap_ = std::make_unique<std::uint64_t[]>(size);
  }
  Limbs(const Limbs& other) : size_(other.size_), inline_(other.inline_) {
    if (other.heap_) copy_heap_of(other);
  }
  Limbs(Limbs&& other) noexcept = default;
  Limbs& operator=(const Limbs& other) { return *this = Limbs(other); }
  Limbs& operator=(Limbs&& other) noexcept = default;
  ~Limbs() = default;

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] std::uint64_t* data() { return heap_ ? heap_.get() : inline_.data(); }
  [[nodiscard]] const std::uint64_t* data() const { return heap_ ? heap_.get() : inline_.data(); }
  [[nodiscard]] std::uint64_t& operator[](int i) { return data()[i]; }
  [[nodiscard]] const std::uint64_t& operator[](int i) const { return data()[i]; }

  /// Drops limbs that are zero at both ends; how many at the lower one.
  int trim() {
    std::uint64_t* limb = data();
    while (size_ > 0 && limb[size_ - 1] == 0) --size_;
    int low = 0;
    while (low < size_ && limb[low] == 0) ++low;
    if (low > 0) drop_low(low);
    return low;
  }

 private:
  /// Four factors of two limbs each: the volume of four points, with room to spare. Twelve made every operation half as slow again.
  static constexpr int inline_capacity = 8;

  void copy_heap_of(const Limbs& other) {
    heap_ = std::make_unique<std::uint64_t[]>(size_);
    std::copy_n(other.heap_.get(), size_, heap_.get());
  }

  void drop_low(int count) {
    size_ -= count;
    std::uint64_t* limb = data();
    for (int i = 0; i < size_; ++i) limb[i] = limb[i + count];
  }

  int size_ = 0;
  std::unique_ptr<std::uint64_t[]> heap_;
  std::array<std::uint64_t, inline_capacity> inline_{};  // copied whole: quicker than a loop over a few limbs
};

}  // namespace graze::detail
