/// Pairs that are kept from step to step, against every box compared with every other and against new broad phases.

#include <cstring>

#include <gtest/gtest.h>

#include "box_scenes.h"
#include "broad/broad_phase.h"
#include "broad/pairs_of.h"

namespace graze::broad::testing {
namespace {

std::vector<IndexPair> fresh_filtered_pairs(const Boxes& boxes, const std::vector<Filter>& filters = {}) {
  BroadPhase broad;
  broad.assign(boxes);
  for (std::uint32_t i = 0; i < filters.size(); ++i) broad.set_filter(i, filters[i]);
  return pairs_of(broad);
}

/// Every box somewhere around its place, by at most `share` of its sides.
Boxes trembled(const Boxes& boxes, double share, Random& random) {
  Boxes result = boxes;
  for (Aabb& box : result) {
    if (is_empty_box(box) || !(box.max - box.min).allFinite()) continue;
    const Vec3 by = share * (box.max - box.min).cwiseProduct(random.point(-1, 1));
    box = {box.min + by, box.max + by};
  }
  return result;
}

TEST(KeptPairs, OfBoxesThatTrembleAreThoseOfEveryBoxWithEveryOther) {
  for (const SceneKind& kind : scene_kinds) {
    for (const std::size_t n : {1U, 9U, 64U, 500U}) {
      Random random(n);
      const Boxes places = kind.make(n, random);
      BroadPhase broad(1 + static_cast<unsigned>(n % 3));
      for (int step = 0; step < 25; ++step) {
        const Boxes boxes = trembled(places, 0.02, random);
        broad.assign(boxes);
        ASSERT_EQ(pairs_of(broad), all_pairs(boxes)) << kind.name << " " << n << " step " << step;
      }
      const bool has_few_pairs = std::strcmp(kind.name, "uniform") == 0 || std::strcmp(kind.name, "row") == 0;
      if (has_few_pairs) {
        EXPECT_GE(broad.work().kept, 20U) << kind.name << " " << n;
      }
    }
  }
}

TEST(KeptPairs, FollowBoxesThatDriftOutOfTheirFatOnes) {
  for (const double share : {0.001, 0.003, 0.01, 0.03}) {
    Random random(2);
    Boxes boxes = uniform(600, random);
    std::vector<Vec3> velocities;
    for (const Aabb& box : boxes) velocities.push_back(share * (box.max - box.min).cwiseProduct(random.point(-1, 1)));
    BroadPhase broad;
    for (int step = 0; step < 150; ++step) {
      for (std::size_t i = 0; i < boxes.size(); ++i) boxes[i] = {boxes[i].min + velocities[i], boxes[i].max + velocities[i]};
      broad.assign(boxes);
      ASSERT_EQ(pairs_of(broad), all_pairs(boxes)) << share << " step " << step;
    }
    if (share < 0.005) {
      EXPECT_GT(broad.work().kept, 100U) << share;
    }
  }
}

TEST(KeptPairs, AreNotKeptWhereEverythingMovesOrThereAreTooMany) {
  Random random(3);
  const Boxes places = uniform(500, random), heap = all_in_one_place(100, random);
  Boxes sheets;  // that only meet when they are fat
  for (int i = 0; i < 300; ++i) sheets.push_back({{0, 0, 0.002 * i}, {1, 1, 0.002 * i + 0.001}});
  BroadPhase moving, crowded, stacked;
  const auto expect_right = [](BroadPhase& broad, const Boxes& boxes) {
    broad.assign(boxes);
    EXPECT_EQ(pairs_of(broad), all_pairs(boxes));
  };
  for (int step = 0; step < 40; ++step) {
    expect_right(moving, trembled(places, 1, random));
    expect_right(crowded, heap);
    expect_right(stacked, sheets);
  }
  EXPECT_EQ(moving.work().kept, 0U);
  EXPECT_EQ(crowded.work().kept, 0U);
  EXPECT_EQ(stacked.work().kept, 0U);
}

TEST(KeptPairs, AreGivenUpAndFoundAgain) {
  Random random(4);
  Boxes places = uniform(400, random);
  BroadPhase broad;
  std::size_t kept = 0;
  for (int round = 0; round < 5; ++round) {
    for (int step = 0; step < 40; ++step) {
      const Boxes boxes = trembled(places, 0.03, random);
      broad.assign(boxes);
      ASSERT_EQ(pairs_of(broad), all_pairs(boxes)) << round << " step " << step;
    }
    EXPECT_GT(broad.work().kept, kept + 20) << round;
    kept = broad.work().kept;
    places = uniform(400, random);  // everything jumps
  }
}

/// Few changes of every kind in each step, so that pairs are kept throughout.
void calm_storm(std::size_t bodies, int steps, std::uint64_t seed) {
  Random random(seed);
  const double side = std::cbrt(static_cast<double>(bodies));
  Boxes boxes = uniform(bodies, random);
  std::vector<Filter> filters(bodies);
  BroadPhase one(1), three(3);
  one.assign(boxes);
  three.assign(boxes);
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < bodies / 40; ++i) {
      const bool is_added = random.below(20) == 0;
      const std::uint32_t body = is_added ? static_cast<std::uint32_t>(boxes.size()) : random.below(boxes.size());
      if (is_added) {
        boxes.push_back(empty_box());
        filters.emplace_back();
      }
      const std::uint32_t kind = random.below(6);
      if (kind == 0) {
        boxes[body] = empty_box();
      } else if (kind < 3) {
        boxes[body] = around(random.point(0, side), random.point(0.1, 0.5));
      } else if (kind == 3) {
        filters[body] = {std::uint64_t{1} << random.below(3), random.bits() & 7U};
      } else {
        const Vec3 by = random.point(-0.02, 0.02);
        boxes[body] = {boxes[body].min + by, boxes[body].max + by};
      }
      for (BroadPhase* broad : {&one, &three}) {
        if (kind == 0) {
          broad->remove(body);
        } else if (kind != 3) {
          broad->set(body, boxes[body]);
        }
        if (kind == 3) broad->set_filter(body, filters[body]);
      }
    }
    ASSERT_EQ(pairs_of(one), fresh_filtered_pairs(boxes, filters)) << "seed " << seed << " step " << step;
    ASSERT_EQ(pairs_of(three), fresh_filtered_pairs(boxes, filters)) << "seed " << seed << " step " << step;
    if (step % 7 != 0) continue;  // the tree, which nobody has kept up meanwhile
    std::vector<std::uint32_t> found, expected;
    const Aabb asked = around(random.point(0, side), random.point(0.5, 2));
    one.refresh();
    one.in_box(asked, found);
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      if (meet(rounded(boxes[i]), rounded(asked))) expected.push_back(i);
    }
    ASSERT_EQ(found, expected) << "seed " << seed << " step " << step;
  }
  EXPECT_GT(one.work().kept, static_cast<std::size_t>(steps) * 9 / 10);
  EXPECT_EQ(one.work().kept, three.work().kept);
}

