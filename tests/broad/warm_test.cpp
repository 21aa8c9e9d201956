/// What a broad phase allocates, and how often it sorts, once it has seen as many bodies.

#include <gtest/gtest.h>
#include <oracle/counted_heap.h>

#include "box_scenes.h"
#include "broad/broad_phase.h"

namespace graze::broad::testing {
namespace {

using graze::testing::allocations;

TEST(BroadPhaseWarm, TakesNoHeapForStepsOfAnyKind) {
  Random random(1);
  const Boxes boxes = uniform(3000, random);
  BroadPhase broad;
  std::vector<IndexPair> pairs;
  std::vector<std::uint32_t> bodies, asked{1, 2, 3, 700};
  std::size_t visits = 0;
  const auto ask_everything = [&] {
    broad.assign(boxes);
    broad.reorder();
    broad.pairs(pairs);
    broad.assign(boxes);
    broad.pairs(pairs, 0.1);
    for (std::uint32_t i = 0; i < 20; ++i) broad.set(i, boxes[i]);
    broad.pairs_of(asked, pairs);
    broad.in_box(boxes[7], bodies, 1);
    broad.along_ray({-1, 7, 7}, {1, 0, 0}, 100, [&](std::uint32_t, double) { return ++visits, 100.0; });
    broad.nearest(boxes[3], 2, [&](std::uint32_t, double) { return ++visits, 2.0; });
  };
  ask_everything();
  ask_everything();
  const std::size_t before = allocations;
  ask_everything();
  EXPECT_EQ(allocations, before);
  EXPECT_GT(visits, 0U);
}

TEST(BroadPhaseWarm, TakesNoHeapForStepsWhosePairsAreKept) {
  Random random(4);
  const Boxes boxes = uniform(3000, random);
  BroadPhase broad;
  std::vector<IndexPair> pairs;
  const auto move_some = [&](int step) {
    for (std::uint32_t i = 0; i < 60; ++i) broad.set(i, boxes[step % 2 == 0 ? i : i + 100]);
    broad.pairs(pairs);
  };
  broad.assign(boxes);
  for (int step = 0; step < 20; ++step) move_some(step);
  const std::size_t before = allocations, kept = broad.work().kept;
  for (int step = 0; step < 10; ++step) move_some(step);
  EXPECT_EQ(allocations, before);
  EXPECT_EQ(broad.work().kept, kept + 10);
}

TEST(BroadPhaseWarm, AFewBodiesThatComeAndGoDoNotSortAllOthers) {
  Random random(2);
  Boxes boxes = uniform(5000, random);
  BroadPhase broad;
  broad.assign(boxes);
  broad.refresh();
  for (std::uint32_t i = 0; i < 40; ++i) {
    broad.set(5000 + i, boxes[i]);
    broad.refresh();
    if (i % 2 == 0) broad.remove(10 * i);
    broad.refresh();
  }
  EXPECT_EQ(broad.work().reorders, 1U);
  for (std::uint32_t i = 40; i < 100; ++i) broad.set(5000 + i, boxes[i]);
  broad.refresh();
  EXPECT_EQ(broad.work().reorders, 2U) << "many are sorted in";
}

TEST(BroadPhaseWarm, BodiesThatWanderOffAreSortedInWithoutASearchThatTells) {
  Random random(3);
  Boxes boxes = uniform(5000, random);
  BroadPhase broad;
  broad.assign(boxes);
  broad.refresh();
  for (int step = 0; step < 20; ++step) {
    for (int i = 0; i < 100; ++i) broad.set(random.below(5000), around(random.point(0, 17), {0.3, 0.3, 0.3}));
    broad.refresh();
  }
  EXPECT_GT(broad.work().reorders, 1U);
  EXPECT_LT(broad.work().reorders, 6U);
  const std::size_t sorted = broad.work().reorders;
  for (int step = 0; step < 40; ++step) {
    broad.assign(boxes);
    broad.refresh();
  }
  EXPECT_GE(broad.work().reorders, sorted + 2) << "refits that nobody watches do not go on for ever";
}

}  // namespace
}  // namespace graze::broad::testing
