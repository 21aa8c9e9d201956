/// Both sides of every threshold of validation and of hulls, as near to it as rounding lets one come and never farther apart than a
/// factor of two in the quantity that is measured. A threshold that moves fails one of the two.

#include <cmath>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <Eigen/Geometry>

#include <graze/generate.h>
#include <graze/validate.h>

#include "geometry/convex_position.h"
#include "geometry/frame.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

using Faces = std::vector<std::vector<std::int32_t>>;

/// As numbers/tolerance.h documents them, written again: a limit that moves is noticed.
namespace limit {
constexpr double orthonormal_frame = 0x1p-18, flat_polygon = 0x1p-16, convex_perimeter = 0x1p-30, flat_hull = 0x1p-44,
                 near_hull_face = 0x1p-44;
}  // namespace limit

/// Just inside and just outside.
constexpr double below = 0.99, above = 1.01;

template <class S>
std::string message_of_refusal(const S& shape) {
  const Result<void> result = validate(shape);
  return result ? "fine" : result.error().message;
}

template <class S>
bool is_accepted(const S& shape) {
  return validate(shape).has_value();
}

/// The same shape in other units: a power of two changes no rounding, so it must change no verdict.
std::vector<Vec3> scaled(std::vector<Vec3> points, int exponent) {
  for (Vec3& p : points)
    for (double& x : p) x = std::ldexp(x, exponent);
  return points;
}

TEST(OrthonormalFrameLimit, IsKeptToTheLastBitForTheAngleOfAnyTwoAxes) {
  const double most = limit::orthonormal_frame, beyond = std::nextafter(most, 1);
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) {
      if (i == j) continue;
      for (const double sign : {1.0, -1.0}) {
        Frame leaning = world_frame(), leaning_more = world_frame();
        leaning[i][static_cast<Eigen::Index>(j)] = sign * most;
        leaning_more[i][static_cast<Eigen::Index>(j)] = sign * beyond;
        EXPECT_TRUE(is_accepted(Obb{{0, 0, 0}, leaning, {1, 1, 1}})) << i << j;
        EXPECT_FALSE(is_accepted(Obb{{0, 0, 0}, leaning_more, {1, 1, 1}})) << i << j;
        EXPECT_TRUE(is_accepted(Ellipsoid{{0, 0, 0}, leaning, {1, 1, 1}})) << i << j;
        EXPECT_FALSE(is_accepted(Ellipsoid{{0, 0, 0}, leaning_more, {1, 1, 1}})) << i << j;
      }
    }
  EXPECT_TRUE(is_accepted(Obb2{{0, 0}, {Vec2(1, most), Vec2(0, 1)}, {1, 1}}));
  EXPECT_FALSE(is_accepted(Obb2{{0, 0}, {Vec2(1, beyond), Vec2(0, 1)}, {1, 1}}));
}

/// The squared length is what is compared: an axis longer by e is off by 2 e.
TEST(OrthonormalFrameLimit, IsKeptForTheLengthOfAnyAxis) {
  const double half = limit::orthonormal_frame / 2;
  for (std::size_t i = 0; i < 3; ++i)
    for (const double sign : {1.0, -1.0}) {
      Frame inside = world_frame(), outside = world_frame();
      inside[i] *= 1 + sign * below * half;
      outside[i] *= 1 + sign * above * half;
      EXPECT_TRUE(is_accepted(Obb{{0, 0, 0}, inside, {1, 1, 1}})) << i;
      EXPECT_FALSE(is_accepted(Obb{{0, 0, 0}, outside, {1, 1, 1}})) << i;
    }
  EXPECT_EQ(message_of_refusal(Obb2{{0, 0}, {Vec2(1, 0), Vec2(0, 1.125)}, {1, 1}}), "axes: not orthonormal (off by 0.266)");
}

TEST(OrthonormalityDefect, BoundsTheExactOneAndIsNotTwiceAsLarge) {
  EXPECT_EQ(orthonormality_defect(world_frame()), 4 * tolerance::rounding);
  for (const double off : {0x1p-10, 0x1p-30, 0x1p-48}) {
    Frame frame = world_frame();
    frame[1].x() = off;
    EXPECT_GE(orthonormality_defect(frame), off);
    EXPECT_LT(orthonormality_defect(frame), 2 * off);
    frame = world_frame();
    frame[2].z() = 1 - off;
    EXPECT_GE(orthonormality_defect(frame), 2 * off - off * off);
    EXPECT_LT(orthonormality_defect(frame), 4 * off);
  }
}

