/// What is let in and what is turned away, and that the message names the culprit.

#include <cmath>
#include <limits>
#include <numbers>
#include <random>

#include <gtest/gtest.h>

#include <graze/generate.h>
#include <graze/validate.h>

#include "geometry/embed.h"
#include "numbers/tolerance.h"

namespace graze {
namespace {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double huge = std::numeric_limits<double>::max();

template <class S>
std::string complaint(const S& shape) {
  const Result<void> result = validate(shape);
  return result ? "fine" : std::string(name_of(result.error().code)) + " " + result.error().message;
}

std::vector<Vec3> regular_polygon(int corners, const Vec3& centre = Vec3::Zero(), double radius = 1) {
  std::vector<Vec3> v;
  for (int i = 0; i < corners; ++i) {
    const double angle = 2 * std::numbers::pi * i / corners;
    v.push_back(centre + radius * Vec3(std::cos(angle), std::sin(angle), 0));
  }
  return v;
}

TEST(Validation, NamesTheNumberThatIsNotFinite) {
  EXPECT_EQ(complaint(Point{{0, nan, 0}}), "not_finite p[1]: not finite");
  EXPECT_EQ(complaint(Line{{0, 0, 0}, {0, 0, inf}}), "not_finite d[2]: not finite");
  EXPECT_EQ(complaint(Ray{{-inf, 0, 0}, {0, 0, 1}}), "not_finite o[0]: not finite");
  EXPECT_EQ(complaint(Segment{{Vec3(0, 0, 0), Vec3(0, nan, 0)}}), "not_finite v[1][1]: not finite");
  EXPECT_EQ(complaint(Plane{{0, 0, 1}, nan}), "not_finite d: not finite");
  EXPECT_EQ(complaint(HalfSpace{{nan, 0, 1}, 0}), "not_finite n[0]: not finite");
  EXPECT_EQ(complaint(Sphere{{0, 0, 0}, inf}), "not_finite r: not finite");
  EXPECT_EQ(complaint(Cone{{0, 0, 0}, {0, 0, nan}, 1}), "not_finite v[1][2]: not finite");
  EXPECT_EQ(complaint(Aabb{{0, 0, 0}, {0, nan, 0}}), "not_finite max[1]: not finite");
  EXPECT_EQ(complaint(Triangle{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(nan, 1, 0)}}), "not_finite v[2][0]: not finite");
  EXPECT_EQ(complaint(PointCloud{{Vec3(0, 0, 0), Vec3(0, 0, nan)}}), "not_finite p[1][2]: not finite");
  EXPECT_EQ(complaint(Circle{{0, nan}, 1}), "not_finite c[1]: not finite");
  EXPECT_EQ(complaint(ConvexPolygon2{{Vec2(0, 0), Vec2(1, inf)}}), "not_finite v[1][1]: not finite");
  Obb box;
  box.axes[1][2] = nan;
  EXPECT_EQ(complaint(box), "not_finite axes[1][2]: not finite");
}

TEST(Validation, TurnsAwayWhatMeansNothing) {
  EXPECT_EQ(complaint(Sphere{{0, 0, 0}, -1}), "bad_shape r: negative radius -1");
  EXPECT_EQ(complaint(Capsule{{Vec3(0, 0, 0), Vec3(1, 0, 0)}, -0.25}), "bad_shape r: negative radius -0.25");
  EXPECT_EQ(complaint(Obb{{0, 0, 0}, world_frame(), {1, -0.5, 1}}), "bad_shape h[1]: negative half extent -0.5");
  EXPECT_EQ(complaint(Ellipsoid{{0, 0, 0}, world_frame(), {1, 1, -2}}), "bad_shape h[2]: negative half extent -2");
  EXPECT_EQ(complaint(Obb2{{0, 0}, {Vec2(1, 0), Vec2(0, 1)}, {-1, 1}}), "bad_shape h[0]: negative half extent -1");
  EXPECT_EQ(complaint(Aabb{{0, 2, 0}, {1, 1, 1}}), "bad_shape min[1]: 2 is above max[1] = 1");
  EXPECT_EQ(complaint(Aabb2{{0.5, 0}, {0, 1}}), "bad_shape min[0]: 0.5 is above max[0] = 0");
  EXPECT_EQ(complaint(Plane{{0, 0, 0}, 1}), "bad_shape n: the zero vector is no normal");
  EXPECT_EQ(complaint(HalfSpace{{0, -0.0, 0}, 1}), "bad_shape n: the zero vector is no normal");
  EXPECT_EQ(complaint(ConvexPolygon{}), "bad_shape v: no points");
  EXPECT_EQ(complaint(PointCloud{}), "bad_shape p: no points");
}

TEST(Validation, NamesTheIndexThatIsOutOfRange) {
  TriangleMesh mesh{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}, {{0, 1, 2}, {0, 12, 1}}};
  EXPECT_EQ(complaint(mesh), "bad_shape f[1][1]: index 12 out of range, 3 vertices");
}

