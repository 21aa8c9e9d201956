/// Bodies at a time, with what they go on to do from there.

#include <numbers>

#include <gtest/gtest.h>

#include <graze/path.h>

namespace graze {
namespace {

Geometry unit_cube() { return *Geometry::make(Shape{Aabb{Vec3::Zero(), Vec3::Ones()}}); }

TEST(AtTime, IsTheBodyItselfAtTheStartAndWhereItStands) {
  const Body flying{unit_cube(), {}, {.velocity = {1, 2, 3}}}, standing{unit_cube(), {.translation = {4, 5, 6}}, {}};
  EXPECT_EQ(at_time(flying, 0).pose.translation, Vec3::Zero());
  EXPECT_EQ(at_time(standing, 7).pose.translation, Vec3(4, 5, 6));
}

TEST(AtTime, FliesOnFromWhereItHasCome) {
  const Body body{unit_cube(), {.translation = {1, 1, 1}}, {.velocity = {1, 2, 3}}, true};
  const Body later = at_time(body, 2);
  EXPECT_EQ(later.pose.translation, Vec3(3, 5, 7));
  EXPECT_EQ(later.motion.velocity, Vec3(1, 2, 3));
  EXPECT_TRUE(later.solid);
  EXPECT_EQ(at_time(later, 0.5).pose.translation, at_time(body, 2.5).pose.translation);
}

/// A quarter turn about z in one unit of time, about a point two beside it that flies up.
TEST(AtTime, TurnsOnAboutAPointThatFlies) {
  const Body body{
      unit_cube(), {}, {.velocity = {0, 0, 1}, .angular_velocity = {0, 0, std::numbers::pi / 2}, .center = Vec3(2, 0, 0)}};
  const Body quarter = at_time(body, 1);
  EXPECT_LT((quarter.pose.translation - Vec3(2, -2, 1)).norm(), 1e-14);
  EXPECT_LT((quarter.pose.rotation * Vec3::UnitX() - Vec3::UnitY()).norm(), 1e-15);
  ASSERT_TRUE(quarter.motion.center);
  EXPECT_EQ(*quarter.motion.center, Vec3(2, 0, 1));
  EXPECT_LT((at_time(quarter, 1).pose.translation - Vec3(4, 0, 2)).norm(), 1e-14);
}

}  // namespace
}  // namespace graze
