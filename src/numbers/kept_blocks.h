#pragma once
/// Memory for short lists that a thread keeps: containers with this allocator take it from there, so that asking again allocates
/// nothing.

#include <cstddef>
#include <new>
#include <vector>

namespace graze {

/// Blocks that the thread has given back, by sizes that are powers of two.
struct KeptBlocks {
  static constexpr std::size_t largest = std::size_t{1} << 16;  ///< bytes: a thousand corners in numbers with error bounds

  /// Of 1 to `largest` bytes.
  [[nodiscard]] static void* take(std::size_t bytes);
  static void give_back(void* block, std::size_t bytes) noexcept;
};

template <class T>
struct KeptAllocator {
  using value_type = T;

  KeptAllocator() = default;
  template <class Other>
  KeptAllocator(const KeptAllocator<Other>&) {}  // NOLINT(google-explicit-constructor): what the requirements of allocators say

  [[nodiscard]] T* allocate(std::size_t n) {
    return static_cast<T*>(is_short(n) ? KeptBlocks::take(n * sizeof(T)) : ::operator new(n * sizeof(T)));
  }
  void deallocate(T* p, std::size_t n) noexcept {
    if (is_short(n)) {
      KeptBlocks::give_back(p, n * sizeof(T));
    } else {
      ::operator delete(p);
    }
  }
  friend bool operator==(const KeptAllocator&, const KeptAllocator&) { return true; }

 private:
  static bool is_short(std::size_t n) { return n > 0 && n <= KeptBlocks::largest / sizeof(T); }
};

template <class T>
using KeptList = std::vector<T, KeptAllocator<T>>;

}  // namespace graze