/// The corner is off the plane of the other three by its lift, and the longest half side is 1/2, which is left as it is.
TEST(FlatPolygonLimit, IsKeptByALiftedCornerInAnyUnit) {
  const auto twisted = [](double lift) { return std::vector<Vec3>{{0, 0, 0}, {1, 0, 0}, {1, 1, lift}, {0, 1, 0}}; };
  const double highest = limit::flat_polygon;
  for (const int exponent : {0, -900, -300, 300, 1020}) {
    EXPECT_TRUE(is_accepted(ConvexPolygon{scaled(twisted(below * highest), exponent)})) << exponent;
    EXPECT_FALSE(is_accepted(ConvexPolygon{scaled(twisted(above * highest), exponent)})) << exponent;
  }
  EXPECT_EQ(message_of_refusal(ConvexPolygon{twisted(2 * highest)}), "v[3]: off the polygon's plane by 3.05e-05 of its size");
}

/// A dent of depth d in a side of a unit square makes its boundary longer by 2 d^2 of 4.
TEST(ConvexPerimeterLimit, IsKeptByADentInASide) {
  const auto dented = [](double depth) {
    return ConvexPolygon2{{Vec2(0, 0), Vec2(0.5, depth), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}};
  };
  const double deepest = std::sqrt(2 * limit::convex_perimeter);
  EXPECT_TRUE(is_accepted(dented(below * deepest)));
  EXPECT_FALSE(is_accepted(dented(above * deepest)));
  EXPECT_TRUE(is_accepted(dented(-0.25))) << "outward is no dent";
}

