/// Shares of the pairs of many boxes, against every box compared with every other.

#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <graze/box_pairs.h>

#include "box_scenes.h"

namespace graze::broad::testing {
namespace {

std::vector<BoxPair> as_box_pairs(const std::vector<IndexPair>& pairs) {
  std::vector<BoxPair> result;
  for (const IndexPair& pair : pairs) result.push_back({pair.first, pair.second});
  return result;
}

std::vector<BoxPair> joined_shares(const Boxes& boxes, std::size_t shares, double distance) {
  const std::vector<std::uint32_t> order = curve_order(boxes);
  std::vector<BoxPair> joined;
  for (std::size_t i = 0; i < shares; ++i) {
    const std::size_t first = order.size() * i / shares, end = order.size() * (i + 1) / shares;
    for (const BoxPair& pair : near_boxes_of(boxes, order, first, end, distance)) joined.push_back(pair);
  }
  std::ranges::sort(joined);
  return joined;
}

TEST(NearBoxes, AreThoseOfEveryBoxWithEveryOther) {
  for (const SceneKind& kind : scene_kinds) {
    Random random(29);
    const Boxes boxes = kind.make(300, random);
    EXPECT_EQ(near_boxes(boxes), as_box_pairs(all_pairs(boxes))) << kind.name;
  }
}

TEST(NearBoxes, OfSharesHaveEveryPairOnceWhateverTheCuts) {
  for (const SceneKind& kind : scene_kinds) {
    for (const double distance : {0.0, 0.01, 3.0}) {
      Random random(31);
      const Boxes boxes = kind.make(300, random);
      const std::vector<BoxPair> whole = near_boxes(boxes, distance);
      for (const std::size_t shares : {1U, 2U, 3U, 7U, 64U, 1000U})
        EXPECT_EQ(joined_shares(boxes, shares, distance), whole) << kind.name << ", " << shares << " shares, " << distance;
    }
  }
}

TEST(NearBoxes, WithinADistanceMissNoPairAndNameNoneThatIsClearlyFarther) {
  for (const SceneKind& kind : scene_kinds) {
    Random random(37);
    const Boxes boxes = kind.make(200, random);
    const double distance = 0.5;
    const std::vector<BoxPair> found = near_boxes(boxes, distance);
    const std::set<BoxPair> named(found.begin(), found.end());
    const auto grown = [](const Aabb& box, double by) {
      return is_empty_box(box) ? box : Aabb{box.min - Vec3::Constant(by), box.max + Vec3::Constant(by)};
    };
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
        const bool is_named = named.contains({i, j});
        if (meet(grown(boxes[i], distance), boxes[j])) {
          EXPECT_TRUE(is_named) << kind.name << " " << i << " " << j;
        } else if (is_named) {  // by less than the rounding of both boxes to single precision
          EXPECT_TRUE(meet(grown(rounded(boxes[i]), 2 * distance), rounded(boxes[j]))) << kind.name << " " << i << " " << j;
        }
      }
    }
  }
}

TEST(NearBoxes, OfNothingAreNone) {
  EXPECT_TRUE(near_boxes({}).empty());
  EXPECT_TRUE(curve_order(std::vector<Aabb>{empty_box(), empty_box()}).empty());
  EXPECT_TRUE(near_boxes(std::vector<Aabb>{empty_box(), empty_box()}).empty());
  EXPECT_TRUE(near_boxes_of({}, {}, 0, 5).empty());
}

}  // namespace
}  // namespace graze::broad::testing
