/// The least box against brute force over all pairs of edges, against known optima, and under changes that must not matter.

#include <algorithm>
#include <chrono>
#include <limits>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/fit.h>
#include <graze/generate.h>

#include "fit/min_volume.h"
#include "fit/random_points.h"
#include "oracle/effort.h"

namespace graze {
namespace {

using testing::Points;
using testing::Random;

double least_volume(const Points& points) { return volume_of(fit_min_volume(points)); }

double volume_along(const Vec3& x, const Vec3& y, const Points& points) {
  double volume = 1;
  for (const Vec3& axis : {x, y, Vec3(x.cross(y))}) {
    double low = axis.dot(points[0]), high = low;
    for (const Vec3& p : points) low = std::min(low, axis.dot(p)), high = std::max(high, axis.dot(p));
    volume *= high - low;
  }
  return volume;
}

/// Boxes with a face along one edge of the hull and another along a second, whether or not these faces touch the hull there: turned
/// about the first edge in small steps, and from the best steps on in ever smaller ones.
class BruteForce {
 public:
  explicit BruteForce(const Points& points) : points_(points) {
    const auto hull = convex_hull(points);
    for (const auto& edge : hull->edges) edges_.push_back((hull->vertices[edge[1]] - hull->vertices[edge[0]]).normalized());
  }

  double least() {
    for (const Vec3& first : edges_)
      for (const Vec3& second : edges_) try_pair(first, second);
    return least_;
  }

 private:
  static constexpr int steps = 180;

  double volume_at(const Vec3& first, const Vec3& second, double angle) const {
    const Vec3 u = first.unitOrthogonal(), v = first.cross(u);
    const Vec3 x = std::cos(angle) * u + std::sin(angle) * v, y = x.cross(second);
    return y.norm() < 1e-9 ? std::numeric_limits<double>::infinity() : volume_along(x, y.normalized(), points_);
  }

  void try_pair(const Vec3& first, const Vec3& second) {
    std::array<double, steps> volume{};
    for (int k = 0; k < steps; ++k) volume[k] = volume_at(first, second, M_PI * k / steps);
    for (int k = 0; k < steps; ++k) {
      least_ = std::min(least_, volume[k]);
      const bool is_low = volume[k] <= volume[(k + 1) % steps] && volume[k] <= volume[(k + steps - 1) % steps];
      if (is_low && volume[k] < 1.2 * least_) refine(first, second, M_PI * k / steps);
    }
  }

  /// By thirds, as if the volume had one minimum between the neighbouring steps.
  void refine(const Vec3& first, const Vec3& second, double angle) {
    double low = angle - M_PI / steps, high = angle + M_PI / steps;
    for (int k = 0; k < 60; ++k) {
      const double a = low + (high - low) / 3, b = high - (high - low) / 3;
      const double at_a = volume_at(first, second, a), at_b = volume_at(first, second, b);
      least_ = std::min({least_, at_a, at_b});
      (at_a < at_b ? high : low) = at_a < at_b ? b : a;
    }
  }

