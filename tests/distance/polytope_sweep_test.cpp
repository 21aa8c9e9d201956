/// Sweeps by corners against an exact linear program and, for larger bodies, against the list of axes.

#include <cmath>
#include <numbers>

#include <gtest/gtest.h>

#include <graze/distance/polytope_sweep.h>
#include <graze/shapes/hull.h>

#include <oracle/effort.h>
#include <oracle/random.h>
#include <sat/random_convex.h>

namespace graze::distance {
namespace {

using testing::effort;
using testing::Random;
using testing::RandomBody;
using testing::RandomConvex;

constexpr double infinity = std::numeric_limits<double>::infinity();

using Points = std::vector<Vec3>;

sat::Convex hull_of(const Points& points) { return *sat::as_convex(Shape{*convex_hull(points)}, {}); }

struct Flight {
  RandomBody a;
  RandomBody b;
  sat::Velocities velocities;
  double t_max = 0;
};

/// On the grid touching, grazing, sliding and receding are common, and so are bodies at rest.
Flight random_flight(RandomConvex& random) {
  const bool on_grid = random.chance(0.7);
  const auto velocity = [&] {
    return random.chance(0.15) ? Vec3(Vec3::Zero()) : on_grid ? random.grid_point(2) : random.real_point(2);
  };
  const double limits[] = {0, 0.5, 1, 2, 8, infinity};
  const auto body = [&] { return random.body(on_grid, random.integer(0, RandomConvex::kinds - 1)); };
  return {body(), body(), {velocity(), velocity()}, limits[random.integer(0, 5)]};
}

std::optional<oracle::RationalContact> truth(const Flight& f) {
  const auto t_max = std::isinf(f.t_max) ? std::nullopt : std::optional(mpq_class(f.t_max));
  return oracle::contact(f.a.corners, f.b.corners, oracle::exact(f.velocities.b) - oracle::exact(f.velocities.a), t_max);
}

/// Times are exact up to one place, of boxes with rounded axes up to two.
int places(const Flight& f) {
  const auto is_rounded = [](const RandomBody& body) {
    const auto* box = std::get_if<Obb>(&body.shape.value);
    return box != nullptr && box->axes[0].cwiseAbs().maxCoeff() != 1;
  };
  return is_rounded(f.a) || is_rounded(f.b) ? 2 : 1;
}

double stepped(double x, double towards, int places) {
  for (int i = 0; i < places; ++i) x = std::nextafter(x, towards);
  return x;
}

TEST(PolytopeSweep, AgreesWithAnExactLinearProgramOnBooleanAndBothTimes) {
  RandomConvex random(1042);
  const int flights = effort(20000);
  int hits = 0;
  for (int i = 0; i < flights; ++i) {
    const Flight f = random_flight(random);
    const auto expected = truth(f);
    const auto impact =
        sweep_by_corners(*sat::as_convex(f.a.shape, f.a.pose), *sat::as_convex(f.b.shape, f.b.pose), f.velocities, f.t_max);
    ASSERT_EQ(impact.has_value(), expected.has_value()) << "flight " << i;
    if (!impact) continue;
    ++hits;
    ASSERT_LE(mpq_class(impact->first), expected->first) << "flight " << i;
    ASSERT_GT(mpq_class(stepped(impact->first, infinity, places(f))), expected->first) << "flight " << i;
    ASSERT_EQ(impact->initial, expected->first == 0) << "flight " << i;
    if (!expected->last) {
      ASSERT_EQ(impact->last, infinity) << "flight " << i;
      continue;
    }
    ASSERT_GE(mpq_class(*impact->last), *expected->last) << "flight " << i;
    ASSERT_TRUE(*impact->last == 0 || mpq_class(stepped(*impact->last, 0, places(f))) < *expected->last) << "flight " << i;
  }
  EXPECT_GT(hits, flights / 8);
}

/// Points of a polygon may begin anywhere.
bool are_same(const ContactSet& x, const ContactSet& y) {
  if (x.points.size() != y.points.size()) return false;
  for (const Vec3& p : x.points) {
    if (std::find(y.points.begin(), y.points.end(), p) == y.points.end()) return false;
  }
  return true;
}

void expect_same(const std::optional<Impact>& found, const std::optional<Impact>& expected, int number) {
  ASSERT_EQ(found.has_value(), expected.has_value()) << number;
  if (!found) return;
  EXPECT_EQ(found->first, expected->first) << number;
  EXPECT_EQ(found->last, expected->last) << number;
  EXPECT_EQ(found->initial, expected->initial) << number;
  EXPECT_EQ(found->approaching, expected->approaching) << number;
  EXPECT_EQ(found->normal.has_value(), expected->normal.has_value()) << number;
  EXPECT_TRUE(are_same(found->set, expected->set)) << number;
}

/// Faces are named before pairs of edges, those of the first body before those of the second. All of a box without thickness is
/// extreme at once, which has no name.
int body_with_face(const Impact& impact) {
  for (int k = 0; k < 2; ++k) {
    const FeatureKind kind = impact.features[k].kind;
    if (kind == FeatureKind::face || kind == FeatureKind::interior) return k;
  }
  return 2;
}

bool is_polygon(const RandomBody& body) { return std::holds_alternative<ConvexPolygon>(body.shape.value); }

TEST(PolytopeSweep, AnswersAboutSmallBodiesAsTheAxesDo) {
  RandomConvex random(1043);
  int touching = 0;
  for (int i = 0; i < effort(20000); ++i) {
    const Flight f = random_flight(random);
    const sat::Convex a = *sat::as_convex(f.a.shape, f.a.pose), b = *sat::as_convex(f.b.shape, f.b.pose);
    const auto expected = sat::sweep(a, b, f.velocities, f.t_max);
    const auto found = sweep_by_corners(a, b, f.velocities, f.t_max);
    expect_same(found, expected, i);
    if (!found || !found->normal) continue;
    ++touching;
    if (is_polygon(f.a) || is_polygon(f.b)) continue;  // whose corners rounding may have lifted: the axes know their triples
    ASSERT_LE(body_with_face(*found), body_with_face(*expected)) << i;  // several faces may touch at once
  }
  EXPECT_GT(touching, effort(20000) / 20);
}

Points tilted_prism(Random& random, int sides) {
  const Pose pose = random.pose(0.2);
  Points points;
  for (int i = 0; i < 2 * sides; ++i) {
    const double angle = 2 * std::numbers::pi * i / sides;
    points.push_back(pose.to_world(Vec3(std::cos(angle), std::sin(angle), i < sides ? -1 : 1)));
  }
  return points;
}

Points moved(Points points, const Vec3& by) {
  for (Vec3& p : points) p += by;
  return points;
}

TEST(PolytopeSweep, AnswersAsTheAxesDo) {
  Random random(1044);
  for (int i = 0; i < effort(120); ++i) {
    const Vec3 way = random.unit();
    const Points at = i % 3 == 0 ? Points{Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1)} : random.on_ball(10 + i, {});
    const sat::Convex a = hull_of(random.on_ball(10 + i, Vec3::Zero()));
    const sat::Convex b = hull_of(moved(at, random.real(0, 3) * way));
    const sat::Velocities velocities{random.vector(0.2), random.vector(0.2) - way};
    const auto expected = sat::sweep(a, b, velocities, 5);
    const auto found = distance::sweep(a, b, velocities, 5);
    expect_same(found, expected, i);
    if (!found) continue;
    EXPECT_EQ(found->normal, expected->normal) << i;
    EXPECT_EQ(found->features, expected->features) << i;
  }
}

/// Faces that rounding has joined do not matter: corners say everything.
TEST(PolytopeSweep, OfTiltedPrismsAgreesWithAnExactLinearProgram) {
  Random random(1045);
  for (int i = 0; i < effort(30); ++i) {
    const Vec3 way = random.unit();
    const Points a = tilted_prism(random, 10), b = moved(tilted_prism(random, 10), 3 * way);
    const Vec3 velocity = random.vector(0.3) - way;
    const auto expected = oracle::contact(oracle::exact_points(a), oracle::exact_points(b), oracle::exact(velocity), mpq_class(9));
    const auto found = distance::sweep(hull_of(a), hull_of(b), {Vec3::Zero(), velocity}, 9);
    ASSERT_EQ(found.has_value(), expected.has_value()) << i;
    if (!found) continue;
    EXPECT_LE(mpq_class(found->first), expected->first) << i;
    EXPECT_GT(mpq_class(stepped(found->first, infinity, 1)), expected->first) << i;
    EXPECT_GE(mpq_class(*found->last), *expected->last) << i;
    EXPECT_LT(mpq_class(stepped(*found->last, 0, 1)), *expected->last) << i;
  }
}

/// A box with points on all its faces and edges: coplanar faces, collinear edges, corners that are none.
Points studded_box(const Vec3& center) {
  Points points;
  for (int x = -2; x <= 2; ++x) {
    for (int y = -2; y <= 2; ++y) {
      for (int z = -2; z <= 2; ++z) {
        if (std::max({std::abs(x), std::abs(y), std::abs(z)}) == 2) points.push_back(center + Vec3(x, y, z));
      }
    }
  }
  return points;
}

sat::Convex bare_hull(const Points& corners) {
  sat::Convex body = hull_of(corners);
  body.vertices.assign(corners.begin(), corners.end());  // all points, not only those the hull needs
  body.faces.clear();
  return body;
}

TEST(PolytopeSweep, KnowsBodiesThatMeetFaceToFaceSlideAndPart) {
  const sat::Convex a = bare_hull(studded_box(Vec3::Zero()));
  const auto meeting = distance::sweep(a, bare_hull(studded_box({7, 1, 0})), {Vec3::Zero(), Vec3(-1, 0, 0)}, 100);
  ASSERT_TRUE(meeting);
  EXPECT_EQ(meeting->first, 3);
  EXPECT_EQ(meeting->last, 11);
  EXPECT_EQ(*meeting->normal, Vec3(1, 0, 0));
  EXPECT_EQ(meeting->set.points.size(), 4U);
  const auto sliding = distance::sweep(a, bare_hull(studded_box({4, 0, 0})), {Vec3::Zero(), Vec3(0, 1, 0)}, 100);
  ASSERT_TRUE(sliding);
  EXPECT_TRUE(sliding->initial);
  EXPECT_TRUE(sliding->approaching);
  EXPECT_EQ(sliding->last, 4);
  EXPECT_EQ(*sliding->normal, Vec3(1, 0, 0));
  const auto grazing = distance::sweep(a, bare_hull(studded_box({4, 6, 0})), {Vec3::Zero(), Vec3(0, -1, 0)}, 100);
  ASSERT_TRUE(grazing);
  EXPECT_EQ(grazing->first, 2);
  EXPECT_EQ(grazing->last, 10);
  const auto parting = distance::sweep(a, bare_hull(studded_box({4, 0, 0})), {Vec3::Zero(), Vec3(1, 0, 0)}, 100);
  ASSERT_TRUE(parting);
  EXPECT_FALSE(parting->approaching);
  EXPECT_EQ(parting->last, 0);
  EXPECT_FALSE(distance::sweep(a, bare_hull(studded_box({5, 0, 0})), {Vec3::Zero(), Vec3(1, 0, 0)}, 100));
  EXPECT_FALSE(distance::sweep(a, bare_hull(studded_box({7, 0, 0})), {Vec3::Zero(), Vec3(-1, 0, 0)}, 2.5));
  const auto inside = distance::sweep(a, bare_hull(studded_box({1, 0, 0})), {Vec3::Zero(), Vec3::Zero()}, 100);
  ASSERT_TRUE(inside);
  EXPECT_FALSE(inside->normal);
  EXPECT_EQ(inside->last, 100);
}

/// Balls of thousands of corners: a list of axes would take minutes.
TEST(PolytopeSweep, OfManyCornersIsRightToo) {
  Random random(1046);
  const sat::Convex a = hull_of(random.on_ball(3000, Vec3::Zero())), b = hull_of(random.on_ball(3000, Vec3(3, 0, 0)));
  const auto found = distance::sweep(a, b, {Vec3::Zero(), Vec3(-1, 0, 0)}, 100);
  ASSERT_TRUE(found);
  EXPECT_NEAR(found->first, 1, 0.02);
  EXPECT_NEAR(*found->last, 5, 0.02);
  EXPECT_EQ(found->set.points.size(), 1U);
}

}  // namespace
}  // namespace graze::distance
