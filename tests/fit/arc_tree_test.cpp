/// A tree of arcs against all pairs of them.

#include <set>
#include <utility>

#include <gtest/gtest.h>
#include <oracle/random.h>

#include <graze/generate.h>

#include "fit/arc_tree.h"

namespace graze {
namespace {

using testing::Random;
using Pairs = std::set<std::pair<std::size_t, std::size_t>>;

/// Of round hulls, whose cones are narrow below and wide above, and of flat ones, whose arcs are long.
TEST(ArcTree, NamesEveryPairOfArcsThatHoldsARightAngle) {
  Random random(5);
  for (int n = 0; n < 12; ++n) {
    std::vector<Vec3> points = random.on_ball(20 + 10 * n, Vec3::Zero());
    if (n % 3 == 1)
      for (Vec3& p : points) p.z() *= 0.01;
    if (n % 3 == 2)
      for (Vec3& p : points) p = (p + Vec3(3, 0, 0)).cwiseProduct(Vec3(1, 0.3, 0.3));
    const ArcTree tree(gauss_arcs(*convex_hull(points)));
    Pairs named, expected;
    tree.for_each_perpendicular([](std::size_t, std::size_t) { return false; },
                                [&](std::size_t i, std::size_t k) { named.insert({i, k}); });
    for (std::size_t i = 0; i < tree.arcs().size(); ++i) {
      for (std::size_t k = i + 1; k < tree.arcs().size(); ++k)
        if (end_products(tree.arcs()[i], tree.arcs()[k]).can_vanish()) expected.insert({i, k});
    }
    EXPECT_GT(expected.size(), tree.arcs().size());
    EXPECT_EQ(named, expected) << n;
  }
}

}  // namespace
}  // namespace graze
