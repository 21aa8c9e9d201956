/// The pairs of edges that are left out are those that make no facet.

#include <gtest/gtest.h>
#include <oracle/linear_program.h>
#include <oracle/random.h>

#include <graze/generate.h>

#include "polytope/convex_pair.h"
#include "polytope/overlap.h"

namespace graze::sat {
namespace {

using testing::Random;

Convex hull_of(const std::vector<Vec3>& points) { return *as_convex(Shape{*convex_hull(points)}, {}); }

TEST(FacetEdges, LeaveTheAnswersAsTheyAre) {
  Random random(5);
  int hits = 0;
  for (int i = 0; i < 200; ++i) {
    const auto a = random.on_ball(30, Vec3::Zero());
    const auto b = random.on_ball(30, (1.85 + random.real(0.02)) * random.unit());
    const bool truth = oracle::meet(oracle::exact_points(a), oracle::exact_points(b));
    ASSERT_EQ(overlap(hull_of(a), hull_of(b)).intersect, truth) << "pair " << i;
    hits += truth ? 1 : 0;
  }
  EXPECT_GT(hits, 20);
  EXPECT_LT(hits, 180);
}

/// A plain Gauss map: of two round bodies with n edges each about n pairs cross, not n^2.
TEST(FacetEdges, RefuseNearlyAllPairsOfRoundBodies) {
  Random random(6);
  const Convex a = hull_of(random.on_ball(200, Vec3::Zero()));
  const Convex b = hull_of(random.on_ball(200, Vec3::UnitX()));
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
