/// Threads that share the parts of many short jobs.

#include <array>
#include <atomic>
#include <chrono>
#include <new>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "broad/crew.h"

namespace graze::broad::testing {
namespace {

TEST(Crew, DoesEveryPartOfEveryJobOnce) {
  for (const unsigned threads : {1U, 2U, 3U, 7U}) {
    Crew crew(threads);
    ASSERT_EQ(crew.size(), threads);
    std::vector<int> times(37);
    for (int job = 0; job < 20000; ++job) {
      const std::size_t parts = static_cast<std::size_t>(job) % (times.size() + 1);
      crew.each(parts, [&](std::size_t part, std::size_t worker) { times[part] += worker < threads ? 1 : 1000; });
    }
    for (std::size_t part = 0; part < times.size(); ++part) {
      int expected = 0;
      for (int job = 0; job < 20000; ++job) expected += part < static_cast<std::size_t>(job) % (times.size() + 1) ? 1 : 0;
      ASSERT_EQ(times[part], expected) << threads << " threads, part " << part;
    }
  }
}

TEST(Crew, WakesUpAgainAfterAPause) {
  Crew crew(3);
  for (int job = 0; job < 20; ++job) {
    std::this_thread::sleep_for(std::chrono::milliseconds(job % 3));
    std::atomic<int> sum = 0;
    crew.each(50, [&](std::size_t part, std::size_t) { sum += static_cast<int>(part); });
    ASSERT_EQ(sum, 49 * 50 / 2);
  }
}

/// Each of two parts waits for the other one to begin.
TEST(Crew, DoesPartsAtTheSameTime) {
  Crew crew(2);
  for (int job = 0; job < 50; ++job) {
    std::atomic<int> begun = 0;
    crew.each(2, [&](std::size_t, std::size_t) {
      ++begun;
      while (begun < 2) std::this_thread::yield();
    });
    ASSERT_EQ(begun, 2);
  }
}

/// The first part of each waits for that of the other, so that nobody takes what is left of the other's.
TEST(Crew, BeginsWithItsOwnStretch) {
  Crew crew(2);
  for (int job = 0; job < 50; ++job) {
    std::array<std::atomic<int>, 2> first = {-1, -1};
    crew.each(9, [&](std::size_t part, std::size_t worker) {
      if (first[worker] < 0) first[worker] = static_cast<int>(part);
      while (first[1 - worker] < 0) std::this_thread::yield();
    });
    ASSERT_EQ(first[0], 0);
    ASSERT_EQ(first[1], 4);
  }
}

/// Whoever it is in, and the other parts are done: what they were lent is there until then.
TEST(Crew, WhatAPartThrowsLeavesTheJobWhenAllAreDone) {
  for (const unsigned threads : {1U, 2U, 4U}) {
    Crew crew(threads);
    for (std::size_t thrower = 0; thrower < 16; ++thrower) {
      std::atomic<std::size_t> done = 0;
      const auto job = [&](std::size_t part, std::size_t) {
        if (part == thrower) throw std::bad_alloc();
        ++done;
      };
      EXPECT_THROW(crew.each(16, job), std::bad_alloc) << threads << " threads, part " << thrower;
      EXPECT_EQ(done, threads == 1 ? thrower : 15U);
      crew.each(16, [&](std::size_t, std::size_t) { ++done; });
      EXPECT_EQ(done, threads == 1 ? thrower + 16 : 31U);
    }
  }
}

TEST(Crew, ChunksCoverEverythingInOrder) {
  Crew crew(4);
  for (const std::size_t count : {0U, 1U, 7U, 8U, 63U, 1000U}) {
    std::vector<std::size_t> firsts(5, count), lasts(5, 0);
    crew.each_chunk(count, 8, [&](std::size_t first, std::size_t last, std::size_t chunk) {
      firsts[chunk] = first;
      lasts[chunk] = last;
    });
    EXPECT_EQ(firsts[0], 0U);
    for (std::size_t chunk = 0; chunk + 1 < 4; ++chunk) EXPECT_EQ(lasts[chunk], firsts[chunk + 1]) << count;
    EXPECT_EQ(lasts[3], count);
  }
}

}  // namespace
}  // namespace graze::broad::testing
