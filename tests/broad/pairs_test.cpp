/// Pairs of the broad phase, against every box compared with every other.

#include <cstring>
#include <numeric>

#include <gtest/gtest.h>

#include "box_scenes.h"
#include "broad/broad_phase.h"
#include "broad/pairs_of.h"

namespace graze::broad::testing {
namespace {

TEST(BroadPhasePairs, AreThoseOfEveryBoxWithEveryOther) {
  for (const SceneKind& kind : scene_kinds) {
    for (const std::size_t n : {0U, 1U, 2U, 7U, 8U, 9U, 63U, 64U, 65U, 500U, 1500U}) {
      Random random(n + 17);
      if (n == 0 && std::strcmp(kind.name, "one_huge") == 0) continue;
      const Boxes boxes = kind.make(n, random);
      if (n > 500 && std::strcmp(kind.name, "one_place") == 0) continue;
      EXPECT_EQ(fresh_pairs(boxes), all_pairs(boxes)) << kind.name << " " << n;
    }
  }
}

TEST(BroadPhasePairs, AreTheSameForAnyNumberOfThreads) {
  for (const SceneKind& kind : scene_kinds) {
    Random random(3);
    const bool has_many_pairs = std::strcmp(kind.name, "one_place") == 0 || std::strcmp(kind.name, "odd") == 0;
    const Boxes boxes = kind.make(has_many_pairs ? 1000 : 20000, random);
    const auto one = fresh_pairs(boxes, 1);
    EXPECT_EQ(one, fresh_pairs(boxes, 2)) << kind.name;
    EXPECT_EQ(one, fresh_pairs(boxes, 5)) << kind.name;
  }
}

TEST(BroadPhasePairs, TakeTheSameWorkForAnyNumberOfThreads) {
  Random random(4);
  Boxes boxes = clusters(5000, random);
  BroadPhase one(1), three(3);
  for (int step = 0; step < 20; ++step) {
    one.assign(boxes);
    three.assign(boxes);
    EXPECT_EQ(pairs_of(one), pairs_of(three));
    EXPECT_EQ(one.work().opened, three.work().opened);
    EXPECT_EQ(one.work().reorders, three.work().reorders);
    for (Aabb& box : boxes) {
      const Vec3 by = random.point(-0.3, 0.3);
      box = {box.min + by, box.max + by};
    }
  }
  EXPECT_GT(one.work().refits, 0U);
  EXPECT_GT(one.work().reorders, 1U) << "the order never wore out";
}

TEST(BroadPhasePairs, DoNotDependOnHowBodiesAreNumbered) {
  Random random(5);
  const Boxes boxes = mixed_sizes(2000, random);
  std::vector<std::uint32_t> number(boxes.size());
  std::iota(number.begin(), number.end(), 0U);
  std::shuffle(number.begin(), number.end(), random.bits);
  Boxes renumbered(boxes.size());
  for (std::size_t i = 0; i < boxes.size(); ++i) renumbered[number[i]] = boxes[i];
  std::vector<IndexPair> expected = fresh_pairs(boxes);
  for (IndexPair& pair : expected) {
    const std::uint32_t a = number[pair.first], b = number[pair.second];
    pair = {std::min(a, b), std::max(a, b)};
  }
  std::sort(expected.begin(), expected.end());
  EXPECT_EQ(fresh_pairs(renumbered), expected);
}

TEST(BroadPhasePairs, FollowMovingBodiesInTheOldOrder) {
  for (const SceneKind& kind : scene_kinds) {
    Random random(6);
    Boxes boxes = kind.make(400, random);
    BroadPhase broad;
    for (int step = 0; step < 12; ++step) {
      broad.assign(boxes);
      EXPECT_EQ(pairs_of(broad), all_pairs(boxes)) << kind.name << " step " << step;
      for (Aabb& box : boxes) {
        const Vec3 by = random.point(-0.2, 0.2) * (step + 1);
        box = {box.min + by, box.max + by};
      }
    }
  }
}

TEST(BroadPhasePairs, RoundOutwardNeverInward) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    // Neighbours along x whose sides are the same double, or the next one.
    const double scale = std::pow(2, random.in(-1080, 1020));
    const double side = random.in(-1, 1) * scale;
    const double next = std::nextafter(side, infinite);
    const Boxes touching = {
        {{side - scale, 0, 0}, {side, 1, 1}}, {{side, 0, 0}, {side + scale, 1, 1}}, {{next, 0, 0}, {infinite, 1, 1}}};
    const auto found = fresh_pairs(touching);
    EXPECT_TRUE(std::find(found.begin(), found.end(), IndexPair{0, 1}) != found.end()) << side;
    EXPECT_EQ(found, all_pairs(touching)) << side;
  }
}

