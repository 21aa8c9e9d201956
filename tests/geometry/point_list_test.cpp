/// Points on the spot, and on the heap when there are many.

#include <utility>

#include <gtest/gtest.h>

#include <graze/answers.h>

namespace graze {
namespace {

PointList counted(int count) {
  PointList list;
  for (int k = 0; k < count; ++k) list.push_back(Vec3(k, 0, 0));
  return list;
}

TEST(PointList, HoldsWhatWasAddedInOrderHoweverMany) {
  for (int count = 0; count < 20; ++count) {
    const PointList list = counted(count);
    ASSERT_EQ(list.size(), static_cast<std::size_t>(count));
    ASSERT_EQ(list.empty(), count == 0);
    double next = 0;
    for (const Vec3& p : list) ASSERT_EQ(p.x(), next++);
    if (count == 0) continue;
    EXPECT_EQ(list.front().x(), 0);
    EXPECT_EQ(list.back().x(), count - 1);
    EXPECT_EQ(list[static_cast<std::size_t>(count - 1)], list.back());
  }
}

TEST(PointList, IsAValue) {
  for (const int count : {3, 6, 7, 12}) {
    PointList list = counted(count);
    PointList copy = list;
    EXPECT_EQ(copy, list);
    const PointList moved = std::move(list);
    EXPECT_EQ(moved, copy);
    copy.push_back(copy.front());
    EXPECT_NE(copy, moved);
    EXPECT_EQ(copy.back(), Vec3::Zero());
    copy.clear();
    EXPECT_TRUE(copy.empty());
    EXPECT_EQ(copy, PointList());
  }
  EXPECT_EQ((PointList{Vec3(0, 0, 0), Vec3(1, 0, 0)}), counted(2));
}

}  // namespace
}  // namespace graze
