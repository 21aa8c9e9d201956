/// Curves of intersection against exact segments of all pairs of triangles, made with rationals.

#include <algorithm>
#include <map>
#include <set>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>
#include <oracle/rational.h>

#include <graze/answers.h>
#include <graze/contains.h>
#include <graze/generate.h>
#include <graze/intersection.h>

#include "questions/any_body.h"
#include "questions/box_filter.h"

namespace graze {
namespace {

using testing::body;

using oracle::Rational;
using oracle::RationalVec3;
using testing::Random;

using ExactPoint = std::array<Rational, 3>;
using ExactSegment = std::array<ExactPoint, 2>;

IntersectionCurves curves_of(const Body& a, const Body& b) { return *intersection(a, b, {.max_pairs = 0, .curves = true})->curves; }

/// Corners of what two triangles share: clipping repeats points and keeps points within sides, so those are taken out.
std::vector<ExactPoint> common_corners(const oracle::RationalTriangle& a, const oracle::RationalTriangle& b) {
  std::vector<RationalVec3> part(a.begin(), a.end());
  for (const auto& boundary : oracle::half_spaces_of(b)) {
    part = oracle::clipped(part, boundary);
    if (part.empty()) return {};
  }
  std::set<ExactPoint> points;
  for (const RationalVec3& p : part) points.insert(p.coordinate);
  const bool is_line = std::all_of(part.begin(), part.end(), [&](const RationalVec3& p) {
    const RationalVec3 first{*points.begin()}, last{*points.rbegin()};
    return is_zero(cross(p - first, last - first));
  });
  if (is_line && points.size() > 2) return {*points.begin(), *points.rbegin()};
  return {points.begin(), points.end()};
}

struct Truth {
  std::set<ExactSegment> segments;
  std::set<ExactPoint> touches;  ///< ends of segments and corners of patches included
  std::size_t patches = 0;
  std::map<ExactPoint, int> degree;
};

Truth truth_about(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b, const Pose& pose_b) {
  Truth truth;
  for (std::size_t i = 0; i < a.triangles.size(); ++i) {
    const auto in_a = oracle::posed(a.triangle(i), pose_a);
    for (std::size_t j = 0; j < b.triangles.size(); ++j) {
      if (testing::are_far(a.triangle(i), pose_a, b.triangle(j), pose_b)) continue;
      const std::vector<ExactPoint> common = common_corners(in_a, oracle::posed(b.triangle(j), pose_b));
      if (common.size() == 1) truth.touches.insert(common[0]);
      if (common.size() == 2) truth.segments.insert({common[0], common[1]});
      if (common.size() > 2) ++truth.patches;
    }
  }
  for (const ExactSegment& s : truth.segments) {
    for (const ExactPoint& end : s) ++truth.degree[end];
  }
  return truth;
}

/// The double nearest to a rational that is not halfway between two.
double nearest(const Rational& x) {
  if (x == 0) return 0;
  const double near = x.get_d();  // towards zero
  const double next = std::nextafter(near, sgn(x) * std::numeric_limits<double>::infinity());
  return abs(Rational(next) - x) < abs(x - Rational(near)) ? next : near;
}

using Place = std::array<double, 3>;
Place nearest(const ExactPoint& p) { return {nearest(p[0]), nearest(p[1]), nearest(p[2])}; }
Place as_array(const Vec3& v) { return {v.x() + 0.0, v.y() + 0.0, v.z() + 0.0}; }

using Segment2 = std::array<Place, 2>;

Segment2 sorted(Place p, Place q) { return p < q ? Segment2{p, q} : Segment2{q, p}; }

std::multiset<Segment2> segments_of(const IntersectionCurves& found) {
  std::multiset<Segment2> segments;
  for (const IntersectionCurve& c : found.curves) {
    const std::size_t count = c.closed ? c.points.size() : c.points.size() - 1;
    for (std::size_t k = 0; k < count; ++k)
      segments.insert(sorted(as_array(c.points[k]), as_array(c.points[(k + 1) % c.points.size()])));
  }
  return segments;
}

void expect_truth(const IntersectionCurves& found, const Truth& truth) {
  std::multiset<Segment2> segments;
  std::map<Place, int> degree;
  for (const ExactSegment& s : truth.segments) segments.insert(sorted(nearest(s[0]), nearest(s[1])));
  for (const auto& [point, count] : truth.degree) degree[nearest(point)] = count;
  ASSERT_EQ(degree.size(), truth.degree.size()) << "the case is too fine for a test by doubles";
  EXPECT_EQ(segments_of(found), segments);
  EXPECT_EQ(found.patches.size(), truth.patches);
  for (const IntersectionCurve& c : found.curves) {
    if (c.points.size() == 1) {
      EXPECT_TRUE(std::ranges::any_of(truth.touches, [&](const ExactPoint& p) { return nearest(p) == as_array(c.points[0]); }));
      EXPECT_FALSE(degree.contains(as_array(c.points[0])));
      continue;
    }
    EXPECT_EQ(c.pairs.size(), c.closed ? c.points.size() : c.points.size() - 1);
    for (std::size_t k = 1; k + 1 < c.points.size(); ++k) EXPECT_EQ(degree[as_array(c.points[k])], 2);
    if (c.closed) continue;
    EXPECT_NE(degree[as_array(c.points.front())], 2);
    EXPECT_NE(degree[as_array(c.points.back())], 2);
  }
}

TEST(IntersectionCurves, AreTheExactSegmentsOfAllPairsJoined) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 10, 6);
  const TriangleMesh ball = make_bumpy_sphere_mesh(1, 0.2, 1);
  Random random(11);
  std::size_t loops = 0;
  for (int k = 0; k < testing::effort(8); ++k) {
    const Pose pose_a = random.pose(0.5), pose_b = random.pose(1.5);
    const IntersectionCurves found = curves_of(body(torus, pose_a), body(ball, pose_b));
    expect_truth(found, truth_about(torus, pose_a, ball, pose_b));
    if (HasFailure()) FAIL() << "pose " << k;
    for (const IntersectionCurve& c : found.curves) EXPECT_TRUE(c.closed);  // closed surfaces in general position
    loops += found.curves.size();
  }
  EXPECT_GT(loops, 4U);
}

