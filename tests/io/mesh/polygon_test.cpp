/// Polygons cut into triangles, judged by topology and by exact areas: every side of the polygon once and in its own sense, every
/// cut twice and in both, no triangle turned over.

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>
#include <random>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/mesh/polygon.h"

namespace graze::io {
namespace {

using CutTriangles = std::vector<std::array<std::uint32_t, 3>>;
using Corners = std::vector<std::uint32_t>;

CutTriangles cut(const std::vector<Vec3>& vertices, const Corners& corners) {
  CutTriangles triangles;
  append_triangulation(vertices, corners, triangles);
  return triangles;
}

Corners all_of(const std::vector<Vec3>& vertices) {
  Corners corners(vertices.size());
  std::iota(corners.begin(), corners.end(), 0U);
  return corners;
}

/// As a surface: the boundary of the triangles is the polygon, whatever their shapes.
void expect_bounded_by(const CutTriangles& triangles, const Corners& corners, const std::string& what) {
  ASSERT_EQ(triangles.size(), corners.size() - 2) << what;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> sides;
  for (const auto& t : triangles)
    for (std::size_t k = 0; k < 3; ++k) ++sides[{t[k], t[(k + 1) % 3]}];
  for (std::size_t k = 0; k < corners.size(); ++k) --sides[{corners[k], corners[(k + 1) % corners.size()]}];
  for (const auto& [side, count] : sides) {
    const auto back = sides.find({side.second, side.first});
    const int other = back == sides.end() ? 0 : back->second;
    ASSERT_EQ(count, other) << what << ": side " << side.first << "-" << side.second;
    ASSERT_GE(count, 0) << what;
  }
}

/// Twice the area in the plane z = 0; exact for coordinates that are small whole numbers.
double doubled_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

/// In the plane: none turned over, and together the area of the polygon.
void expect_covered(const std::vector<Vec3>& vertices, const Corners& corners, const std::string& what) {
  const CutTriangles triangles = cut(vertices, corners);
  expect_bounded_by(triangles, corners, what);
  double sum = 0, expected = 0;
  for (const auto& t : triangles) {
    const double area = doubled_area(vertices[t[0]], vertices[t[1]], vertices[t[2]]);
    ASSERT_GE(area, 0) << what << ": " << t[0] << " " << t[1] << " " << t[2];
    sum += area;
  }
  for (std::size_t k = 1; k + 1 < corners.size(); ++k)
    expected += doubled_area(vertices[corners[0]], vertices[corners[k]], vertices[corners[k + 1]]);
  EXPECT_EQ(sum, expected) << what;
}

TEST(Polygon, WithThreeCornersIsThatTriangle) {
  const std::vector<Vec3> v{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {5, 5, 5}};
  EXPECT_EQ(cut(v, {2, 0, 1}), (CutTriangles{{2, 0, 1}}));
  EXPECT_EQ(cut(v, {0, 2, 1}), (CutTriangles{{0, 2, 1}})) << "in its own sense";
}

TEST(Polygon, WithFourConvexCornersIsAFan) {
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  EXPECT_EQ(cut(square, {0, 1, 2, 3}), (CutTriangles{{0, 1, 2}, {0, 2, 3}}));
  EXPECT_EQ(cut(square, {3, 2, 1, 0}), (CutTriangles{{3, 2, 1}, {3, 1, 0}}));
}

TEST(Polygon, WithOneConcaveCornerIsCutThere) {
  const std::vector<Vec3> dart{{0, 0, 0}, {4, 0, 0}, {1, 1, 0}, {0, 4, 0}};
  EXPECT_EQ(cut(dart, {0, 1, 2, 3}), (CutTriangles{{0, 1, 2}, {0, 2, 3}})) << "the fan is right by chance";
  EXPECT_EQ(cut(dart, {1, 2, 3, 0}), (CutTriangles{{1, 2, 0}, {2, 3, 0}})) << "only the other diagonal stays inside";
}

TEST(Polygon, AppendsToTheTrianglesThatAreThere) {
  const std::vector<Vec3> square{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};
  CutTriangles triangles{{7, 8, 9}};
  append_triangulation(square, Corners{0, 1, 2, 3}, triangles);
  EXPECT_EQ(triangles, (CutTriangles{{7, 8, 9}, {0, 1, 2}, {0, 2, 3}}));
}

TEST(Polygon, WithoutAreaIsAFanToo) {
  const std::vector<Vec3> line{{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {3, 0, 0}, {4, 0, 0}};
  EXPECT_EQ(cut(line, all_of(line)).size(), 3U);
  const std::vector<Vec3> point(6, Vec3(1, 2, 3));
  EXPECT_EQ(cut(point, all_of(point)), (CutTriangles{{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}}));
}

/// Seen from the origin the corners turn once around: simple, with many corners that are not convex.
std::vector<Vec3> star(std::mt19937_64& random, int count) {
  std::vector<Vec3> corners;
  for (int i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * i / count, radius = 100 + static_cast<double>(random() % 3000);
    corners.emplace_back(std::round(radius * std::cos(angle)), std::round(radius * std::sin(angle)), 0);
  }
  return corners;
}

TEST(Polygon, OfWholeNumbersIsCoveredExactly) {
  std::mt19937_64 random(61);
  for (int round = 0; round < 400; ++round) {
    const std::vector<Vec3> corners = star(random, 5 + round % 40);
    double area = 0;
    for (std::size_t i = 0; i < corners.size(); ++i) {  // rounding may have made it cross itself
      const double part = doubled_area(Vec3::Zero(), corners[i], corners[(i + 1) % corners.size()]);
      area = part > 0 ? area + part : -1e300;
    }
    if (area > 0) expect_covered(corners, all_of(corners), fmt::format("round {} of seed 61", round));
  }
}

/// Up and down hills over a straight base: every corner of the ridge may be concave, all of the base are in line.
TEST(Polygon, WithHillsOverAStraightBaseIsCoveredExactly) {
  std::mt19937_64 random(62);
  for (int round = 0; round < 200; ++round) {
    const int count = 3 + round % 30;
    std::vector<Vec3> corners;
    for (int i = 0; i < count; ++i) corners.emplace_back(i, 0, 0);
    for (int i = count; i-- > 0;) corners.emplace_back(i, 1 + static_cast<double>(random() % 50), 0);
    expect_covered(corners, all_of(corners), fmt::format("round {} of seed 62", round));
  }
}

/// The triangles of a polygon depend on its shape alone: not on the plane it lies in, nor on which of its vertices the mesh uses.
TEST(Polygon, IsCutTheSameWayInEveryPlaneOfCoordinates) {
  std::mt19937_64 random(63);
  for (int round = 0; round < 50; ++round) {
    const std::vector<Vec3> flat = star(random, 12);
    const CutTriangles expected = cut(flat, all_of(flat));
    for (int shift = 1; shift < 3; ++shift) {
      std::vector<Vec3> turned;
      for (const Vec3& p : flat) turned.emplace_back(p[(0 + shift) % 3], p[(1 + shift) % 3], p[(2 + shift) % 3]);
      EXPECT_EQ(cut(turned, all_of(turned)), expected) << "round " << round << " of seed 63";
    }
    std::vector<Vec3> spread(2 * flat.size(), Vec3(1e9, 1e9, 1e9));
    Corners corners;
    for (std::size_t i = 0; i < flat.size(); ++i)
      spread[2 * i + 1] = flat[i], corners.push_back(static_cast<std::uint32_t>(2 * i + 1));
    CutTriangles renamed = expected;
    for (auto& t : renamed)
      for (std::uint32_t& c : t) c = 2 * c + 1;
    EXPECT_EQ(cut(spread, corners), renamed) << "round " << round << " of seed 63";
  }
}

TEST(Polygon, RunThroughBackwardsGivesTrianglesSeenFromTheOtherSide) {
  std::mt19937_64 random(64);
  for (int round = 0; round < 50; ++round) {
    std::vector<Vec3> corners = star(random, 15);
    Corners backward = all_of(corners);
    std::reverse(backward.begin(), backward.end());
    const CutTriangles triangles = cut(corners, backward);
    expect_bounded_by(triangles, backward, fmt::format("round {} of seed 64", round));
    double sum = 0;
    for (const auto& t : triangles) sum += doubled_area(corners[t[0]], corners[t[1]], corners[t[2]]);
    EXPECT_LT(sum, 0);
  }
}

/// Crossing, touching and repeated corners: nothing to be right about, but the surface still ends where the polygon does.
TEST(Polygon, ThatCrossesItselfStillHasItsOwnBoundary) {
  std::mt19937_64 random(65);
  for (int round = 0; round < 500; ++round) {
    std::vector<Vec3> corners(4 + round % 20);
    for (Vec3& p : corners)
      for (double& x : p) x = static_cast<double>(random() % 5);
    for (Vec3& p : corners) p.z() *= round % 3 == 0 ? 0.25 : 0;
    expect_bounded_by(cut(corners, all_of(corners)), all_of(corners), fmt::format("round {} of seed 65", round));
  }
}

/// The same triangles, whichever corner comes first in each.
CutTriangles with_least_corner_first(CutTriangles triangles) {
  for (auto& t : triangles) std::rotate(t.begin(), std::min_element(t.begin(), t.end()), t.end());
  std::sort(triangles.begin(), triangles.end());
  return triangles;
}

/// Products of four lengths decide about a quadrilateral: they overflow from 2^256 on, and its corners are looked at another way.
TEST(Polygon, OfAnySizeIsCutAsAnyOther) {
  const std::vector<Vec3> dart{{-1, -1, 0}, {1, 0, 0}, {-1, 1, 0}, {-0.5, 0, 0}};
  const std::vector<Vec3> hook{{-1, -1, 0}, {1, 0, 0}, {-1, 1, 0}, {-0.5, 0, 0}, {-0.75, -0.25, 0}};
  for (const std::vector<Vec3>& shape : {dart, hook})
    for (std::size_t first = 0; first < shape.size(); ++first) {
      Corners corners = all_of(shape);
      std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(first), corners.end());
      const CutTriangles expected = with_least_corner_first(cut(shape, corners));
      for (const double size : {0x1p-260, 0x1p-100, 0x1p250, 0x1p260, 0x1p512, 0x1p1023}) {
        std::vector<Vec3> scaled;
        for (const Vec3& p : shape) scaled.emplace_back(size * p);
        const CutTriangles found = with_least_corner_first(cut(scaled, corners));
        expect_bounded_by(found, corners, fmt::format("size {}", size));
        if (shape.size() == 4) {
          EXPECT_EQ(found, expected) << size << " from corner " << first;
        }
      }
    }
}

}  // namespace
}  // namespace graze::io
