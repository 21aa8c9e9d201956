/// Meshes that run through themselves, against the exact intersections of all their pairs of triangles.

#include <algorithm>
#include <set>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>
#include <oracle/rational.h>

#include <graze/generate.h>
#include <graze/pairs.h>

#include "questions/any_body.h"
#include "questions/box_filter.h"
#include "questions/shared_corners.h"

namespace graze {
namespace {

using testing::body;

using oracle::RationalVec3;
using testing::Random;

std::vector<TrianglePair> pairs_of(const TriangleMesh& mesh) {
  return self_intersection(body(mesh), {.max_pairs = 1U << 20U})->pairs;
}

using ExactPoint = std::array<oracle::Rational, 3>;

/// The rule by definition: is a point of the intersection outside the hull of the shared corners?
bool counts(const Triangle& a, const Triangle& b) {
  const auto exact_a = oracle::exact(a), exact_b = oracle::exact(b);
  std::set<ExactPoint> corners_a, corners_b, shared;
  for (const auto& p : exact_a) corners_a.insert(p.coordinate);
  for (const auto& p : exact_b) corners_b.insert(p.coordinate);
  std::set_intersection(corners_a.begin(), corners_a.end(), corners_b.begin(), corners_b.end(),
                        std::inserter(shared, shared.end()));
  if (shared.size() == 3) return true;
  std::vector<RationalVec3> common(exact_a.begin(), exact_a.end());
  for (const auto& boundary : oracle::half_spaces_of(exact_b)) {
    common = oracle::clipped(common, boundary);
    if (common.empty()) return false;
  }
  if (shared.empty()) return true;
  const RationalVec3 p{*shared.begin()}, q{*shared.rbegin()};
  const auto within =
      shared.size() == 1 ? oracle::half_spaces_of(oracle::RationalTriangle{p, p, p}) : oracle::half_spaces_of_segment(p, q);
  return std::ranges::any_of(common, [&](const RationalVec3& x) {
    return std::ranges::any_of(within, [&](const auto& boundary) { return boundary.height(x) < 0; });
  });
}

std::vector<TrianglePair> truth_about(const TriangleMesh& mesh) {
  std::vector<TrianglePair> pairs;
  for (std::uint32_t i = 0; i < mesh.triangles.size(); ++i) {
    for (std::uint32_t j = i + 1; j < mesh.triangles.size(); ++j) {
      if (testing::are_far(mesh.triangle(i), {}, mesh.triangle(j), {})) continue;
      if (counts(mesh.triangle(i), mesh.triangle(j))) pairs.push_back({i, j});
    }
  }
  return pairs;
}

TEST(SelfIntersection, FollowsItsRuleOnAGridWhereEverythingTouches) {
  Random random(21);
  std::size_t found = 0;
  for (int k = 0; k < testing::effort(300); ++k) {
    TriangleMesh mesh;
    for (int v = 0; v < 8; ++v) mesh.vertices.push_back(random.grid(k % 2 == 0 ? 1 : 2));
    for (int t = 0; t < 8; ++t) {
      const auto corner = [&] { return static_cast<std::uint32_t>(random.below(8)); };
      mesh.triangles.push_back({corner(), corner(), corner()});
    }
    const auto pairs = pairs_of(mesh);
    ASSERT_EQ(pairs, truth_about(mesh)) << "mesh " << k;
    ASSERT_EQ(*intersects_itself(body(mesh)), !pairs.empty());
    found += pairs.size();
  }
  EXPECT_GT(found, 100U);
}

TEST(SelfIntersection, DecidesFlatAndThinNeighboursLikeTheOracle) {
  Random random(22);
  for (int k = 0; k < testing::effort(3000); ++k) {  // small grids: shared corners, common planes and common lines abound
    const int flat = k % 3;
    const auto corner = [&] {
      Vec3 p = random.grid(2);
      if (flat > 0) p.z() = p.x();
      if (flat > 1) p.y() = 0;
      return p;
    };
    const Triangle a{{corner(), corner(), corner()}};
    Triangle b{{corner(), corner(), corner()}};
    b.v[random.below(3)] = a.v[random.below(3)];
    if (k % 2 == 0) b.v[random.below(3)] = a.v[random.below(3)];
    ASSERT_EQ(meet_beyond_shared_corners(a, b), counts(a, b)) << k;
    ASSERT_EQ(meet_beyond_shared_corners(b, a), counts(a, b)) << k;
  }
}

TEST(SelfIntersection, IsAbsentFromCleanSurfaces) {
  EXPECT_TRUE(pairs_of(make_box_mesh(Vec3(1, 2, 3))).empty());
  EXPECT_TRUE(pairs_of(make_sphere_mesh(1, 3)).empty());
  EXPECT_TRUE(pairs_of(make_torus_mesh(2, 0.5, 24, 12)).empty());
  EXPECT_TRUE(pairs_of({}).empty());
}

TriangleMesh together(const TriangleMesh& a, const TriangleMesh& b, const Vec3& offset) {
  TriangleMesh both = a;
  const auto first = static_cast<std::uint32_t>(a.vertices.size());
  for (const Vec3& v : b.vertices) both.vertices.push_back(v + offset);
  for (const auto& t : b.triangles) both.triangles.push_back({first + t[0], first + t[1], first + t[2]});
  return both;
}

TEST(SelfIntersection, OfTwoBodiesInOneMeshIsThatOfTheTwo) {
  const TriangleMesh both = together(make_torus_mesh(2, 0.75, 12, 8), make_bumpy_sphere_mesh(1, 0.2, 1), Vec3(1.6, 0.1, 0.3));
  const auto pairs = pairs_of(both);
  EXPECT_EQ(pairs, truth_about(both));
  EXPECT_GT(pairs.size(), 10U);
}

TEST(SelfIntersection, CountsDoubledAndFoldedTrianglesAndNotNeighbours) {
  const std::vector<Vec3> v{Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0), Vec3(4, 4, 0), Vec3(1, 1, 0), Vec3(-4, 0, 3)};
  EXPECT_TRUE(pairs_of({v, {{0, 1, 2}, {1, 3, 2}}}).empty());                             // flat neighbours
  EXPECT_EQ(pairs_of({v, {{0, 1, 2}, {2, 1, 0}}}).size(), 1U);                            // the same twice, turned over
  EXPECT_EQ(pairs_of({v, {{0, 1, 2}, {0, 1, 4}}}).size(), 1U);                            // folded onto its neighbour
  EXPECT_TRUE(pairs_of({v, {{0, 1, 2}, {0, 2, 5}}}).empty());                             // a ridge
  EXPECT_EQ(pairs_of({v, {{0, 1, 3}, {1, 2, 4}}}).size(), 1U);                            // share a corner, and more
  EXPECT_TRUE(pairs_of({v, {{0, 1, 2}, {0, 0, 1}, {1, 1, 1}}}).empty());                  // thin ones on the rim
  EXPECT_EQ(pairs_of({v, {{0, 1, 3}, {4, 4, 4}}}), (std::vector<TrianglePair>{{0, 1}}));  // a point within a side
}

TEST(SelfIntersection, SeesCornersByTheirCoordinatesNotTheirNumbers) {
  TriangleMesh loose;
  const TriangleMesh ball = make_sphere_mesh(1, 1);
  for (std::size_t i = 0; i < ball.triangles.size(); ++i) {
    const auto first = static_cast<std::uint32_t>(loose.vertices.size());
    for (const Vec3& v : ball.triangle(i).v) loose.vertices.push_back(v);
    loose.triangles.push_back({first, first + 1, first + 2});
  }
  EXPECT_TRUE(pairs_of(loose).empty());
}

TEST(SelfIntersection, IsTheSameAtEveryScaleAndInEveryPlace) {
  const TriangleMesh both = together(make_torus_mesh(2, 0.75, 12, 8), make_sphere_mesh(1, 2), Vec3(1.6, 0.1, 0.3));
  const auto pairs = pairs_of(both);
  TriangleMesh large = both;
  for (Vec3& v : large.vertices) v *= 0x1p200;
  EXPECT_EQ(pairs_of(large), pairs);
  Random random(23);
  EXPECT_EQ(self_intersection(body(both, random.pose(1e6)), {.max_pairs = 1U << 20U})->pairs, pairs);
}

TEST(SelfIntersection, ListsTheSmallestPairsAndCountsAll) {
  const TriangleMesh ball = make_sphere_mesh(1, 1);
  const auto found = self_intersection(body(together(ball, ball, Vec3::Zero())), {.max_pairs = 3});
  ASSERT_TRUE(found);
  EXPECT_GE(found->pair_count, ball.triangles.size());
  EXPECT_EQ(found->pairs.size(), 3U);
  EXPECT_TRUE(std::ranges::is_sorted(found->pairs));
}

TEST(SelfIntersection, IsNoQuestionAboutOtherShapes) {
  const auto found = self_intersection({*Geometry::make(Shape{Sphere{Vec3::Zero(), 1}}), {}, {}});
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, ErrorCode::unsupported_pair);
}

}  // namespace
}  // namespace graze
