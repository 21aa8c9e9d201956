/// Where sets of triangles are cut: the rules against their definitions.

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "oracle/random.h"
#include "tree/build/split.h"

namespace graze::tree {
namespace {

/// A triangle seen as its box.
SplitItem item(const Vec3& center, const Vec3& half, std::uint32_t number) {
  const Vec3 lo = center - half, hi = center + half;
  return {Float4(static_cast<float>(lo.x()), static_cast<float>(lo.y()), static_cast<float>(lo.z()), 0),
          Float4(static_cast<float>(hi.x()), static_cast<float>(hi.y()), static_cast<float>(hi.z()), 0), number};
}

std::vector<std::uint32_t> numbers(std::span<const SplitItem> items) {
  std::vector<std::uint32_t> result;
  for (const SplitItem& i : items) result.push_back(i.triangle());
  std::sort(result.begin(), result.end());
  return result;
}

/// Middles along x, each of a triangle of half a unit.
std::vector<SplitItem> row(const std::vector<double>& middles) {
  std::vector<SplitItem> items;
  for (const double x : middles) items.push_back(item({x, 0, 0}, {0.25, 0.125, 0.0625}, static_cast<std::uint32_t>(items.size())));
  return items;
}

TEST(SplitAtCenter, CutsAtTheMiddleOfTheBoxAndNotAtTheMean) {
  std::vector<SplitItem> items = row({0, 60, 80, 98, 100});
  EXPECT_EQ(split(items, {.rule = SplitRule::center}), 1U);
  EXPECT_EQ(numbers(std::span(items).first(1)), std::vector<std::uint32_t>{0});
  EXPECT_EQ(split(items, {.rule = SplitRule::mean}), 2U);
  EXPECT_EQ(split(items, {.rule = SplitRule::median}), 2U);
}

TEST(SplitAtCenter, PutsMiddlesInThePlaneOnTheSecondSide) {
  std::vector<SplitItem> items = row({-2, 0, 2});
  EXPECT_EQ(split(items, {.rule = SplitRule::center}), 1U);
}

TEST(SplitAtCenter, TakesTheNextLongestAxisWhereAllMiddlesAreOnOneSide) {
  // Long triangles along x, all with their middle at x = 0: only y and then z divide them.
  std::vector<SplitItem> items;
  for (std::uint32_t i = 0; i < 6; ++i) items.push_back(item({0, i < 2 ? -3.0 : 3.0, i % 2 == 0 ? -1.0 : 1.0}, {10, 0.5, 0.5}, i));
  EXPECT_EQ(split(items, {.rule = SplitRule::center}), 2U);
  EXPECT_EQ(numbers(std::span(items).first(2)), (std::vector<std::uint32_t>{0, 1}));
  for (SplitItem& i : items) i.lo[1] = -4, i.hi[1] = 4;  // now y is of no use either
  EXPECT_EQ(split(items, {.rule = SplitRule::center}), 3U);
  EXPECT_EQ(numbers(std::span(items).first(3)), (std::vector<std::uint32_t>{0, 2, 4}));
}

TEST(SplitAtCenter, CutsInHalvesWhereNoAxisDivides) {
  std::vector<SplitItem> items = row({5, 5, 5, 5, 5, 5});
  EXPECT_EQ(split(items, {.rule = SplitRule::center}), 3U);
}

TEST(SplitAtCenter, LeavesNoSideLargerThanItMayBe) {
  std::vector<SplitItem> items = row({0, 60, 80, 98, 100});
  const std::size_t first = split(items, {.rule = SplitRule::center, .largest = 3});
  EXPECT_TRUE(first == 2 || first == 3);
}

TEST(SplitAtCenter, IsThePartitionByTheLongestSideThatDivides) {
  testing::Random random(5);
  const auto uniform = [&](double most) { return random.real(most); };
  for (int round = 0; round < 300; ++round) {
    std::vector<SplitItem> items;
    const std::size_t count = 3 + random.below(20);
    for (std::uint32_t i = 0; i < count; ++i) {
      const Vec3 half(std::abs(uniform(3)), std::abs(uniform(1)), std::abs(uniform(2)));
      items.push_back(item({uniform(1), uniform(4), uniform(0.5)}, half, i));
    }
    const Range box = range_of(items);
    std::vector<int> axes{0, 1, 2};
    std::stable_sort(axes.begin(), axes.end(), [&](int i, int j) { return box.hi[i] - box.lo[i] > box.hi[j] - box.lo[j]; });
    std::vector<std::uint32_t> expected;
    for (const int axis : axes) {
      expected.clear();
      for (const SplitItem& i : items)
        if (i.lo[axis] + i.hi[axis] < box.lo[axis] + box.hi[axis]) expected.push_back(i.triangle());
      if (!expected.empty() && expected.size() < count) break;
    }
    const std::size_t first = split(items, {.rule = SplitRule::center});
    EXPECT_EQ(numbers(std::span(items).first(first)), expected) << "round " << round;
  }
}

}  // namespace
}  // namespace graze::tree