TEST(KeptPairs, SurviveAStormOfFewChangesInEachStep) {
  for (std::uint64_t seed = 1; seed <= 6; ++seed) calm_storm(400, 150, seed);
}

TEST(KeptPairs, OfManyBodiesAreTheSameForAnyNumberOfThreads) {
  Random random(5);
  const Boxes places = uniform(40000, random);
  BroadPhase one(1), two(2), five(5);
  for (int step = 0; step < 12; ++step) {
    Boxes boxes = trembled(places, 0.02, random);
    for (int i = 0; i < 300; ++i) boxes[random.below(boxes.size())] = around(random.point(0, 34), random.point(0.1, 0.5));
    for (BroadPhase* broad : {&one, &two, &five}) broad->assign(boxes);
    const auto pairs = pairs_of(one);
    EXPECT_EQ(pairs, fresh_filtered_pairs(boxes)) << step;
    EXPECT_EQ(pairs, pairs_of(two)) << step;
    EXPECT_EQ(pairs, pairs_of(five)) << step;
  }
  EXPECT_GT(one.work().kept, 5U);
  EXPECT_EQ(one.work().kept, two.work().kept);
  EXPECT_EQ(one.work().kept, five.work().kept);
}

TEST(KeptPairs, OfSidesThatAreTheSameDoubleOrTheNextOneAreRoundedOutward) {
  for (int exponent = -1070; exponent < 1000; exponent += 23) {
    const double scale = std::pow(2, exponent), side = 0.7 * scale, next = std::nextafter(side, infinite);
    BroadPhase broad;
    for (int step = 0; step < 12; ++step) {
      const Boxes boxes = {{{side - scale, 0, 0}, {side, 1, 1}},
                           {{step % 2 == 0 ? side : next, 0, 0}, {side + scale, 1, 1}},
                           {{next, 0, 0}, {infinite, 1, 1}}};
      broad.assign(boxes);
      ASSERT_EQ(pairs_of(broad), all_pairs(boxes)) << side << " step " << step;
      ASSERT_EQ(pairs_of(broad)[0], (IndexPair{0, 1})) << side << " step " << step;
    }
    EXPECT_GT(broad.work().kept, 0U) << side;
  }
}

TEST(KeptPairs, TakeBoundedMemory) {
  Random random(6);
  const Boxes places = uniform(50000, random);
  BroadPhase broad;
  std::vector<IndexPair> pairs;
  std::size_t bytes = 0;
  for (int step = 0; step < 40; ++step) {
    broad.assign(trembled(places, 0.02, random));
    broad.pairs(pairs);
    if (step == 20) bytes = broad.memory_bytes();
  }
  EXPECT_GT(broad.work().kept, 30U);
  EXPECT_LT(bytes, places.size() * 300 + pairs.size() * 80);
  EXPECT_EQ(broad.memory_bytes(), bytes) << "asked again, it needs no more";
}

}  // namespace
}  // namespace graze::broad::testing
