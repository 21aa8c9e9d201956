#pragma once
/// Storage of a long integer: 64-bit limbs, least first, on the stack up to a length that separating axes rarely exceed. Longer
/// ones live in blocks that a thread keeps for its next numbers, so that exact arithmetic allocates nothing once it has seen its
/// longest.

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <utility>

namespace graze::detail {

inline constexpr int limb_bits = 64;

/// Blocks of limbs, kept by the thread that gives them back.
struct LimbPool {
  /// At least so many zeros.
  [[nodiscard]] static std::uint64_t* take(int size);
  static void give_back(std::uint64_t* limbs) noexcept;

  void operator()(std::uint64_t* limbs) const noexcept { give_back(limbs); }
};

class Limbs {
 public:
  Limbs() = default;
  /// Zeros.
  explicit Limbs(int size) : size_(size) {
    if (size > inline_capacity) long_.reset(LimbPool::take(size));
  }
  Limbs(const Limbs& other) : size_(other.size_), inline_(other.inline_) {
    if (other.long_) copy_long_of(other);
  }
  Limbs(Limbs&& other) noexcept = default;
  Limbs& operator=(const Limbs& other) { return *this = Limbs(other); }
  Limbs& operator=(Limbs&& other) noexcept = default;
  ~Limbs() = default;

  [[nodiscard]] int size() const { return size_; }
  [[nodiscard]] std::uint64_t* data() { return long_ ? long_.get() : inline_.data(); }
  [[nodiscard]] const std::uint64_t* data() const { return long_ ? long_.get() : inline_.data(); }
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

  void copy_long_of(const Limbs& other) {
    if (size_ > inline_capacity) long_.reset(LimbPool::take(size_));
    std::copy_n(other.long_.get(), size_, data());
  }

  void drop_low(int count) {
    size_ -= count;
    std::uint64_t* limb = data();
    for (int i = 0; i < size_; ++i) limb[i] = limb[i + count];
  }

  int size_ = 0;
  std::unique_ptr<std::uint64_t[], LimbPool> long_;
  std::array<std::uint64_t, inline_capacity> inline_{};  // copied whole: quicker than a loop over a few limbs
};

}  // namespace graze::detail
