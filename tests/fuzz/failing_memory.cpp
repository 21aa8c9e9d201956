/// Takes the place of the program's allocation functions.

#include "fuzz/failing_memory.h"

#include <cstdlib>

namespace {

/// Allocations of this thread that still succeed, of those that are large enough to count; none fails where it is negative.
thread_local long left = -1;
thread_local std::size_t least_counted = 0;
thread_local bool refused = false;

void* allocate(std::size_t size, std::size_t alignment) {
  if (left == 0 && size >= least_counted) {
    refused = true;
    left = -1;
    return nullptr;
  }
  if (left > 0 && size >= least_counted) --left;
  return alignment <= alignof(std::max_align_t) ? std::malloc(size)
                                                : std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

void* allocate_or_throw(std::size_t size, std::size_t alignment) {
  if (void* memory = allocate(size == 0 ? 1 : size, alignment)) return memory;
  throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t size) { return allocate_or_throw(size, 0); }
void* operator new[](std::size_t size) { return allocate_or_throw(size, 0); }
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void* operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate_or_throw(size, static_cast<std::size_t>(alignment));
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::align_val_t) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t, std::align_val_t) noexcept { std::free(memory); }

namespace graze::fuzz {

/// What was told of the last allocation stays until the next one is to fail.
void refuse_allocation(long k) {
  left = k;
  if (k >= 0) refused = false;
}

bool was_refused() { return refused; }

OnlyFrom::OnlyFrom(std::size_t size) { least_counted = size; }
OnlyFrom::~OnlyFrom() { least_counted = 0; }

}  // namespace graze::fuzz
