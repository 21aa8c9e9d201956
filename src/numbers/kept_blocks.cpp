/// A list of free blocks of each size a thread.

#include "numbers/kept_blocks.h"

#include <algorithm>
#include <array>
#include <bit>

namespace graze {
namespace {

struct FreeBlock {
  FreeBlock* next = nullptr;
};

constexpr int least_bits = 6;  // bytes of a line of most caches: what is smaller takes as much
constexpr int most_bits = std::bit_width(KeptBlocks::largest - 1);

int bits_of(std::size_t bytes) { return std::max(least_bits, static_cast<int>(std::bit_width(bytes - 1))); }

/// Lists that outlive it, of the same thread, find it gone: then blocks go back to where they came from.
thread_local bool are_blocks_gone = false;

struct FreeBlocks {
  std::array<FreeBlock*, most_bits - least_bits + 1> lists{};

  FreeBlocks() = default;
  FreeBlocks(const FreeBlocks&) = delete;
  FreeBlocks& operator=(const FreeBlocks&) = delete;
  ~FreeBlocks() {
    are_blocks_gone = true;
    for (FreeBlock* first : lists) {
      while (first != nullptr) {
        FreeBlock* const next = first->next;
        ::operator delete(first);
        first = next;
      }
    }
  }

  [[nodiscard]] FreeBlock*& of(std::size_t bytes) { return lists[static_cast<std::size_t>(bits_of(bytes) - least_bits)]; }
};

thread_local FreeBlocks free_blocks;

}  // namespace

void* KeptBlocks::take(std::size_t bytes) {
  if (are_blocks_gone) return ::operator new(std::size_t{1} << bits_of(bytes));
  FreeBlock*& first = free_blocks.of(bytes);
  if (first == nullptr) return ::operator new(std::size_t{1} << bits_of(bytes));
  FreeBlock* const block = first;
  first = block->next;
  return block;
}

void KeptBlocks::give_back(void* block, std::size_t bytes) noexcept {
  if (are_blocks_gone) {
    ::operator delete(block);
  } else {
    FreeBlock*& first = free_blocks.of(bytes);
    first = new (block) FreeBlock{first};
  }
}

}  // namespace graze
