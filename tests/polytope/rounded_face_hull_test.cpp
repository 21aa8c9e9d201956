/// Faces lifted off their planes: all facets and edges of the hull of their corners against the definition, by exact signs.

#include <algorithm>
#include <cmath>
#include <numbers>
#include <set>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "geometry/rounded_face_hull.h"
#include "numbers/orient.h"
#include "polytope/convex.h"

namespace graze::sat {
namespace {

using testing::effort;
using testing::Random;

using Points = std::vector<Vec3>;

std::vector<std::int32_t> all_of(const Points& points) {
  std::vector<std::int32_t> numbers;
  for (std::size_t i = 0; i < points.size(); ++i) numbers.push_back(static_cast<std::int32_t>(i));
  return numbers;
}

RoundedFaceHull rounded_hull_of(const Points& points) { return rounded_face_hull(points, all_of(points)); }

/// The circle turned by a rotation whose numbers are rounded.
Points tilted_circle(Random& random, int count) {
  const Pose pose = random.pose(1);
  Points points;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count;
    points.push_back(pose.to_world(Vec3(std::cos(angle), std::sin(angle), 0)));
  }
  return points;
}

/// Whether all points are on one side of the plane of three, and some off it.
bool is_facet(const Points& p, std::size_t i, std::size_t j, std::size_t k) {
  std::set<int> sides;
  for (const Vec3& x : p) sides.insert(orient3d(p[i], p[j], p[k], x));
  return !(sides.contains(1) && sides.contains(-1)) && sides.size() > 1;
}

bool lists_plane(const RoundedFaceHull& face, const Points& p, std::size_t i, std::size_t j, std::size_t k) {
  return std::any_of(face.planes.begin(), face.planes.end(), [&](const auto& plane) {
    const auto in_plane = [&](std::size_t x) { return orient3d(p[plane[0]], p[plane[1]], p[plane[2]], p[x]) == 0; };
    return in_plane(i) && in_plane(j) && in_plane(k);
  });
}

TEST(RoundedFaceHull, ListsEveryPlaneThatHasAllCornersOnOneSide) {
  Random random(91);
  for (int round = 0; round < effort(60); ++round) {
    const bool on_grid = round % 3 == 0;
    Points p = on_grid ? Points{} : tilted_circle(random, 9 + round % 5);
    for (int i = 0; on_grid && i < 12; ++i) p.push_back(random.grid(2));
    const RoundedFaceHull face = rounded_hull_of(p);
    for (const auto& plane : face.planes) ASSERT_TRUE(is_facet(p, plane[0], plane[1], plane[2])) << round;
    for (std::size_t i = 0; i < p.size(); ++i) {
      for (std::size_t j = i + 1; j < p.size(); ++j) {
        for (std::size_t k = j + 1; k < p.size(); ++k) {
          ASSERT_TRUE(!is_facet(p, i, j, k) || lists_plane(face, p, i, j, k)) << round;
        }
      }
    }
  }
}

/// Euler's formula: corners, edges and facets of one closed surface.
TEST(RoundedFaceHull, IsAClosedSurface) {
  Random random(92);
  for (int round = 0; round < effort(60); ++round) {
    const bool on_grid = round % 2 == 0;
    Points p = on_grid ? Points{} : tilted_circle(random, 12 + round);
    for (int i = 0; on_grid && i < 20; ++i) p.push_back(random.grid(3));
    const RoundedFaceHull face = rounded_hull_of(p);
    std::set<std::int32_t> corners;
    for (const auto& edge : face.edges) corners.insert(edge.begin(), edge.end());
    EXPECT_EQ(corners.size() + face.planes.size(), face.edges.size() + 2) << round;
  }
}

TEST(RoundedFaceHull, OfCoplanarCornersIsTheirPolygonFromBothSides) {
  const Points square{Vec3(0, 0, 1), Vec3(2, 0, 1), Vec3(2, 2, 1), Vec3(0, 2, 1), Vec3(1, 0, 1), Vec3(1, 1, 1), Vec3(2, 2, 1)};
  const RoundedFaceHull face = rounded_hull_of(square);
  EXPECT_EQ(face.planes.size(), 2U);
  EXPECT_EQ(face.edges, (std::vector<std::array<std::int32_t, 2>>{{0, 1}, {0, 3}, {1, 2}, {2, 3}}));
}

TEST(RoundedFaceHull, OfCollinearCornersIsTheirLongestEdge) {
  const RoundedFaceHull line = rounded_hull_of({Vec3(1, 1, 1), Vec3(3, 3, 3), Vec3(-2, -2, -2), Vec3(1, 1, 1)});
  EXPECT_TRUE(line.planes.empty());
  EXPECT_EQ(line.edges, (std::vector<std::array<std::int32_t, 2>>{{1, 2}}));
  const RoundedFaceHull point = rounded_hull_of({Vec3(1, 1, 1), Vec3(1, 1, 1)});
  EXPECT_TRUE(point.planes.empty() && point.edges.empty());
}

/// In proportion to the corners, not to their square or cube: this is why it is here.
TEST(RoundedFaceHull, HasAboutAsManyFacetsAsCorners) {
  Random random(93);
  const RoundedFaceHull face = rounded_hull_of(tilted_circle(random, 200));
  EXPECT_LE(face.planes.size(), 400U);
  EXPECT_LE(face.edges.size(), 600U);
}

/// It turns one way only, but twice around: its chords are needed, and so they are of a bow tie, which turns both ways.
TEST(RoundedFaceHull, IsMadeOfFlatLoopsThatAreNoConvexPolygon) {
  Points star, bow{Vec3(0, 0, 0), Vec3(1, 1, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, pentagon;
  for (int i = 0; i < 5; ++i) {
    const double turn = 2 * std::numbers::pi / 5;
    star.emplace_back(std::cos(2 * i * turn), std::sin(2 * i * turn), 0);
    pentagon.emplace_back(std::cos(i * turn), std::sin(i * turn), 0);
  }
  EXPECT_EQ(as_convex({ConvexPolygon{star}}, {})->edges.size(), 10U);
  EXPECT_EQ(as_convex({ConvexPolygon{bow}}, {})->edges.size(), 6U);
  EXPECT_EQ(as_convex({ConvexPolygon{pentagon}}, {})->edges.size(), 5U);
  pentagon.insert(pentagon.begin() + 1, (pentagon[0] + pentagon[0]) / 2);  // the same corner again
  EXPECT_EQ(as_convex({ConvexPolygon{pentagon}}, {})->planes.size(), 1U);
}

TEST(RoundedFaceHull, OfAnOutlineIsThereWhenItIsAskedFor) {
  Random random(95);
  const Shape polygon{ConvexPolygon{tilted_circle(random, 100)}};
  const auto outline = as_outline(polygon, {}), whole = as_convex(polygon, {});
  ASSERT_TRUE(outline->lacks_axes);
  EXPECT_EQ(outline->edges.size(), 100U);
  const Convex made = completed(*outline);
  EXPECT_FALSE(made.lacks_axes);
  EXPECT_EQ(made.planes.size(), whole->planes.size());
  EXPECT_EQ(std::set(made.edges.begin(), made.edges.end()), std::set(whole->edges.begin(), whole->edges.end()));
  EXPECT_EQ(made.faces.size(), 1U);
}

TEST(RoundedFaceHull, KeepsTheAxesOfATiltedPolygonFew) {
  Random random(94);
  const auto polygon = as_convex({ConvexPolygon{tilted_circle(random, 100)}}, {});
  ASSERT_TRUE(polygon);
  EXPECT_LE(polygon->planes.size(), 200U);
  EXPECT_LE(polygon->edges.size(), 300U);
}

}  // namespace
}  // namespace graze::sat
