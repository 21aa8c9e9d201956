/// Memory that a thread keeps for short lists.

#include <algorithm>
#include <cstdint>
#include <map>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "numbers/kept_blocks.h"

namespace graze {
namespace {

template <class T>
using Kept = std::vector<T, KeptAllocator<T>>;

TEST(KeptBlocks, AreGivenOutAgainToListsOfTheSameSize) {
  for (const std::size_t bytes : {1U, 64U, 65U, 1000U, 4096U, 65536U}) {
    void* const first = KeptBlocks::take(bytes);
    void* const second = KeptBlocks::take(bytes);
    EXPECT_NE(first, second);
    KeptBlocks::give_back(first, bytes);
    EXPECT_EQ(KeptBlocks::take(bytes), first) << bytes;
    KeptBlocks::give_back(second, bytes);
    KeptBlocks::give_back(first, bytes);
  }
}

TEST(KeptBlocks, AreAsLargeAsWasAskedFor) {
  for (std::size_t bytes = 1; bytes <= KeptBlocks::largest; bytes = bytes * 5 / 4 + 1) {
    std::vector<char*> blocks;
    for (std::size_t i = 0; i < 3; ++i) {
      blocks.push_back(static_cast<char*>(KeptBlocks::take(bytes)));
      std::fill(blocks.back(), blocks.back() + bytes, static_cast<char>(i));
    }
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_EQ(std::count(blocks[i], blocks[i] + bytes, static_cast<char>(i)), static_cast<std::ptrdiff_t>(bytes));
      KeptBlocks::give_back(blocks[i], bytes);
    }
  }
}

TEST(KeptBlocks, HoldListsOfAnyLengthAlsoWhereTheyEndOnAnotherThread) {
  std::vector<Kept<std::uint64_t>> lists(50);
  std::thread([&] {
    for (std::size_t i = 0; i < lists.size(); ++i) {
      for (std::uint64_t k = 0; k < i * i * i / 4; ++k) lists[i].push_back(k);
    }
  }).join();
  for (std::size_t i = 0; i < lists.size(); ++i) {
    ASSERT_EQ(lists[i].size(), i * i * i / 4);
    for (std::uint64_t k = 0; k < lists[i].size(); ++k) ASSERT_EQ(lists[i][k], k);
  }
  std::map<int, int, std::less<>, KeptAllocator<std::pair<const int, int>>> tree;
  for (int i = 0; i < 1000; ++i) tree[i * 37 % 1000] = i;
  EXPECT_EQ(tree.size(), 1000U);
}

}  // namespace
}  // namespace graze
