/// Gaps throughout a window of time against the same gap at many times, with second and third derivatives that matter.

#include <algorithm>
#include <cmath>
#include <limits>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <Eigen/Geometry>

#include "motion/windows/support_window.h"
#include "motion/windows/triangle_window.h"
#include "tree/nodes/tree_meshes.h"
#include "triangle/closest.h"

namespace graze::windows {
namespace {

/// A body that turns evenly about a point, which moves along a cubic. Times are those of the window, from -1 to 1.
struct Flight {
  tree::WindowMotion motion;
  Vec3 jerk;  ///< of the cubic, what goes with the third power of time

  explicit Flight(test::Engine& random) {
    motion.reference = test::random_vector(random, 1);
    motion.shift = test::random_vector(random, 0.5);
    motion.bend = test::random_vector(random, 0.25);
    motion.turn = test::random_vector(random, 0.8);
    jerk = test::random_vector(random, 0.125);
    const double speed = motion.turn.norm();
    motion.most[0] = motion.bend.norm() + 3 * jerk.norm();
    motion.most[1] = speed * speed / 2;
    motion.rest[0] = jerk.norm();
    motion.rest[1] = speed * speed * speed / 6;
  }

  [[nodiscard]] Vec3 at(double t, const Vec3& x) const {
    const double speed = motion.turn.norm();
    const Vec3 arm = Eigen::AngleAxisd(speed * t, motion.turn / speed) * (x - motion.reference);
    return motion.reference + t * (motion.shift + t * (motion.bend + t * jerk)) + arm;
  }
};

Triangle random_triangle(test::Engine& random) {
  return {{test::random_vector(random, 1), test::random_vector(random, 1), test::random_vector(random, 1)}};
}

/// The least over the window of how far the lowest corner of b is above the highest of a.
double sampled_gap(const Triangle& a, const Triangle& b, const Flight& flight, const Vec3& n) {
  constexpr int samples = 128;
  double least = std::numeric_limits<double>::infinity();
  for (int k = -samples; k <= samples; ++k) {
    for (const Vec3& corner : b.v) least = std::min(least, n.dot(flight.at(static_cast<double>(k) / samples, corner)));
  }
  return least - std::max({n.dot(a.v[0]), n.dot(a.v[1]), n.dot(a.v[2])});
}

double reach(const Triangle& b, const Flight& flight) {
  double radius = 0;
  for (const Vec3& corner : b.v) radius = std::max(radius, (corner - flight.motion.reference).norm());
  return radius;
}

struct Sample {
  Triangle a, b;
  Flight flight;
  Vec3 n;
  double gap;

  explicit Sample(test::Engine& random)
      : a(random_triangle(random)),
        b(random_triangle(random)),
        flight(random),
        n(test::random_vector(random, 1).normalized()),
        gap(0) {
    for (Vec3& corner : b.v) corner += 4 * n;  // clear at the middle
    flight.motion.reference += 4 * n;
    gap = sampled_gap(a, b, flight, n);
  }
};

/// Never more than the least gap, and mostly not much less.
TEST(WindowBounds, OfSupportPointsHoldThroughoutTheWindow) {
  test::Engine random(1);
  double lost = 0;
  const int count = testing::effort(2000);
  for (int i = 0; i < count; ++i) {
    const Sample s(random);
    const double bound = gap_throughout({&s.a, nullptr}, {&s.b, nullptr}, s.flight.motion, reach(s.b, s.flight), s.n);
    ASSERT_LE(bound, s.gap + 1e-12) << i;
    lost += s.gap - bound;
  }
  EXPECT_LT(lost / count, 0.75);
}

TEST(WindowBounds, OfTrianglesHoldThroughoutTheWindow) {
  test::Engine random(2);
  int seen = 0, apart = 0;
  const int count = testing::effort(2000);
  for (int i = 0; i < count; ++i) {
    const Sample s(random);
    const auto separates = [&](double lift) { return TriangleWindow(s.a, s.b, s.flight.motion, lift).separates(s.n); };
    ASSERT_FALSE(separates(s.gap + 1e-12)) << i;
    apart += s.gap > 1 ? 1 : 0;
    seen += s.gap > 1 && separates(0) ? 1 : 0;
  }
  EXPECT_GT(seen, apart / 2) << apart;
}

Closest closest_of(const Triangle& a, const Triangle& b) {
  const Pose still;
  return distance::closest(distance::placed_triangle(a, still), distance::placed_triangle(b, still));
}

/// Along what is nearest at the middle, and along something else: never farther than they are apart at any time.
TEST(WindowBounds, OfTrianglesAlongDirectionsThatTurnHoldThroughoutTheWindow) {
  test::Engine random(3);
  int seen = 0, more = 0;
  const int count = testing::effort(1000);
  for (int i = 0; i < count; ++i) {
    Sample s(random);
    const double part = 0.25 * std::ldexp(1.0, -(i % 4));  // of the window
    tree::WindowMotion& motion = s.flight.motion;
    motion.shift *= part;
    motion.turn *= part;
    motion.bend *= part * part;
    s.flight.jerk *= part * part * part;
    for (int k = 0; k < 2; ++k) {
      motion.most[k] *= part * part;
      motion.rest[k] *= part * part * part;
    }
    double least = std::numeric_limits<double>::infinity();
    for (double t = -1; t <= 1; t += 1.0 / 32) {
      const Triangle moved{{s.flight.at(t, s.b.v[0]), s.flight.at(t, s.b.v[1]), s.flight.at(t, s.b.v[2])}};
      least = std::min(least, closest_of(s.a, moved).distance);
    }
    const Closest closest = closest_of(s.a, s.b);
    const Vec3 nearest = (closest.points[1] - closest.points[0]).normalized();
    const Vec3 lean = (nearest + test::random_vector(random, 0.1)).normalized();
    for (const Vec3& n : {nearest, lean}) ASSERT_FALSE(TriangleWindow(s.a, s.b, motion, least + 1e-12).separates_turning(n)) << i;
    const double lift = least - 0.05 * part;
    const bool by_turning = TriangleWindow(s.a, s.b, motion, lift).separates_turning(nearest);
    seen += by_turning ? 1 : 0;
    more += by_turning && !TriangleWindow(s.a, s.b, motion, lift).separates(nearest) ? 1 : 0;
  }
  EXPECT_GT(seen, count / 2);
  EXPECT_GT(more, count / 8) << seen;
}

}  // namespace
}  // namespace graze::windows
