/// Which of two bodies comes first: by the first number in which they differ, of boxes, rotations and motions in turn.

#include <gtest/gtest.h>

#include "scene/fixed_order.h"

namespace graze::scenes {
namespace {

Record body_between(const Vec3& min, const Vec3& max) {
  Record record;
  record.box = {min, max};
  record.given.motion = Motion{};
  return record;
}

Record turned(Record record, double angle) {
  record.given.pose.rotation = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix();
  return record;
}

Record moving(Record record, const Vec3& velocity, const Vec3& angular_velocity) {
  record.given.motion = Motion{velocity, angular_velocity};
  return record;
}

Record guided(Record record) {
  record.given.motion = GuidedMotion{};
  return record;
}

void expect_order(const Record& first, const Record& second) {
  EXPECT_TRUE(comes_first(first, second));
  EXPECT_FALSE(comes_first(second, first));
}

TEST(FixedOrder, IsThatOfTheFirstNumberThatDiffers) {
  const Vec3 low(1, 2, 3), high(4, 5, 6);
  const Record box = body_between(low, high);
  for (int k = 0; k < 3; ++k) {
    const Vec3 more = Vec3::Unit(k);
    expect_order(box, body_between(low + more, high - more));
    expect_order(box, body_between(low, high + more));
    expect_order(box, moving(box, more, Vec3::Zero()));
    expect_order(box, moving(box, Vec3::Zero(), more));
    expect_order(moving(box, more, 2 * more), moving(box, 2 * more, more));
    expect_order(moving(box, -more, more), moving(box, Vec3::Zero(), Vec3::Zero()));
  }
  expect_order(body_between(low, high + Vec3::UnitX()), body_between(low + Vec3::UnitX(), high));
  expect_order(turned(box, 1), turned(box, 0.5));  // by its cosine
  expect_order(moving(turned(box, 1), high, high), turned(box, 0.5));
  expect_order(box, guided(box));
  expect_order(moving(box, high, high), guided(box));
}

TEST(FixedOrder, HasNoneForBodiesThatAreAlike) {
  const Record box = body_between(Vec3(1, 2, 3), Vec3(4, 5, 6));
  EXPECT_FALSE(comes_first(box, box));
  EXPECT_FALSE(comes_first(guided(box), guided(box)));
  EXPECT_FALSE(
      comes_first(moving(turned(box, 1), Vec3(1, 2, 3), Vec3(4, 5, 6)), moving(turned(box, 1), Vec3(1, 2, 3), Vec3(4, 5, 6))));
}

}  // namespace
}  // namespace graze::scenes
