/// Meshes that are told apart at a glance, next to exact decisions about their triangles.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include <graze/geometry.h>
#include <graze/overlap.h>

#include "mesh/overlap.h"
#include "numbers/double_double.h"

namespace graze::query {
namespace {

using testing::Random;

MeshTree tree_of(const Vec3& p, const Vec3& q, const Vec3& r) { return *MeshTree::build(TriangleMesh{{p, q, r}, {{0, 1, 2}}}); }

/// The ball is of the size of a point, so that nothing but the bounds of roundings hides that two of them seem to be apart. One is
/// placed by two products, the other by one sum that is the same in exact numbers.
TEST(MeshesFarApart, AreNotPointsThatOnlyRoundingTellsApart) {
  Random random(3);
  const int count = testing::effort(2000);
  int seem_apart = 0;
  for (int i = 0; i < count; ++i) {
    const double angle = random.real(-3, 3), x = std::round(random.real(-1e5, 1e5)), y = std::round(random.real(-1e5, 1e5));
    PlacedMesh a, b;
    a.pose.rotation << std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1;
    const MeshTree point_a = tree_of({x, y, 0}, {x, y, 0}, {x, y, 0});
    Vec3 high = Vec3::Zero();
    for (int k = 0; k < 2; ++k) {
      const DoubleDouble at = exact_product(a.pose.rotation(k, 0), x) + exact_product(a.pose.rotation(k, 1), y);
      high[k] = at.hi;
      b.pose.translation[k] = at.lo;
    }
    const MeshTree point_b = tree_of(high, high, high);
    a.tree = &point_a, b.tree = &point_b;
    if (!triangles_meet(a, b, {0, 0})) continue;  // the sum of the products has more digits
    ASSERT_FALSE(are_far_apart(a, b)) << "case " << i;
    seem_apart += a.pose.to_world(point_a.ball().center) != b.pose.to_world(point_b.ball().center) ? 1 : 0;
  }
  EXPECT_GT(seem_apart, count / 20);
}

/// A needle against a wall that it just touches or not, so far out that roundings are larger than what boxes in single precision
/// leave between them and their triangles.
TEST(MeshesFarApart, AreToldApartOnlyWhereExactNumbersDo) {
  Random random(4);
  const int count = testing::effort(4000);
  int meeting = 0, told = 0;
  for (int i = 0; i < count; ++i) {
    const double far = std::ldexp(1.0, static_cast<int>(random.real(20, 40)));
    PlacedMesh a, b;
    a.pose = b.pose = random.pose(far);
    const Vec3 origin = random.vector(i % 2 == 0 ? 1 : far);
    const MeshTree needle = tree_of(origin - Vec3::UnitX(), origin + Vec3::UnitX(), origin);
    const Vec3 y = 0x1p-9 * Vec3::UnitY(), z = 0x1p-9 * Vec3::UnitZ();  // small, so that nothing beside the way counts
    const MeshTree wall = *MeshTree::build(TriangleMesh{{y, z, -y, -z}, {{0, 1, 2}, {2, 3, 0}}});
    a.tree = &needle, b.tree = &wall;
    const Vec3 tip = a.pose.to_world(origin + Vec3::UnitX());
    b.pose.translation = tip + random.real(-2, 2) * std::ldexp(far, -52) * a.pose.rotation.col(0);
    const bool meet = triangles_meet(a, b, {0, 0}) || triangles_meet(a, b, {0, 1});
    ASSERT_FALSE(meet && are_far_apart(a, b)) << "case " << i;
    meeting += meet ? 1 : 0;
    b.pose.translation = tip + (1e-12 * far + 1e-5) * a.pose.rotation.col(0);
    told += are_far_apart(a, b) ? 1 : 0;
  }
  EXPECT_GT(meeting, count / 10);
  EXPECT_GT(told, count * 9 / 10);
}

/// A rotation stretches by as much as it may be off, and the ball with it.
TEST(MeshesFarApart, AreNotBallsThatARoundedRotationStretches) {
  const MeshTree needle = tree_of({-1, 0, 0}, {1, 0, 0}, {0, 0, 0});
  const MeshTree point = tree_of({0, 0, 0}, {0, 0, 0}, {0, 0, 0});
  constexpr double stretch = 1 + 0x1.fp-20;
  PlacedMesh a{&needle, {}}, b{&point, {}};
  a.pose.rotation *= stretch;
  b.pose.translation = {stretch, 0, 0};
  ASSERT_TRUE(triangles_meet(a, b, {0, 0}));
  EXPECT_FALSE(are_far_apart(a, b));
  b.pose.translation = {stretch + 0x1p-16, 0, 0};
  EXPECT_TRUE(are_far_apart(a, b));
}

TEST(MeshesFarApart, AreStillRefusedAsSolidsWhenTheyAreNone) {
  const auto triangle = [](double x) {
    Body body{*Geometry::make(Shape{TriangleMesh{{{x, 0, 0}, {x + 1, 0, 0}, {x, 1, 0}}, {{0, 1, 2}}}}), {}, {}};
    body.solid = true;
    return body;
  };
  const auto found = overlap(triangle(0), triangle(1000));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().message.substr(0, 2), "a:") << found.error().message;
}

}  // namespace
}  // namespace graze::query
