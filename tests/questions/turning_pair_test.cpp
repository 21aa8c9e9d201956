/// How fast a distance can shrink, against rational numbers.

#include <gmpxx.h>
#include <gtest/gtest.h>
#include <oracle/random.h>

#include "questions/turning_pair.h"

namespace graze::query {
namespace {

mpq_class product(const Vec3& a, const Vec3& b) {
  mpq_class sum = 0;
  for (int k = 0; k < 3; ++k) sum += mpq_class(a[k]) * mpq_class(b[k]);
  return sum;
}

Body ball_that_moves(const Vec3& velocity) {
  return {Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}).value(), {}, {.velocity = velocity}};
}

/// Nearly across the line between them, so that the products that make up the speed cancel.
TEST(ApproachSpeed, IsNeverLessThanTheExactOneOfBodiesThatPass) {
  testing::Random random(5);
  int slow = 0;
  for (int i = 0; i < 2000; ++i) {
    const Vec3 direction = random.unit();
    const Vec3 velocity = direction.cross(random.vector(1)) - direction * random.real(0, 0x1p-50);
    const ApproachSpeed speed(ball_that_moves(Vec3::Zero()), ball_that_moves(velocity), {Reach{1, 1}, Reach{1, 1}});
    const mpq_class exact = -product(direction, velocity);
    ASSERT_GE(mpq_class(speed.along(direction)), exact) << i;
    slow += exact > 0 ? 1 : 0;
  }
  EXPECT_GT(slow, 1000);
}

}  // namespace
}  // namespace graze::query