TEST(IntersectionCurves, AreExactWhereTrianglesTouchFoldAndOverlapOnAGrid) {
  Random random(12);
  std::size_t patches = 0, single = 0, open = 0;
  for (int k = 0; k < testing::effort(150); ++k) {
    std::array<TriangleMesh, 2> soups;
    for (TriangleMesh& soup : soups) {
      for (int v = 0; v < 7; ++v) {
        Vec3 p = random.grid(2);
        if (k % 3 == 0 && v > 0) p.z() = 0;  // most triangles in one plane
        soup.vertices.push_back(p);
      }
      for (int t = 0; t < 4; ++t) {
        const auto corner = [&] { return static_cast<std::uint32_t>(random.below(7)); };
        soup.triangles.push_back({corner(), corner(), corner()});
      }
    }
    const IntersectionCurves found = curves_of(body(soups[0]), body(soups[1]));
    expect_truth(found, truth_about(soups[0], {}, soups[1], {}));
    if (HasFailure()) FAIL() << "soup " << k;
    patches += found.patches.size();
    for (const IntersectionCurve& c : found.curves) ++(c.points.size() == 1 ? single : open);
  }
  EXPECT_GT(patches, 5U);
  EXPECT_GT(single, 5U);
  EXPECT_GT(open, 5U);
}

TEST(IntersectionCurves, OfABarThroughAPlateAreTwoClosedRectangles) {
  const auto found = curves_of(body(make_box_mesh(Vec3(2, 2, 0.25))), body(make_box_mesh(Vec3(0.5, 0.5, 3))));
  ASSERT_EQ(found.curves.size(), 2U);
  EXPECT_TRUE(found.patches.empty());
  for (const IntersectionCurve& c : found.curves) {
    EXPECT_TRUE(c.closed);
    double length = 0;
    for (std::size_t k = 0; k < c.points.size(); ++k) {
      const Vec3& p = c.points[k];
      EXPECT_EQ(std::abs(p.z()), 0.25);
      EXPECT_EQ(p.head<2>().lpNorm<Eigen::Infinity>(), 0.5);
      length += (c.points[(k + 1) % c.points.size()] - p).norm();
    }
    EXPECT_DOUBLE_EQ(length, 4);
  }
}

TEST(IntersectionCurves, OfASheetThatEndsInsideABoxAreOpen) {
  const TriangleMesh sheet{{Vec3(0, -0.25, 0.125), Vec3(5, -0.25, 0.125), Vec3(5, 0.25, 0.125)}, {{0, 1, 2}}};
  const auto found = curves_of(body(make_box_mesh(Vec3(1, 1, 1))), body(sheet));
  ASSERT_EQ(found.curves.size(), 1U);
  EXPECT_FALSE(found.curves[0].closed);
  EXPECT_EQ(found.curves[0].points.front(), Vec3(1, -0.25, 0.125));
  EXPECT_EQ(found.curves[0].points.back(), Vec3(1, -0.15, 0.125));
}

double area_of(const IntersectionPatch& patch) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t k = 2; k < patch.points.size(); ++k)
    sum += (patch.points[k - 1] - patch.points[0]).cross(patch.points[k] - patch.points[0]);
  return sum.norm() / 2;
}

TEST(IntersectionCurves, OfStackedBoxesArePatchesAndTheirRim) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const auto found = curves_of(body(box), body(box, {.translation = Vec3(0.5, 0.25, 2)}));
  double area = 0;
  for (const IntersectionPatch& patch : found.patches) area += area_of(patch);
  EXPECT_DOUBLE_EQ(area, 1.5 * 1.75);
  ASSERT_EQ(found.curves.size(), 1U);
  EXPECT_TRUE(found.curves[0].closed);
}

