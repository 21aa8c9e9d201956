/// Hulls against exact arithmetic, and the flat ones that Qhull is not asked about.

#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <random>

#include <gmpxx.h>
#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/validate.h>

#include "oracle/linear_program.h"
#include "oracle/random.h"

namespace graze {
namespace {

using Points = std::vector<Vec3>;

/// Exactly: six times the volume of the tetrahedron; positive when d is on the side of abc from which it looks clockwise.
mpq_class orient(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  mpq_class m[3][3];
  for (int i = 0; i < 3; ++i) {
    m[0][i] = mpq_class(a[i]) - mpq_class(d[i]);
    m[1][i] = mpq_class(b[i]) - mpq_class(d[i]);
    m[2][i] = mpq_class(c[i]) - mpq_class(d[i]);
  }
  return m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
         m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
}

bool is_vertex(const ConvexPolyhedron& hull, const Vec3& p) {
  return std::find(hull.vertices.begin(), hull.vertices.end(), p) != hull.vertices.end();
}

/// Points that were dropped must be strictly inside, exactly; kept ones are there with their own coordinates. Corners come first.
void expect_holds_exactly(const ConvexPolyhedron& hull, const Points& points, const std::string& what) {
  for (const Vec3& v : hull.vertices) ASSERT_NE(std::find(points.begin(), points.end(), v), points.end()) << what;
  for (const Vec3& p : points) {
    if (is_vertex(hull, p)) continue;
    for (const auto& face : hull.faces)
      for (std::size_t k = 1; k + 1 < face.size(); ++k)
        ASSERT_GE(orient(hull.vertices[face[0]], hull.vertices[face[k]], hull.vertices[face[k + 1]], p), 0)
            << what << ": " << p.transpose();
  }
}

void expect_sound(const Points& points, const std::string& what) {
  const Result<ConvexPolyhedron> hull = convex_hull(points);
  ASSERT_TRUE(hull) << what << ": " << hull.error().message;
  const Result<void> valid = validate(*hull);
  ASSERT_TRUE(valid) << what << ": " << valid.error().message;
  EXPECT_EQ(hull->edges, edges_of(hull->faces)) << what;
  expect_holds_exactly(*hull, points, what);
}

Points random_points(int count, unsigned seed, const std::function<Vec3(Vec3)>& shaped) {
  std::mt19937 random(seed);
  std::normal_distribution<double> normal;
  Points points;
  for (int i = 0; i < count; ++i) {
    const double x = normal(random), y = normal(random), z = normal(random);
    points.push_back(shaped(Vec3(x, y, z)));
  }
  return points;
}

TEST(Hull, OfACubeWithInnerPointsIsTheCubeWithSixFaces) {
  Points points = random_points(100, 1, [](const Vec3& v) { return Vec3(v.cwiseMin(0.9).cwiseMax(-0.9)); });
  for (int k = 0; k < 8; ++k) points.emplace_back(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
  const ConvexPolyhedron hull = convex_hull(points).value();
  EXPECT_EQ(hull.vertices.size(), 8u);
  EXPECT_EQ(hull.faces.size(), 6u);
  EXPECT_EQ(hull.edges.size(), 12u);
}

TEST(Hull, HasItsFacesCounterClockwiseSeenFromOutside) {
  const ConvexPolyhedron hull = convex_hull(Points{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}).value();
  ASSERT_EQ(hull.faces.size(), 4u);
  for (const auto& face : hull.faces)
    EXPECT_GT(orient(hull.vertices[face[0]], hull.vertices[face[1]], hull.vertices[face[2]], Vec3(0.1, 0.1, 0.1)), 0);
}

TEST(Hull, HoldsEveryInputPointExactly) {
  const std::map<std::string, std::function<Vec3(Vec3)>> kinds{
      {"ball", [](Vec3 v) { return Vec3(v / (1 + v.norm())); }},
      {"sphere", [](Vec3 v) { return Vec3(v.normalized()); }},
      {"cube surface", [](Vec3 v) { return Vec3(v / v.cwiseAbs().maxCoeff()); }},
      {"turned cube surface",
       [](Vec3 v) {
         v /= v.cwiseAbs().maxCoeff();
         return Vec3(0.6 * v.x() - 0.8 * v.y(), 0.8 * v.x() + 0.6 * v.y(), v.z() + 0.1 * v.x());
       }},
      {"grid", [](Vec3 v) { return Vec3((2 * v).array().round().matrix()); }},
      {"turned grid",
       [](Vec3 v) {
         v = (2 * v).array().round().matrix();
         return Vec3((v.x() - v.y()) / 3, (v.x() + v.y()) / 7, v.z() / 10 + v.x() / 3);
       }},
      {"thin", [](Vec3 v) { return Vec3(v.x(), v.y(), 1e-9 * v.z()); }},
      {"far away", [](Vec3 v) { return Vec3(v + Vec3(1e8, -1e8, 1e8)); }},
      {"tiny", [](Vec3 v) { return Vec3(1e-200 * v); }},
      {"huge", [](Vec3 v) { return Vec3(1e300 * v); }},
      {"cylinder",
       [](Vec3 v) { return Vec3(v.x() / std::hypot(v.x(), v.y()), v.y() / std::hypot(v.x(), v.y()), v.z() > 0 ? 1 : 0); }},
  };
  for (const auto& [name, shaped] : kinds)
    for (unsigned seed = 0; seed < 6; ++seed)
      for (const int count : {5, 12, 60})
        expect_sound(random_points(count, seed, shaped), name + ", seed " + std::to_string(seed) + ", " + std::to_string(count));
}

/// Forty points on a turned cube or beneath it by up to three times 2^-46 to 2^-52, where Qhull's rounding decides what it keeps.
Points near_a_turned_cube(int seed) {
  testing::Random random(seed);
  Points points(40);
  for (Vec3& p : points) {
    p = random.vector(1);
    p /= p.cwiseAbs().maxCoeff();
    p *= 1 - static_cast<double>(random.below(4)) * std::ldexp(1.0, -46 - static_cast<int>(random.below(7)));
    p = Vec3(0.6 * p.x() - 0.8 * p.y(), 0.8 * p.x() + 0.6 * p.y(), p.z() + 0.1 * p.x());
  }
  return points;
}

/// A point that was dropped must be a mean of vertices with weights that are not negative: a linear program, solved exactly.
TEST(Hull, HoldsPointsJustBeneathItsFacesExactly) {
  for (int seed = 0; seed < 400; ++seed) {
    const Points points = near_a_turned_cube(seed);
    const ConvexPolyhedron hull = convex_hull(points).value();
    const oracle::RationalPoints vertices = oracle::exact_points(hull.vertices);
    for (const Vec3& p : points)
      if (!is_vertex(hull, p)) {
        ASSERT_TRUE(oracle::meet(vertices, oracle::exact_points(Points{p}))) << p.transpose() << " of seed " << seed;
      }
  }
}

TEST(Hull, IsFlatWhenPointsLeaveAPlaneOnlyByRounding) {
  const Vec3 u = Vec3(1, 2, 3).normalized(), v = Vec3(-3, 0, 1).normalized();
  const Points points = random_points(50, 3, [&](const Vec3& p) { return Vec3(Vec3(10, 20, 30) + p.x() * u + p.y() * v); });
  const ConvexPolyhedron hull = convex_hull(points).value();
  ASSERT_EQ(hull.faces.size(), 1u);
  EXPECT_EQ(hull.edges, edges_of(hull.faces));
  EXPECT_EQ(hull.edges.size(), hull.faces[0].size());
  EXPECT_EQ(hull.vertices.size(), points.size()) << "all stay vertices, so that the set is exactly the hull";
  EXPECT_TRUE(validate(hull));
}

TEST(Hull, HasAllPointsWhereTheyAreTooThinForQhull) {
  // Qhull says of these that four facets are too few.
  const Points points{{-3.9999999999998865e-05, 1e-05, 5e-05}, {-2e-05, 1e-05, 2.9999999999998866e-05},
                      {-3.0000000000000004e-05, 1e-05, 4e-05}, {-4e-05, 9.999999999998864e-06, 5e-05},
                      {-4e-05, 1.0000000000001138e-05, 5e-05}, {-4e-05, 1e-05, 5.000000000000114e-05}};
  const auto hull = convex_hull(points);
  ASSERT_TRUE(hull);
  EXPECT_EQ(hull->vertices.size(), points.size());
  EXPECT_TRUE(validate(*hull));
}

TEST(Hull, OfASquareHasItsFourCornersFirst) {
  const ConvexPolyhedron hull =
      convex_hull(Points{Vec3(0, 0, 5), Vec3(0.5, 0.5, 5), Vec3(1, 1, 5), Vec3(1, 0, 5), Vec3(0, 1, 5), Vec3(0, 1, 5)}).value();
  ASSERT_EQ(hull.faces.size(), 1u);
  EXPECT_EQ(hull.faces[0].size(), 4u);
  EXPECT_EQ(hull.vertices.size(), 5u);
  EXPECT_EQ(hull.vertices[4], Vec3(0.5, 0.5, 5));
}

TEST(Hull, OfPointsOnALineIsASegmentWithItsEndsFirst) {
  const ConvexPolyhedron hull = convex_hull(Points{Vec3(1, 1, 1), Vec3(0, 0, 0), Vec3(3, 3, 3), Vec3(2, 2, 2)}).value();
  EXPECT_TRUE(hull.faces.empty());
  ASSERT_EQ(hull.edges.size(), 1u);
  EXPECT_EQ((hull.vertices[hull.edges[0][0]] + hull.vertices[hull.edges[0][1]]).eval(), Vec3(3, 3, 3));
  EXPECT_EQ((hull.vertices[0] - hull.vertices[1]).cwiseAbs().eval(), Vec3(3, 3, 3));
  EXPECT_TRUE(validate(hull));
}

TEST(Hull, OfCoincidingPointsIsOneVertex) {
  const ConvexPolyhedron hull = convex_hull(Points(4, Vec3(1, 2, 3))).value();
  EXPECT_EQ(hull.vertices.size(), 1u);
  EXPECT_TRUE(hull.faces.empty() && hull.edges.empty());
  EXPECT_TRUE(validate(hull));
}

TEST(Hull, DoesNotDependOnAScaleByAPowerOfTwo) {
  const Points points = random_points(40, 9, [](const Vec3& v) { return v; });
  Points scaled = points;
  for (Vec3& p : scaled) p *= 0x1p300;
  EXPECT_EQ(convex_hull(points)->faces, convex_hull(scaled)->faces);
}

TEST(Hull, RefusesNothingAndWhatIsNotFinite) {
  EXPECT_EQ(convex_hull(Points{}).error().message, "v: no points");
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Result<ConvexPolyhedron> bad = convex_hull(Points{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(nan, 0, 0), Vec3(0, 0, 1)});
  EXPECT_EQ(bad.error().message, "v[2][0]: not finite");
  EXPECT_EQ(bad.error().code, ErrorCode::not_finite);
}

}  // namespace
}  // namespace graze