TEST(Validation, RefusesADiscThatFacesNoWay) {
  const std::string reason = "bad_shape v: the two ends are the same point, so the axis has no direction";
  EXPECT_EQ(complaint(Cylinder{{Vec3(1, 1, 1), Vec3(1, 1, 1)}, 0.5}), reason);
  EXPECT_EQ(complaint(Cone{Vec3(1, 1, 1), Vec3(1, 1, 1), 0.5}), reason);
  EXPECT_EQ(complaint(Capsule{{Vec3(1, 1, 1), Vec3(1, 1, 1)}, 0.5}), "fine");
}

TEST(Validation, LetsDegenerateShapesIn) {
  EXPECT_EQ(complaint(Line{{1, 2, 3}, {0, 0, 0}}), "fine");
  EXPECT_EQ(complaint(Sphere{{0, 0, 0}, 0}), "fine");
  EXPECT_EQ(complaint(Sphere{{0, 0, 0}, -0.0}), "fine");
  EXPECT_EQ(complaint(Cylinder{{Vec3(1, 1, 1), Vec3(1, 1, 1)}, 0}), "fine");
  EXPECT_EQ(complaint(Obb{{0, 0, 0}, world_frame(), {0, 0, 0}}), "fine");
  EXPECT_EQ(complaint(Aabb{{1, 1, 1}, {1, 1, 1}}), "fine");
  EXPECT_EQ(complaint(Triangle{}), "fine");
  EXPECT_EQ(complaint(ConvexPolygon{{Vec3(1, 2, 3)}}), "fine");
  EXPECT_EQ(complaint(ConvexPolygon{{Vec3(1, 2, 3), Vec3(1, 2, 3), Vec3(1, 2, 3), Vec3(1, 2, 3)}}), "fine");
  EXPECT_EQ(complaint(ConvexPolygon{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(1, 0, 0)}}), "fine");
  EXPECT_EQ(complaint(TriangleMesh{{Vec3(0, 0, 0)}, {{0, 0, 0}, {0, 0, 0}}}), "fine");
  EXPECT_EQ(complaint(Segment{{Vec3(huge, huge, huge), Vec3(-huge, -huge, -huge)}}), "fine");
}

TEST(Validation, AcceptsALeftHandedFrameBecauseTheSetIsTheSame) {
  EXPECT_EQ(complaint(Obb{{0, 0, 0}, {Vec3(0, 1, 0), Vec3(1, 0, 0), Vec3(0, 0, 1)}, {1, 2, 3}}), "fine");
}

