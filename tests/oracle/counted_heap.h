#pragma once
/// Counts what a thread allocates. It replaces operator new and delete: one source of a program includes it, no more.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace graze::testing {

/// Of this thread, so that what the test runner does on others is not counted.
inline thread_local std::size_t allocations = 0;

inline void* counted(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t whole = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  void* const memory = std::aligned_alloc(alignment, whole);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}

/// Not inlined: the compiler would see free() end what operator new began.
[[gnu::noinline]] inline void give_back(void* memory) noexcept { std::free(memory); }

}  // namespace graze::testing

// NOLINTBEGIN(misc-definitions-in-headers): see above
void* operator new(std::size_t size) { return graze::testing::counted(size, alignof(std::max_align_t)); }
void* operator new[](std::size_t size) { return graze::testing::counted(size, alignof(std::max_align_t)); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return graze::testing::counted(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return graze::testing::counted(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory) noexcept { graze::testing::give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { graze::testing::give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { graze::testing::give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { graze::testing::give_back(memory); }
// NOLINTEND(misc-definitions-in-headers)
