/// Recycles the blocks of long integers within a thread: free lists by size, at most `most_kept_bytes` each.

#include "numbers/limbs.h"

#include <bit>

namespace graze::detail {
namespace {

/// Lists of blocks of 16, 32, … limbs. Longer numbers, which only coordinates of extremely different size need, come from the heap
/// and go back to it.
constexpr int kinds = 6;
constexpr unsigned least_capacity = 16;
/// Expressions have some dozen numbers at a time, lists of exact corners thousands. What a thread is given back beyond this it does
/// not keep: a mebibyte of each kind.
constexpr std::size_t most_kept_bytes = std::size_t{1} << 20;
constexpr int most_kept(std::uint64_t kind) {
  return static_cast<int>(most_kept_bytes / ((std::size_t{least_capacity} << kind) * sizeof(std::uint64_t)));
}

int kind_for(int size) { return std::bit_width((static_cast<unsigned>(size) - 1) / least_capacity); }

/// The first word of a block is its kind; while it is on a list, the second leads to the next.
struct List {
  std::uint64_t* first = nullptr;
  int count = 0;

  std::uint64_t* pop() {
    std::uint64_t* const block = first;
    if (block == nullptr) return nullptr;
    first = std::bit_cast<std::uint64_t*>(block[1]);
    --count;
    return block;
  }
  void push(std::uint64_t* block) {
    block[1] = std::bit_cast<std::uint64_t>(first);
    first = block;
    ++count;
  }
};

/// Numbers in other objects of a thread may end after its lists.
thread_local bool lists_are_gone = false;

struct Lists {
  std::array<List, kinds> of_kind{};

  Lists() = default;
  Lists(const Lists&) = delete;
  Lists(Lists&&) = delete;
  Lists& operator=(const Lists&) = delete;
  Lists& operator=(Lists&&) = delete;
  ~Lists() {
    lists_are_gone = true;
    for (List& list : of_kind) {
      while (const std::uint64_t* block = list.pop()) delete[] block;
    }
  }
};

List* kept(int kind) {
  thread_local Lists lists;
  return kind < kinds && !lists_are_gone ? &lists.of_kind[kind] : nullptr;
}

}  // namespace

std::uint64_t* LimbPool::take(int size) {
  const int kind = kind_for(size);
  List* const list = kept(kind);
  std::uint64_t* block = list != nullptr ? list->pop() : nullptr;
  if (block == nullptr)
    block = new std::uint64_t[1 + (std::size_t{least_capacity} << kind)];  // NOLINT: owned by what it returns to
  block[0] = static_cast<std::uint64_t>(kind);
  std::fill_n(block + 1, size, 0);
  return block + 1;
}

void LimbPool::give_back(std::uint64_t* limbs) noexcept {
  std::uint64_t* const block = limbs - 1;
  List* const list = kept(static_cast<int>(block[0]));
  if (list != nullptr && list->count < most_kept(block[0])) {
    list->push(block);
  } else {
    delete[] block;
  }
}

}  // namespace graze::detail
