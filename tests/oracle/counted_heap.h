#pragma once
/// Counts what a thread allocates. It replaces operator new and delete: one source of a program includes it, no more.

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <new>

namespace graze::testing {

/// Of this thread, so that what the test runner does on others is not counted.
inline thread_local std::size_t allocations = 0;

inline void* counted_or_null(std::size_t size, std::size_t alignment) noexcept {
  ++allocations;
  const std::size_t whole = (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
  return std::aligned_alloc(alignment, whole);
}

inline void* counted(std::size_t size, std::size_t alignment) {
  void* const memory = counted_or_null(size, alignment);
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
// As std::stable_sort allocates. The standard library's would come here through the first one, a sanitizer's does not.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return graze::testing::counted_or_null(size, alignof(std::max_align_t));
}
void* operator new[](std::size_t size, const std::nothrow_t&) noexcept {
  return graze::testing::counted_or_null(size, alignof(std::max_align_t));
}
void operator delete(void* memory) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory) noexcept { graze::testing::give_back(memory); }
void operator delete(void* memory, std::size_t) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory, std::size_t) noexcept { graze::testing::give_back(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { graze::testing::give_back(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { graze::testing::give_back(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { graze::testing::give_back(memory); }
void operator delete[](void* memory, const std::nothrow_t&) noexcept { graze::testing::give_back(memory); }
// NOLINTEND(misc-definitions-in-headers)
