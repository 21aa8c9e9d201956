/// Bodies that come, move and go in any order: after any history the answers are those of a new broad phase.

#include <numeric>

#include <gtest/gtest.h>

#include "box_scenes.h"
#include "broad/broad_phase.h"
#include "broad/pairs_of.h"

namespace graze::broad::testing {
namespace {

/// Moves a little, jumps, comes back or goes.
void change(Boxes& boxes, std::uint32_t body, Random& random, double side) {
  const std::uint32_t kind = random.below(10);
  if (kind == 0) {
    boxes[body] = empty_box();
  } else if (kind < 3 || is_empty_box(boxes[body])) {
    boxes[body] = around(random.point(0, side), random.point(0.1, 0.5));
  } else {
    const Vec3 by = random.point(-0.1, 0.1);
    boxes[body] = {boxes[body].min + by, boxes[body].max + by};
  }
}

void storm(std::size_t bodies, std::size_t operations, std::size_t in_one_step, std::uint64_t seed) {
  Random random(seed);
  const double side = std::cbrt(static_cast<double>(bodies));
  Boxes boxes(bodies, empty_box());
  BroadPhase broad(1 + static_cast<unsigned>(seed % 2));
  for (std::size_t done = 0; done < operations;) {
    const std::size_t step = 1 + random.below(in_one_step);
    for (std::size_t i = 0; i < step; ++i, ++done) {
      const std::uint32_t body = random.below(bodies);
      change(boxes, body, random, side);
      if (is_empty_box(boxes[body])) {
        broad.remove(body);
      } else {
        broad.set(body, boxes[body]);
      }
    }
    ASSERT_EQ(pairs_of(broad), fresh_pairs(boxes)) << "seed " << seed << " after " << done;
  }
  EXPECT_GT(broad.work().reorders, 0U);
}

TEST(BroadPhaseStorm, OfFewChangesAtATimeEndsWhereANewOneBegins) { storm(200, 20000, 10, 1); }
TEST(BroadPhaseStorm, OfManyChangesAtATimeEndsWhereANewOneBegins) { storm(3000, 200000, 3000, 2); }
TEST(BroadPhaseStorm, OfOneChangeAtATimeEndsWhereANewOneBegins) { storm(100, 2000, 1, 3); }
TEST(BroadPhaseStorm, OfAFewBodiesEndsWhereANewOneBegins) { storm(9, 4000, 3, 4); }

TEST(BroadPhaseStorm, UsesEveryWayToTakeInChanges) {
  Random random(5);
  Boxes boxes = uniform(4000, random);
  BroadPhase broad;
  broad.assign(boxes);
  pairs_of(broad);
  EXPECT_EQ(broad.work().reorders, 1U);
  for (std::uint32_t i = 0; i < 10; ++i) broad.set(i, boxes[i] = around(boxes[i].min, {0.3, 0.3, 0.3}));
  EXPECT_EQ(pairs_of(broad), fresh_pairs(boxes));
  EXPECT_EQ(broad.work().partial, 1U);
  for (std::uint32_t i = 0; i < 1000; ++i) broad.set(i, boxes[i] = around(boxes[i].min, {0.3, 0.3, 0.3}));
  EXPECT_EQ(pairs_of(broad), fresh_pairs(boxes));
  EXPECT_EQ(broad.work().refits, 1U);
  EXPECT_EQ(broad.work().reorders, 1U);
  for (Aabb& box : boxes) box = around(random.point(0, 16), {0.3, 0.3, 0.3});  // everything jumps
  for (int step = 0; step < 2; ++step) {
    broad.assign(boxes);
    EXPECT_EQ(pairs_of(broad), fresh_pairs(boxes));
  }
  EXPECT_EQ(broad.work().reorders, 2U) << "a worn order is made anew after one slow search";
}

TEST(BroadPhaseStorm, AssigningMoreOrFewerBodiesForgetsNone) {
  Random random(6);
  const Boxes many = uniform(700, random);
  BroadPhase broad;
  for (const std::size_t n : {10U, 700U, 300U, 0U, 9U, 513U, 512U}) {
    const Boxes boxes(many.begin(), many.begin() + static_cast<std::ptrdiff_t>(n));
    broad.assign(boxes);
    EXPECT_EQ(pairs_of(broad), fresh_pairs(boxes)) << n;
  }
  broad.clear();
  EXPECT_EQ(broad.size(), 0U);
  EXPECT_TRUE(pairs_of(broad).empty());
}

TEST(BroadPhaseStorm, SomeRemovedBodiesDoNotKeepItFromRefitting) {
  Random random(7);
  Boxes boxes = uniform(2000, random);
  for (std::size_t i = 0; i < boxes.size(); i += 10) boxes[i] = empty_box();
  BroadPhase broad;
  for (int step = 0; step < 10; ++step) {
    broad.assign(boxes);
    EXPECT_EQ(pairs_of(broad), fresh_pairs(boxes));
    for (Aabb& box : boxes) box = {box.min.array() + 0.001, box.max.array() + 0.001};
  }
  EXPECT_EQ(broad.work().reorders, 1U);
}

TEST(BroadPhaseStorm, PairsOfSomeBodiesAreThoseOfAllThatNameThem) {
  for (const SceneKind& kind : scene_kinds) {
    Random random(8);
    const Boxes boxes = kind.make(600, random);
    BroadPhase broad(2);
    broad.assign(boxes);
    std::vector<std::uint32_t> asked;
    for (int i = 0; i < 60; ++i) asked.push_back(random.below(boxes.size()));
    asked.push_back(asked.front());
    std::vector<IndexPair> expected, found;
    for (const IndexPair& pair : all_pairs(boxes)) {
      const auto is_asked = [&](std::uint32_t body) { return std::find(asked.begin(), asked.end(), body) != asked.end(); };
      if (is_asked(pair.first) || is_asked(pair.second)) expected.push_back(pair);
    }
    broad.pairs_of(asked, found);
    EXPECT_EQ(found, expected) << kind.name;
  }
}

TEST(BroadPhaseStorm, MemoryIsReportedAndBounded) {
  Random random(9);
  const Boxes boxes = uniform(100000, random);
  BroadPhase broad;
  broad.assign(boxes);
  const auto pairs = pairs_of(broad);
  const std::size_t bytes = broad.memory_bytes();
  EXPECT_GT(bytes, boxes.size() * 60);
  EXPECT_LT(bytes, boxes.size() * 110 + pairs.size() * 40);
  for (int step = 0; step < 5; ++step) {
    broad.assign(boxes);
    broad.reorder();
    EXPECT_EQ(pairs_of(broad), pairs);
  }
  EXPECT_EQ(broad.memory_bytes(), bytes) << "asked again, it needs no more";
}

}  // namespace
}  // namespace graze::broad::testing