/// Corners of a side in the wrong order, 2 s apart: the boundary goes 4 s farther than 4.
TEST(ConvexPerimeterLimit, IsKeptByCornersOutOfOrder) {
  const auto backward = [](double s) {
    return ConvexPolygon2{{Vec2(0, 0), Vec2(0.5 + s, 0), Vec2(0.5 - s, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}};
  };
  EXPECT_TRUE(is_accepted(backward(below * limit::convex_perimeter)));
  EXPECT_FALSE(is_accepted(backward(above * limit::convex_perimeter)));
}

std::vector<Vec3> cube_corners() {
  std::vector<Vec3> v;
  for (int k = 0; k < 8; ++k) v.emplace_back(k & 1, (k >> 1) & 1, (k >> 2) & 1);
  return v;
}

/// The lower side, the upper side, then front, back, left and right.
const Faces cube_faces{{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}};

/// Four corners of which one is lifted by e are e/4 off their mean plane, in turn above and below it.
TEST(FlatFaceLimit, IsKeptByALiftedCornerOfACube) {
  const auto lifted = [](double e) {
    std::vector<Vec3> v = cube_corners();
    v[7].z() += e;
    return polyhedron_with_faces(v, cube_faces);
  };
  const double highest = 4 * limit::flat_polygon;
  EXPECT_EQ(message_of_refusal(lifted(below * highest)), "fine");
  EXPECT_EQ(message_of_refusal(lifted(above * highest)), "f[1]: not flat, vertex 4 is off by 1.54e-05 of the size");
}

/// The upper side as four triangles that meet in the middle, d below the corners: the centre of each is 2 d / 3 above the plane of
/// its neighbour.
TEST(ConvexEdgeLimit, IsKeptByADentInACube) {
  const auto dented = [](double d) {
    std::vector<Vec3> v = cube_corners();
    v.emplace_back(0.5, 0.5, 1 - d);
    Faces faces = cube_faces;
    faces.erase(faces.begin() + 1);
    for (const auto& [a, b] : {std::pair{4, 5}, std::pair{5, 7}, std::pair{7, 6}, std::pair{6, 4}}) faces.push_back({a, b, 8});
    return polyhedron_with_faces(v, faces);
  };
  const double deepest = 1.5 * limit::flat_polygon;
  EXPECT_EQ(message_of_refusal(dented(below * deepest)), "fine");
  EXPECT_NE(message_of_refusal(dented(above * deepest)).find("not convex along"), std::string::npos)
      << message_of_refusal(dented(above * deepest));
  EXPECT_EQ(message_of_refusal(dented(-0.5)), "fine") << "a roof";
}

TEST(StrayVertexLimit, IsKeptAboveAFaceOfACube) {
  const auto with_stray = [](double height) {
    std::vector<Vec3> v = cube_corners();
    v.emplace_back(0.5, 0.25, 1 + height);
    return polyhedron_with_faces(v, cube_faces);
  };
  EXPECT_EQ(message_of_refusal(with_stray(below * limit::flat_polygon)), "fine");
  EXPECT_EQ(message_of_refusal(with_stray(above * limit::flat_polygon)), "v[8]: outside f[1]");
  EXPECT_EQ(message_of_refusal(with_stray(-0.5)), "fine");
}

TEST(FlatSetLimit, IsKeptByPolyhedraWithOneFaceAndWithNone) {
  const auto one_face = [](double height) {
    return polyhedron_with_faces({{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}, {0.5, 0.5, height}}, {{0, 1, 2, 3}});
  };
  EXPECT_EQ(message_of_refusal(one_face(below * limit::flat_polygon)), "fine");
  EXPECT_EQ(message_of_refusal(one_face(above * limit::flat_polygon)), "f: one face for points that span space");
  const auto no_face = [](double height) { return ConvexPolyhedron{{{0, 0, 0}, {1, 0, 0}, {0.5, height, 0}}, {}, {{0, 1}}}; };
  EXPECT_EQ(message_of_refusal(no_face(below * limit::flat_polygon)), "fine");
  EXPECT_EQ(message_of_refusal(no_face(above * limit::flat_polygon)), "f: no faces for points that span a plane");
}

/// A sliver along the upper front edge of a cube, its third corner w inside the solid: as wide as it is, its plane looks into the
/// cube. Below the limit it has no plane, and nothing is said about it.
TEST(FaceAreaLimit, DecidesWhetherASliverHasAPlane) {
  const auto with_sliver = [](double w) {
    std::vector<Vec3> v = cube_corners();
    v.emplace_back(0.5, w * std::sqrt(0.5), 1 - w * std::sqrt(0.5));
    Faces faces = cube_faces;
    faces[1] = {4, 8, 5, 7, 6};
    faces.push_back({4, 5, 8});
    return polyhedron_with_faces(v, faces);
  };
  const double least_area = limit::flat_polygon * limit::flat_polygon;
  EXPECT_EQ(message_of_refusal(with_sliver(below * least_area)), "fine");
  EXPECT_NE(message_of_refusal(with_sliver(above * least_area)).find("not convex along"), std::string::npos);
}

TEST(Corners, OfAFaceAreAtLeastThree) {
  EXPECT_EQ(message_of_refusal(polyhedron_with_faces({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1, 2}})), "fine");
  EXPECT_EQ(message_of_refusal(polyhedron_with_faces({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, {{0, 1}})),
            "f[0]: 2 corners, a face needs 3");
}

TEST(Signs, OfRadiiHalfExtentsAndBoundsAreKeptToTheLastBit) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  EXPECT_TRUE(is_accepted(Sphere{{0, 0, 0}, 0}) && is_accepted(Sphere{{0, 0, 0}, least}));
  EXPECT_FALSE(is_accepted(Sphere{{0, 0, 0}, -least}));
  EXPECT_FALSE(is_accepted(Circle{{0, 0}, -least}));
  EXPECT_FALSE(is_accepted(Capsule{{Vec3(0, 0, 0), Vec3(0, 0, 1)}, -least}));
  EXPECT_FALSE(is_accepted(Obb{{0, 0, 0}, world_frame(), {1, 1, -least}}));
  EXPECT_TRUE(is_accepted(Aabb{{0, 0, least}, {1, 1, least}}));
  EXPECT_FALSE(is_accepted(Aabb{{0, 0, least}, {1, 1, 0}}));
  EXPECT_TRUE(is_accepted(Plane{{0, least, 0}, 0}));
  EXPECT_FALSE(is_accepted(Plane{{0, 0, 0}, 0}));
  EXPECT_TRUE(is_accepted(Cylinder{{Vec3(0, 0, 0), Vec3(0, 0, least)}, 1}));
  EXPECT_TRUE(is_accepted(Point{{std::numeric_limits<double>::max(), 0, 0}}));
  EXPECT_FALSE(is_accepted(Point{{std::numeric_limits<double>::infinity(), 0, 0}}));
}

