#pragma once
/// Memory for short lists that a thread keeps: vectors with this allocator take it from there, so that asking again allocates
/// nothing.

#include <cstddef>
#include <new>

namespace graze::query {

/// Blocks of one size that the thread has given back.
struct KeptBlocks {
  static constexpr std::size_t block_bytes = 2048;  ///< 128 points of the plane: those of some twenty pairs of triangles

  [[nodiscard]] static void* take();
  static void give_back(void* block) noexcept;
};

template <class T>
struct KeptAllocator {
  using value_type = T;

  KeptAllocator() = default;
  template <class Other>
  KeptAllocator(const KeptAllocator<Other>&) {}  // NOLINT(google-explicit-constructor): what the requirements of allocators say

  [[nodiscard]] T* allocate(std::size_t n) {
    return static_cast<T*>(is_short(n) ? KeptBlocks::take() : ::operator new(n * sizeof(T)));
  }
  void deallocate(T* p, std::size_t n) noexcept {
    if (is_short(n)) {
      KeptBlocks::give_back(p);
    } else {
      ::operator delete(p);
    }
  }
  friend bool operator==(const KeptAllocator&, const KeptAllocator&) { return true; }

 private:
  static bool is_short(std::size_t n) { return n <= KeptBlocks::block_bytes / sizeof(T); }
};

}  // namespace graze::query