TEST(BroadPhasePairs, RoundedBoxesAreTheLeastThatHoldTheirs) {
  Random random(8);
  const Boxes boxes = odd(3000, random);
  BroadPhase broad;
  broad.assign(boxes);
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    const Aabb expected = rounded(boxes[i]);
    const Box32& box = broad.rounded_box(i);
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(static_cast<double>(box.lo[k]), expected.min[k]) << boxes[i].min[k];
      EXPECT_EQ(static_cast<double>(box.hi[k]), expected.max[k]) << boxes[i].max[k];
    }
  }
}

TEST(BroadPhasePairs, TakeASideThatIsNoNumberForInfinite) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(fresh_pairs({{{none, 0, 0}, {1, 1, 1}}, {{-1e9, 0, 0}, {-1e8, 1, 1}}, {{2, 0, 0}, {3, 1, 1}}}),
            (std::vector<IndexPair>{{0, 1}}));
  EXPECT_EQ(fresh_pairs({{{0, 0, 0}, {none, 1, 1}}, {{-3, 0, 0}, {-2, 1, 1}}, {{1e300, 0, 0}, {infinite, 1, 1}}}),
            (std::vector<IndexPair>{{0, 2}}));
}

TEST(BroadPhasePairs, EmptyBoxesMeetNothingNotEvenEverything) {
  const Aabb everything = {Vec3::Constant(-infinite), Vec3::Constant(infinite)};
  EXPECT_EQ(fresh_pairs({everything, empty_box(), everything, {{1, 0, 0}, {0, 1, 1}}}), (std::vector<IndexPair>{{0, 2}}));
}

TEST(BroadPhasePairs, WithinADistanceMissNone) {
  Random random(9);
  for (const SceneKind& kind : scene_kinds) {
    Boxes boxes = kind.make(300, random);
    for (const double distance : {1e-30, 0.1, 3.0, 1e39}) {
      BroadPhase broad;
      broad.assign(boxes);
      std::vector<IndexPair> found;
      broad.pairs(found, distance);
      for (std::uint32_t i = 0; i < boxes.size(); ++i) {
        for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
          Aabb wide = boxes[i];
          if (!is_empty_box(wide)) wide = {wide.min.array() - distance, wide.max.array() + distance};
          if (!meet(wide, boxes[j])) continue;
          EXPECT_TRUE(std::binary_search(found.begin(), found.end(), IndexPair{i, j})) << kind.name << " " << distance;
        }
      }
    }
  }
}

TEST(BroadPhasePairs, WithinADistanceNameNoneThatIsClearlyFarther) {
  Random random(10);
  const Boxes boxes = uniform(1000, random);
  BroadPhase broad;
  broad.assign(boxes);
  std::vector<IndexPair> found;
  broad.pairs(found, 0.5);
  EXPECT_GT(found.size(), pairs_of(broad).size());
  for (const IndexPair& pair : found) {
    const Aabb wide = {boxes[pair.first].min.array() - 0.501, boxes[pair.first].max.array() + 0.501};
    EXPECT_TRUE(meet(wide, boxes[pair.second]));
  }
}

TEST(BroadPhasePairs, OfGroupsThatDoNotMatchAreLeftOut) {
  Random random(11);
  const Boxes boxes = one_huge(1000, random);
  std::vector<Filter> filters(boxes.size());
  BroadPhase broad;
  broad.assign(boxes);
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    filters[i] = {std::uint64_t{1} << random.below(3), random.bits() & 7U};
    broad.set_filter(i, filters[i]);
  }
  std::vector<IndexPair> expected;
  for (const IndexPair& pair : all_pairs(boxes)) {
    const Filter &a = filters[pair.first], &b = filters[pair.second];
    if ((a.group & b.mask) != 0 && (b.group & a.mask) != 0) expected.push_back(pair);
  }
  EXPECT_EQ(pairs_of(broad), expected);
  std::vector<std::uint32_t> all(boxes.size());
  std::iota(all.begin(), all.end(), 0U);
  std::vector<IndexPair> one_by_one;
  broad.pairs_of(all, one_by_one);
  EXPECT_EQ(one_by_one, expected);
}

}  // namespace
}  // namespace graze::broad::testing