TEST(Normalised, PointsHaveALongestHalfSideFromOneHalfToOne) {
  for (const double size : {5e-324, 1e-300, 0.75, 1.0, 1.0000001, 2.0, 3e7, 1e308}) {
    const std::vector<Vec3> points{{0, 0, 0}, {size, 0, 0}, {size / 4, size / 2, 0}};
    double longest = 0;
    for (const Vec3& p : normalised(points)) longest = std::max(longest, p.cwiseAbs().maxCoeff());
    EXPECT_GE(longest, 0.5) << size;
    EXPECT_LE(longest, 1) << size;
  }
  for (const Vec3& p : normalised(std::vector<Vec3>(3, Vec3(1e300, -2, 7)))) EXPECT_EQ(p, Vec3::Zero());
}

/// An index past 2^31 / 3 points would not fit: refused before anything is read.
TEST(HullLimit, RefusesMorePointsThanItCanNumber) {
  constexpr auto most = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max() / 3);
  const Vec3 one = Vec3::Zero();
  const Result<ConvexPolyhedron> hull = convex_hull(std::span<const Vec3>(std::addressof(one), most + 1));
  ASSERT_FALSE(hull);
  EXPECT_EQ(hull.error().code, ErrorCode::limit);
  EXPECT_EQ(hull.error().message, "v: 715827883 points are too many for a hull");
}

/// A triangle of height h on a base of length 2, which becomes 1: flat as a line while h/2 is within the limit.
TEST(FlatHullLimit, DecidesBetweenALineAndAPlane) {
  const auto hull_of = [](double h) { return convex_hull(std::vector<Vec3>{{-1, 0, 0}, {1, 0, 0}, {0, h, 0}}).value(); };
  const ConvexPolyhedron line = hull_of(below * 2 * limit::flat_hull), plane = hull_of(above * 2 * limit::flat_hull);
  EXPECT_TRUE(line.faces.empty());
  EXPECT_EQ(line.vertices.size(), 3U) << "what is left out of the edge is still in the set";
  EXPECT_EQ(plane.faces.size(), 1U);
  EXPECT_TRUE(is_accepted(line) && is_accepted(plane));
}

/// A pyramid of height h on a square of side 2, which becomes 1.
TEST(FlatHullLimit, DecidesBetweenAPlaneAndASolid) {
  const auto hull_of = [](double h) {
    return convex_hull(std::vector<Vec3>{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}, {0, 0, h}}).value();
  };
  const ConvexPolyhedron flat = hull_of(below * 2 * limit::flat_hull), solid = hull_of(above * 2 * limit::flat_hull);
  EXPECT_EQ(flat.faces.size(), 1U);
  EXPECT_EQ(flat.vertices.size(), 5U) << "the apex is still in the set";
  EXPECT_EQ(solid.faces.size(), 5U);
  EXPECT_TRUE(is_accepted(flat) && is_accepted(solid));
}

/// A point beneath each face of a cube of side 2, which becomes 1.
TEST(NearHullFaceLimit, DecidesWhetherAPointIsKept) {
  const auto vertices_with = [](double depth, Eigen::Index axis, double sign) {
    std::vector<Vec3> points;
    for (int k = 0; k < 8; ++k) points.emplace_back(k & 1 ? 1 : -1, k & 2 ? 1 : -1, k & 4 ? 1 : -1);
    Vec3 near_face(0.25, -0.125, 0.375);
    near_face[axis] = sign * (1 - depth);
    points.push_back(near_face);
    return convex_hull(points)->vertices.size();
  };
  for (Eigen::Index axis = 0; axis < 3; ++axis)
    for (const double sign : {1.0, -1.0}) {
      EXPECT_EQ(vertices_with(below * 2 * limit::near_hull_face, axis, sign), 9U) << axis;
      EXPECT_EQ(vertices_with(above * 2 * limit::near_hull_face, axis, sign), 8U) << axis;
    }
}

}  // namespace
}  // namespace graze