TEST(Validation, AcceptsASinglePrecisionRotationAndRejectsAShear) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(0, 2 * std::numbers::pi);
  for (int i = 0; i < 1000; ++i) {
    const double angle = any(random);
    const double c = static_cast<float>(std::cos(angle)), s = static_cast<float>(std::sin(angle));
    ASSERT_EQ(complaint(Obb{{0, 0, 0}, {Vec3(c, s, 0), Vec3(-s, c, 0), Vec3(0, 0, 1)}, {1, 1, 1}}), "fine") << angle;
  }
  EXPECT_EQ(complaint(Obb{{0, 0, 0}, {Vec3(1, 0, 0), Vec3(0.01, 1, 0), Vec3(0, 0, 1)}, {1, 1, 1}}),
            "bad_shape axes: not orthonormal (off by 0.01)");
  EXPECT_EQ(complaint(Obb{{0, 0, 0}, {Vec3(2, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)}, {1, 1, 1}}),
            "bad_shape axes: not orthonormal (off by 3)");
  const double beyond = 2 * tolerance::orthonormal_frame;
  EXPECT_NE(complaint(Obb2{{0, 0}, {Vec2(1, beyond), Vec2(0, 1)}, {1, 1}}), "fine");
}

TEST(Validation, AcceptsPolygonsEitherWayRoundWithRepeatedAndAlignedCorners) {
  for (const int corners : {3, 4, 5, 64, 1000}) {
    std::vector<Vec3> v = regular_polygon(corners);
    EXPECT_EQ(complaint(ConvexPolygon{v}), "fine") << corners;
    std::reverse(v.begin(), v.end());
    EXPECT_EQ(complaint(ConvexPolygon{v}), "fine") << corners;
    std::vector<Vec3> repeated;
    for (std::size_t i = 0; i < v.size(); ++i)
      for (const Vec3& p : {v[i], v[i], Vec3((v[i] + v[(i + 1) % v.size()]) / 2)}) repeated.push_back(p);
    EXPECT_EQ(complaint(ConvexPolygon{repeated}), "fine") << corners;
    EXPECT_EQ(complaint(ConvexPolygon{regular_polygon(corners, {1e6, 1e6, 1e6}, 1e-3)}), "fine") << corners;
    EXPECT_EQ(complaint(ConvexPolygon{regular_polygon(corners, {0, 0, 0}, huge / 4)}), "fine") << corners;
  }
  EXPECT_EQ(complaint(ConvexPolygon2{{Vec2(0, 0), Vec2(0.5, 0), Vec2(1, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}}), "fine");
}

TEST(Validation, RejectsPolygonsThatAreNotConvexOrNotInOrder) {
  const std::string not_convex = "bad_shape v: not convex, or not in order around the polygon";
  const std::vector<Vec2> arrow{Vec2(0, 0), Vec2(2, 0), Vec2(0.5, 0.5), Vec2(0, 2)};
  const std::vector<Vec2> bow_tie{Vec2(0, 0), Vec2(1, 1), Vec2(1, 0), Vec2(0, 1)};
  const std::vector<Vec2> twice_around{Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1),
                                       Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)};
  EXPECT_EQ(complaint(ConvexPolygon2{arrow}), not_convex);
  EXPECT_EQ(complaint(ConvexPolygon2{bow_tie}), not_convex);
  EXPECT_EQ(complaint(ConvexPolygon2{twice_around}), not_convex);
  const std::vector<Vec3> circle = regular_polygon(5);
  EXPECT_EQ(complaint(ConvexPolygon{{circle[0], circle[2], circle[4], circle[1], circle[3]}}), not_convex);
}

TEST(Validation, AcceptsADentOfRoundingAndRejectsAVisibleOne) {
  const auto dented = [](double depth) {
    return ConvexPolygon2{{Vec2(0, 0), Vec2(0.5, depth), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)}};
  };
  EXPECT_EQ(complaint(dented(0x1p-20)), "fine");
  EXPECT_NE(complaint(dented(1e-3)), "fine");
}

TEST(Validation, AcceptsCornersThatRoundingLiftedOffThePlaneAndRejectsATwistedQuad) {
  const auto twisted = [](double lift) { return ConvexPolygon{{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(1, 1, lift), Vec3(0, 1, 0)}}; };
  EXPECT_EQ(complaint(twisted(0x1p-20)), "fine");
  const Result<void> result = validate(twisted(0.1));
  ASSERT_FALSE(result);
  EXPECT_TRUE(result.error().message.find("off the polygon's plane by") != std::string::npos) << result.error().message;
}

