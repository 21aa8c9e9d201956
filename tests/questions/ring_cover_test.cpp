/// The proof that no short way parts a torus from a body: from a poor first way it never claims more than the best one, finds ways
/// that are about as short, and does not look far more often than it has to.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/random.h>

#include "questions/any_body.h"
#include "questions/ring_cover.h"

namespace graze::query {
namespace {

using testing::body;
using testing::Random;

constexpr double major = 2, minor = 0.5;

/// How far the torus around the z axis reaches along a direction.
double reach_of_torus(const Vec3& n) { return major * std::hypot(n.x(), n.y()) + minor; }

Body torus_at_origin() { return body({Torus{Vec3::Zero(), Vec3::UnitZ(), major, minor}}); }

/// A face across n, on whose inner side is a box, so large that the way back out of it is the shortest.
Body wall(const Vec3& n, double level) {
  const Vec3 u = n.unitOrthogonal();
  return body({Obb{(level - 50) * n, {n, u, n.cross(u)}, Vec3(50, 50, 50)}});
}

Vec3 tilted(const Vec3& n, double angle) { return std::cos(angle) * n + std::sin(angle) * n.unitOrthogonal(); }

/// Across the corners of cubes of ways, and anywhere.
std::vector<Vec3> directions_of_walls() {
  std::vector<Vec3> directions{Vec3::UnitX(), Vec3::UnitZ(), Vec3(0, 1, 1).normalized()};
  for (int k = 0; k < 8; ++k)
    directions.push_back(Vec3((k & 1) != 0 ? 1 : -1, (k & 2) != 0 ? 1 : -1, (k & 4) != 0 ? 1 : -1).normalized());
  Random random(7);
  for (int i = 0; i < 12; ++i) directions.push_back(random.unit());
  return directions;
}

struct Proof {
  double best = 0, at_least = 0;
  int looks = 0;
};

/// From a first way out of the wall that is tilted by an angle.
Proof proof_from(const Vec3& n, double depth, double angle) {
  RingWay way(torus_at_origin(), wall(n, depth - reach_of_torus(n)));
  way.look_along(-tilted(n, angle));
  EXPECT_NEAR(way.best().depth, depth / std::cos(angle), 1e-9) << n.transpose();
  const int before = way.looks();
  const double at_least = RingCover(way).prove();
  EXPECT_FALSE(way.error());
  return {way.best().depth, at_least, way.looks() - before};
}

TEST(RingCover, ClaimsNoMoreThanTheShortestWayHoweverPoorTheFirstOne) {
  constexpr double depth = 0.3;
  for (const Vec3& n : directions_of_walls()) {
    for (const double angle : {0.6, 1.2}) {
      const Proof proof = proof_from(n, depth, angle);
      EXPECT_LE(proof.at_least, depth * (1 + 1e-9)) << n.transpose() << " from " << angle;
      EXPECT_GE(proof.at_least, 0.99 * depth) << n.transpose() << " from " << angle;
      EXPECT_LE(proof.best, 1.03 * depth) << n.transpose() << " from " << angle << ": ways that are free were not tried";
    }
  }
}

TEST(RingCover, EndsCloseBelowTheBestWayBeforeItsLimit) {
  int looks = 0, finished = 0;
  for (const Vec3& n : directions_of_walls()) {
    const Proof proof = proof_from(n, 0.7, 0);
    EXPECT_LE(proof.at_least, 0.7 * (1 - 0x1p-8) + 1e-12) << n.transpose();
    EXPECT_GE(proof.at_least, 0.7 * (1 - 0x1.2p-8)) << n.transpose();
    EXPECT_LT(proof.looks, 33000);
    looks += proof.looks;
    finished += proof.at_least > 0.7 * (1 - 0x1p-8) - 1e-12 ? 1 : 0;
  }
  EXPECT_GE(finished, 15);
  EXPECT_LT(looks, 680'000);  // 651,155
}

/// Where the deepest ball is another one for every way.
TEST(RingCover, FindsTheDeepestBallOfEachWayWithFewLooks) {
  const Shape others[] = {Shape{Aabb{Vec3(1.9, -0.3, -0.2), Vec3(2.5, 0.3, 1)}},
                          Shape{Tetrahedron{{Vec3(1.2, 0, 0), Vec3(2.8, 0, 0), Vec3(2, 1.5, 0), Vec3(2, 0.5, 1.2)}}},
                          Shape{Segment{{Vec3(1, -2, 0.1), Vec3(2.2, 2, 0.2)}}}};
  int looks = 0;
  for (const Shape& other : others) {
    RingWay way(torus_at_origin(), body(other));
    way.look_around();
    way.improve();
    const int before = way.looks();
    const double at_least = RingCover(way).prove();
    EXPECT_GE(at_least, 0.98 * way.best().depth);
    looks += way.looks() - before;
  }
  EXPECT_LT(looks, 64'500);  // 63,949; looking all around each time 76,325, too closely around the last angle 65,217
}

TEST(RingCover, KnowsNothingOfBodiesThatNothingParts) {
  RingWay apart(torus_at_origin(), wall(Vec3::UnitX(), 0.5));
  EXPECT_EQ(RingCover(apart).prove(), 0) << "without a way that was found";
  EXPECT_EQ(apart.looks(), 0);
}

}  // namespace
}  // namespace graze::query
