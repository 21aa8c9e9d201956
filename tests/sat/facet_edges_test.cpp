/// The pairs of edges that are left out are those that make no facet.

#include <random>

#include <gtest/gtest.h>

#include <graze/sat/convex_pair.h>
#include <graze/sat/overlap.h>
#include <graze/shapes/hull.h>

#include <oracle/linear_program.h>

namespace graze::sat {
namespace {

std::vector<Vec3> ball_points(std::mt19937_64& engine, int count, const Vec3& center) {
  std::normal_distribution<double> normal;
  std::vector<Vec3> points;
  for (int i = 0; i < count; ++i) points.push_back(center + Vec3(normal(engine), normal(engine), normal(engine)).normalized());
  return points;
}

Convex hull_of(const std::vector<Vec3>& points) { return *as_convex(Shape{*convex_hull(points)}, {}); }

oracle::RationalPoints exact_points(const std::vector<Vec3>& points) {
  oracle::RationalPoints out;
  for (const Vec3& p : points) out.push_back(oracle::exact(p));
  return out;
}

TEST(FacetEdges, LeaveTheAnswersAsTheyAre) {
  std::mt19937_64 engine(5);
  std::uniform_real_distribution<double> gap(-0.02, 0.02);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const Vec3 way = ball_points(engine, 1, Vec3::Zero())[0];
    const auto a = ball_points(engine, 30, Vec3::Zero());
    const auto b = ball_points(engine, 30, (1.85 + gap(engine)) * way);
    const bool truth = oracle::meet(exact_points(a), exact_points(b));
    ASSERT_EQ(overlap(hull_of(a), hull_of(b)).intersect, truth) << "pair " << i;
    hits += truth ? 1 : 0;
  }
  EXPECT_GT(hits, 20);
  EXPECT_LT(hits, 180);
}

/// A plain Gauss map: of two round bodies with n edges each about n pairs cross, not n^2.
TEST(FacetEdges, RefuseNearlyAllPairsOfRoundBodies) {
  std::mt19937_64 engine(6);
  const Convex a = hull_of(ball_points(engine, 200, Vec3::Zero()));
  const Convex b = hull_of(ball_points(engine, 200, Vec3::UnitX()));
  const ConvexPair pair(a, b);
  std::size_t kept = 0;
  for (std::size_t i = 0; i < a.edges.size(); ++i) {
    for (std::size_t j = 0; j < b.edges.size(); ++j) kept += pair.facet_edges().possible(int(i), int(j)) ? 1 : 0;
  }
  EXPECT_GT(kept, 100U);
  EXPECT_LT(kept, 10 * a.edges.size());
}

}  // namespace
}  // namespace graze::sat