ConvexPolyhedron cube() {
  std::vector<Vec3> v;
  for (int k = 0; k < 8; ++k) v.emplace_back(k & 1, (k >> 1) & 1, (k >> 2) & 1);
  return polyhedron_with_faces(v, {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}});
}

TEST(Validation, AcceptsACubeAndTurnsItsFacesOutward) {
  EXPECT_EQ(complaint(cube()), "fine");
  auto faces = cube().faces;
  for (auto& face : faces) std::reverse(face.begin(), face.end());
  const ConvexPolyhedron turned = polyhedron_with_faces(cube().vertices, faces);
  EXPECT_EQ(complaint(turned), "fine");
  EXPECT_EQ(turned.faces, cube().faces);
}

TEST(Validation, SaysWhatIsWrongWithTheFacesOfAPolyhedron) {
  ConvexPolyhedron shape = cube();
  shape.faces[2][1] = 8;
  EXPECT_EQ(complaint(shape), "bad_shape f[2][1]: index 8 out of range, 8 vertices");
  shape.faces[2][1] = -1;
  EXPECT_EQ(complaint(shape), "bad_shape f[2][1]: index -1 out of range, 8 vertices");

  auto faces = cube().faces;
  faces[3] = {2, 6};
  EXPECT_EQ(complaint(polyhedron_with_faces(cube().vertices, faces)), "bad_shape f[3]: 2 corners, a face needs 3");
  faces = cube().faces;
  faces.pop_back();
  EXPECT_NE(complaint(polyhedron_with_faces(cube().vertices, faces)).find("no face on the other side of"), std::string::npos);
  faces = cube().faces;
  std::reverse(faces[0].begin(), faces[0].end());
  EXPECT_NE(complaint(polyhedron_with_faces(cube().vertices, faces)).find("runs the same way"), std::string::npos);

  std::vector<Vec3> dented = cube().vertices;
  dented[7] = Vec3(0.2, 0.2, 0.2);
  EXPECT_NE(complaint(polyhedron_with_faces(dented, cube().faces)), "fine");
  std::vector<Vec3> with_stray = cube().vertices;
  with_stray.emplace_back(0.5, 0.5, 2);
  EXPECT_EQ(complaint(polyhedron_with_faces(with_stray, cube().faces)), "bad_shape v[8]: outside f[1]");
  EXPECT_EQ(complaint(polyhedron_with_faces(cube().vertices, {})), "bad_shape f: no faces for points that span space");
}

TEST(Validation, RejectsTwoSeparateSolidsAsOne) {
  ConvexPolyhedron both = cube();
  std::vector<Vec3> vertices = both.vertices;
  auto faces = both.faces;
  for (const Vec3& v : cube().vertices) vertices.push_back(v + Vec3(5, 0, 0));
  for (auto face : cube().faces) {
    for (auto& i : face) i += 8;
    faces.push_back(face);
  }
  EXPECT_EQ(complaint(polyhedron_with_faces(vertices, faces)), "bad_shape f: the faces do not bound one solid without holes");
}

TEST(Embedding, PutsShapesOfThePlaneAtHeightZero) {
  const Shape box = embedded(Shape2{Obb2{{1, 2}, {Vec2(0, 1), Vec2(-1, 0)}, {3, 4}}});
  const Obb& obb = std::get<Obb>(box.value);
  EXPECT_EQ(obb.center, Vec3(1, 2, 0));
  EXPECT_EQ(obb.half_extents, Vec3(3, 4, 0));
  EXPECT_EQ(obb.axes[2], Vec3(0, 0, 1));
  EXPECT_EQ(complaint(box), "fine");
  EXPECT_EQ(std::get<Sphere>(embedded(Shape2{Circle{{1, 2}, 3}}).value).radius, 3);
  EXPECT_EQ(std::get<ConvexPolygon>(embedded(Shape2{ConvexPolygon2{{Vec2(1, 2)}}}).value).vertices[0], Vec3(1, 2, 0));
}

}  // namespace
}  // namespace graze
