/// Is a point in a triangle? Against the test of two triangles, which has a test of its own against exact rationals.

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "triangle/overlap.h"
#include "triangle/point_overlap.h"

namespace graze::distance {
namespace {

using testing::Random;

/// On a small grid many points are level with a triangle, on its edges or corners, and many triangles have no area.
TEST(PointMeeting, IsThatOfTwoTrianglesOnAGrid) {
  Random random(8);
  const int cases = testing::effort(20000);
  int inside = 0, outside = 0;
  const auto coordinate = [&] { return 0.1 * random.whole(2); };
  for (int k = 0; k < cases; ++k) {
    Triangle triangle;
    Vec3 point(coordinate(), coordinate(), coordinate());
    for (Vec3& v : triangle.v) v = Vec3(coordinate(), coordinate(), coordinate());
    const int level = k % 4;
    for (Vec3& v : triangle.v) {
      if (level < 3) v[level] = point[level];
    }
    const bool is_inside = overlap(triangle, {{point, point, point}});
    ASSERT_EQ(holds(triangle, point), is_inside) << "case " << k;
    is_inside ? ++inside : ++outside;
  }
  EXPECT_GT(inside, cases / 10);
  EXPECT_GT(outside, cases / 10);
}

}  // namespace
}  // namespace graze::distance