  const Points& points_;
  Points edges_;
  double least_ = std::numeric_limits<double>::infinity();
};

TEST(MinVolume, AgreesWithAllPairsOfEdges) {
  for (int seed = 0; seed < testing::effort(40); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Vec3 size = seed % 3 == 0 ? Vec3(1, 1, 1) : seed % 3 == 1 ? Vec3(1, 0.5, 0.01) : Vec3(1, 0.1, 0.1);
    const Points points = testing::random_cloud(random, 4 + seed % 5, size);
    EXPECT_LT(least_volume(points), BruteForce(points).least() * (1 + 1e-10));  // steps may miss what is narrow
  }
}

/// Points of a small grid: edges along normals of faces, at right angles, and many equally good boxes.
TEST(MinVolume, FindsTheLeastBoxWhereEdgesPointAlongNormals) {
  int solid = 0;
  for (int seed = 0; seed < testing::effort(60); ++seed) {
    SCOPED_TRACE(seed);
    Random random(seed);
    Points points(5 + seed % 5);
    for (Vec3& p : points) p = random.grid(2);
    const auto hull = convex_hull(points);
    if (hull->faces.size() < 4) continue;
    ++solid;
    EXPECT_NEAR(least_volume(points) / BruteForce(points).least(), 1, 1e-10);
    // As a file in single precision has them after a turn: the same nearly, but nothing is exact any more.
    points = testing::turned(testing::random_rotation(random), points);
    for (Vec3& p : points) p = p.cast<float>().cast<double>();
    EXPECT_NEAR(least_volume(points) / BruteForce(points).least(), 1, 1e-10);
  }
  EXPECT_GT(solid, 30);
}

TEST(MinVolume, FindsTheKnownBestBoxes) {
  Random random(5);
  const Points tetrahedron{{1, 1, 1}, {1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}};  // inscribed in the cube of side 2
  const Points brick = testing::brick({5, 2, 1});
  Points octahedron;
  for (int k = 0; k < 3; ++k) octahedron.insert(octahedron.end(), {Vec3::Unit(k), -Vec3::Unit(k)});
  for (int k = 0; k < 20; ++k) {
    const Mat3 rotation = k == 0 ? Mat3(Mat3::Identity()) : testing::random_rotation(random);
    EXPECT_NEAR(least_volume(testing::turned(rotation, tetrahedron)), 8, 8e-11);
    EXPECT_NEAR(least_volume(testing::turned(rotation, brick)), 80, 8e-10);
    // Along (2, 2, -1)/3, (2, -1, 2)/3 and (-1, 2, 2)/3 each width is 4/3.
    EXPECT_NEAR(least_volume(testing::turned(rotation, octahedron)), 64.0 / 27, 64.0 / 27 * 1e-11);
  }
}

TEST(MinVolume, StandsRegularPrismsOnTheirBases) {
  Random random(6);
  for (const int sides : {4, 6, 12, 40, 200}) {
    const double width = 2 * std::cos(M_PI / sides);
    const double area = sides == 6 ? 2 * std::sqrt(3.0) : width * width;  // sides divisible by 4 touch a square with all sides
    const Points points = testing::turned(testing::random_rotation(random), testing::prism(sides, 10));
    EXPECT_NEAR(least_volume(points), area * 10, 1e-9) << sides;
  }
}

TEST(MinVolume, TakesGridsWithManyCoplanarPoints) {
  Random random(7);
  Points points;
  for (int k = 0; k < 6 * 5 * 4; ++k) points.emplace_back(k % 6, k / 6 % 5, k / 30);
  for (int k = 0; k < 5; ++k)
    EXPECT_NEAR(least_volume(testing::turned(testing::random_rotation(random), points)), 5 * 4 * 3, 60e-11);
}

TEST(MinVolume, DoesNotDependOnWhereThePointsStand) {
  for (int seed = 0; seed < testing::effort(20); ++seed) {
    Random random(seed);
    const Points points = testing::random_cloud(random, 40, Vec3(3, 2, 1));
    Points moved = testing::turned(testing::random_rotation(random), points);
    for (Vec3& p : moved) p += Vec3(10, -20, 30);
    EXPECT_NEAR(least_volume(moved) / least_volume(points), 1, 1e-10) << seed;
  }
}

TEST(MinVolume, ScalesByPowersOfTwo) {
  Random random(9);
  const Points points = testing::random_cloud(random, 25, Vec3(3, 2, 1));
  const Obb box = fit_min_volume(points);
  for (const int exponent : {-900, -300, -20, 20, 300, 900}) {
    Points scaled = points;
    for (Vec3& p : scaled) p *= std::ldexp(1.0, exponent);
    const Obb found = fit_min_volume(scaled);
    EXPECT_EQ(found.axes, box.axes) << exponent;
    for (int k = 0; k < 3; ++k) EXPECT_DOUBLE_EQ(std::ldexp(found.half_extents[k], -exponent), box.half_extents[k]) << exponent;
  }
}

TEST(MinVolume, KeepsDegenerateSetsDegenerate) {
  const Obb point = fit_min_volume(Points{{1, 2, 3}, {1, 2, 3}});
  EXPECT_EQ(point.center, Vec3(1, 2, 3));
  EXPECT_EQ(point.half_extents, Vec3::Zero());
  const Points segment{{0, 0, 0}, {4, 0, 0}, {1, 0, 0}};
  EXPECT_EQ(fit_min_volume(segment).half_extents, Vec3(2, 0, 0));
  Random random(8);
  const Points flat = testing::brick({3, 4, 0});
  Vec3 h = fit_min_volume(flat).half_extents;
  std::sort(h.begin(), h.end());
  EXPECT_EQ(h[0], 0);
  EXPECT_NEAR(h[1] * h[2], 12, 1e-12);
  h = fit_min_volume(testing::turned(testing::random_rotation(random), flat)).half_extents;
  std::sort(h.begin(), h.end());
  EXPECT_LT(h[0], 1e-15);
  EXPECT_NEAR(h[1] * h[2], 12, 1e-12);
}

/// Equally good boxes by the thousand, where a search that asks each of them for its last bit takes minutes.
TEST(MinVolume, IsQuickOnSymmetricAndOnLargeHulls) {
  Random random(11);
  const auto start = std::chrono::steady_clock::now();
  const double of_sphere = least_volume(random.on_ball(1000, Vec3::Zero()));
  EXPECT_LT(of_sphere, 8);
  EXPECT_GT(of_sphere, 7.7);
  const double width = 2 * std::cos(M_PI / 400);
  EXPECT_NEAR(least_volume(testing::turned(testing::random_rotation(random), testing::prism(400, 2))), 2 * width * width, 1e-9);
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(testing::effort(1) * 30));
}

}  // namespace
}  // namespace graze
