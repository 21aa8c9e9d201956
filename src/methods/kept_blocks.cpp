/// A list of free blocks a thread.

#include "methods/kept_blocks.h"

namespace graze::query {
namespace {

struct FreeBlock {
  FreeBlock* next = nullptr;
};

/// Lists that outlive it, of the same thread, find it gone: then blocks go back to where they came from.
thread_local bool are_blocks_gone = false;

struct FreeBlocks {
  FreeBlock* first = nullptr;

  FreeBlocks() = default;
  FreeBlocks(const FreeBlocks&) = delete;
  FreeBlocks& operator=(const FreeBlocks&) = delete;
  ~FreeBlocks() {
    are_blocks_gone = true;
    while (first != nullptr) {
      FreeBlock* const next = first->next;
      ::operator delete(first);
      first = next;
    }
  }
};

thread_local FreeBlocks free_blocks;

}  // namespace

void* KeptBlocks::take() {
  if (are_blocks_gone || free_blocks.first == nullptr) return ::operator new(block_bytes);
  FreeBlock* const block = free_blocks.first;
  free_blocks.first = block->next;
  return block;
}

void KeptBlocks::give_back(void* block) noexcept {
  if (are_blocks_gone) {
    ::operator delete(block);
  } else {
    free_blocks.first = new (block) FreeBlock{free_blocks.first};
  }
}

}  // namespace graze::query