TEST(IntersectionCurves, ShowATouchingCornerAsOnePoint) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  const auto found = curves_of(body(box), body(box, {.translation = Vec3(2, 2, 2)}));
  ASSERT_EQ(found.curves.size(), 1U);
  EXPECT_EQ(found.curves[0].points, std::vector<Vec3>{Vec3(1, 1, 1)});
  EXPECT_FALSE(found.curves[0].closed);
  EXPECT_EQ(found.curves[0].pairs.size(), 1U);
}

/// Every triangle with corners of its own, as in STL files, and each of them twice.
TriangleMesh loose_and_doubled(const TriangleMesh& mesh) {
  TriangleMesh loose;
  for (int repeat = 0; repeat < 2; ++repeat) {
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      const auto first = static_cast<std::uint32_t>(loose.vertices.size());
      for (const Vec3& v : mesh.triangle(i).v) loose.vertices.push_back(v);
      loose.triangles.push_back({first, first + 1, first + 2});
    }
  }
  return loose;
}

void expect_same_lines(const IntersectionCurves& x, const IntersectionCurves& y) {
  ASSERT_EQ(x.curves.size(), y.curves.size());
  for (std::size_t k = 0; k < x.curves.size(); ++k) {
    EXPECT_EQ(x.curves[k].closed, y.curves[k].closed);
    EXPECT_EQ(x.curves[k].points, y.curves[k].points);
  }
}

TEST(IntersectionCurves, DoNotDependOnHowTheTrianglesAreStored) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 10, 6), ball = make_sphere_mesh(1, 1);
  Random random(13);
  for (int k = 0; k < testing::effort(6); ++k) {
    const Pose pose_a = random.pose(0.5), pose_b = random.pose(1);
    const auto plain = curves_of(body(torus, pose_a), body(ball, pose_b));
    expect_same_lines(curves_of(body(loose_and_doubled(torus), pose_a), body(loose_and_doubled(ball), pose_b)), plain);
    const auto swapped = curves_of(body(ball, pose_b), body(torus, pose_a));
    expect_same_lines(swapped, plain);
    for (std::size_t c = 0; c < plain.curves.size(); ++c) {
      for (std::size_t s = 0; s < plain.curves[c].pairs.size(); ++s) {
        const auto [i, j] = plain.curves[c].pairs[s];
        EXPECT_EQ(swapped.curves[c].pairs[s], (TrianglePair{j, i}));
      }
    }
  }
}

TEST(IntersectionCurves, ScaleWithPowersOfTwoAndTurnWithTheBodies) {
  const TriangleMesh torus = make_torus_mesh(2, 0.75, 10, 6), ball = make_sphere_mesh(1, 1);
  Random random(14);
  const Pose pose_a = random.pose(0.5), pose_b = random.pose(1);
  const auto plain = curves_of(body(torus, pose_a), body(ball, pose_b));
  ASSERT_FALSE(plain.curves.empty());
  const auto scaled_mesh = [](TriangleMesh mesh, double s) {
    for (Vec3& v : mesh.vertices) v *= s;
    return mesh;
  };
  for (const double s : {0x1p-40, 0x1p60}) {
    auto expected = plain;
    for (auto& c : expected.curves) {
      for (Vec3& p : c.points) p *= s;
    }
    expect_same_lines(curves_of(body(scaled_mesh(torus, s), {pose_a.rotation, s * pose_a.translation}),
                                body(scaled_mesh(ball, s), {pose_b.rotation, s * pose_b.translation})),
                      expected);
  }
  Mat3 quarter;
  quarter << 0, -1, 0, 1, 0, 0, 0, 0, 1;
  const auto turned = curves_of(body(torus, {quarter * pose_a.rotation, quarter * pose_a.translation}),
                                body(ball, {quarter * pose_b.rotation, quarter * pose_b.translation}));
  std::multiset<Segment2> expected;
  for (const auto& [p, q] : segments_of(plain)) {
    const auto turn = [](const Place& x) { return Place{-x[1] + 0.0, x[0], x[2]}; };
    expected.insert(sorted(turn(p), turn(q)));
  }
  EXPECT_EQ(segments_of(turned), expected);
}

TEST(IntersectionCurves, OfMeshesThatAreApartOrEmptyAreNone) {
  const TriangleMesh box = make_box_mesh(Vec3(1, 1, 1));
  EXPECT_TRUE(curves_of(body(box), body(box, {.translation = Vec3(5, 0, 0)})).curves.empty());
  EXPECT_TRUE(curves_of(body(box), body(TriangleMesh{})).curves.empty());
}

}  // namespace
}  // namespace graze
