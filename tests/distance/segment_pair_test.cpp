/// Two segments by closed form: right to twelve digits however they lie, and without a search unless they all but touch.

#include <cmath>

#include <gtest/gtest.h>

#include <graze/distance/segment_closest.h>
#include <graze/distance/segment_lanes.h>
#include <graze/distance/simple_shapes.h>
#include <graze/sat/obb_obb_lanes.h>
#include <oracle/effort.h>

#include "rounded_oracle.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::off;
using testing::RandomRounded;
using testing::RoundedCase;
using testing::witness_slack;

struct TwoSegments {
  Segment a;
  Segment b;
};

/// In the middle of a segment, or at one of its ends.
double random_place(RandomRounded& random) {
  return random.convex.chance(0.4) ? random.convex.integer(0, 1) : random.convex.real(0.05, 0.95);
}

/// With a gap of about this length between two of their places; a crowd of nearly parallel and of very short ones among them.
TwoSegments with_gap(RandomRounded& random, double gap) {
  const Vec3 u = random.convex.real_point(1) * (random.convex.chance(0.1) ? 1e-6 : 1.0);
  const double lean = random.convex.chance(0.3) ? std::pow(10, -random.convex.integer(1, 9)) : 1.0;
  const Vec3 v = lean < 1 ? Vec3(u + lean * random.convex.real_point(1)) : random.convex.real_point(1);
  const double s = random_place(random), t = random_place(random);
  const bool both_between = s > 0 && s < 1 && t > 0 && t < 1;
  const Vec3 across = both_between ? Vec3(u.cross(v)) : random.convex.real_point(1);
  const Vec3 at = random.convex.real_point(random.convex.chance(0.2) ? 1000 : 1);
  const Vec3 to = at + gap * across.stableNormalized();
  return {{{at - s * u, at + (1 - s) * u}}, {{to - t * v, to + (1 - t) * v}}};
}

RoundedCase case_of(const Segment& s) { return {{s}, {}, {{oracle::exact(s.v[0]), oracle::exact(s.v[1])}, {}, 0}}; }

double size_of_all(const TwoSegments& two) {
  double size = 0;
  for (const Segment* s : {&two.a, &two.b}) size = std::max({size, s->v[0].norm(), s->v[1].norm()});
  return size;
}

TEST(SegmentPairs, AgreeWithRationalsForEveryGap) {
  RandomRounded random(41);
  for (int i = 0; i < effort(600); ++i) {
    const double gap = std::pow(10, -random.convex.real(0, 15));
    const TwoSegments two = with_gap(random, gap);
    SCOPED_TRACE(::testing::Message() << i << " gap " << gap);
    const RoundedCase a = case_of(two.a), b = case_of(two.b);
    const Closest closest = closest_points(two.a, two.b);
    const mpq_class squared = oracle::squared_distance(a.exact, b.exact, closest.distance);
    ASSERT_EQ(closest.distance == 0, squared == 0);
    const double size = size_of_all(two);
    EXPECT_NEAR((closest.points[0] - closest.points[1]).norm(), closest.distance, witness_slack * size);
    EXPECT_LE(off(closest.points[0], a.exact), witness_slack * size);
    EXPECT_LE(off(closest.points[1], b.exact), witness_slack * size);
    if (squared == 0) continue;
    const mpf_class distance = oracle::root(squared);
    EXPECT_LE(mpf_class(abs(mpf_class(closest.distance, 400) - distance) / distance).get_d(), 1e-12) << closest.distance;
    const Closest turned = closest_points(two.b, two.a);
    EXPECT_NEAR(turned.distance, closest.distance, 2e-12 * closest.distance);
    if (HasFailure()) return;
  }
}

bool is_settled(const TwoSegments& two) {
  const StandingSegments at(two.a, Unposed{}, two.b, Unposed{});
  return SegmentQuestion(at, 0, 0).settles();
}

/// Across each other, or end to end with the way between the ends leading away from both segments.
TEST(SegmentPairs, AreSettledWithoutASearchUnlessTheyAllButTouch) {
  RandomRounded random(42);
  int settled = 0, all = 0;
  for (int i = 0; i < effort(2000); ++i) {
    const Vec3 u = random.convex.real_point(1), v = random.convex.real_point(1);
    const double gap = std::pow(10, -random.convex.real(0, 8));
    const bool end_to_end = i % 2 == 0;
    const Vec3 way = end_to_end ? Vec3(u + v) : Vec3(u.cross(v));
    if (end_to_end && (way.dot(u) < 0.1 || way.dot(v) < 0.1)) continue;
    const Vec3 to = gap * way.stableNormalized();
    const double s = end_to_end ? 1 : random.convex.real(0.05, 0.95);
    const double t = end_to_end ? 0 : random.convex.real(0.05, 0.95);
    settled += is_settled({{{-s * u, (1 - s) * u}}, {{to - t * v, to + (1 - t) * v}}}) ? 1 : 0;
    ++all;
  }
  EXPECT_GT(settled, 0.99 * all);
  EXPECT_GT(all, effort(1000));
}

TEST(SegmentPairs, NameTheirEndsWhereTheseAreNearest) {
  const Segment a{{Vec3(0, 0, 0), Vec3(49, 0, 0)}};
  const auto names = [&](const Segment& b) { return closest_points(a, b).features; };
  const Feature edge{FeatureKind::edge, 0};
  const auto vertex = [](int index) { return Feature{FeatureKind::vertex, index}; };
  EXPECT_EQ(names({{Vec3(49, 1, 0), Vec3(49, 2, 0)}}), (std::array{vertex(1), vertex(0)}));  // straight above the end
  EXPECT_EQ(names({{Vec3(-3, 1, 0), Vec3(-7, 2, 5)}}), (std::array{vertex(0), vertex(0)}));
  EXPECT_EQ(names({{Vec3(7, 2, 0), Vec3(7, 1, 0)}}), (std::array{edge, vertex(1)}));
  EXPECT_EQ(names({{Vec3(7, 1, -3), Vec3(7, 1, 3)}}), (std::array{edge, edge}));
  EXPECT_EQ(names({{Vec3(60, 0, -3), Vec3(60, 0, 3)}}), (std::array{vertex(1), edge}));
  EXPECT_EQ(names({{Vec3(7, 1, 0), Vec3(7, 1, 0)}}), (std::array{edge, vertex(0)}));  // without length
}

TEST(SegmentPairs, AreMeasuredFinelyWithinTheErrorOfTheWay) {
  RandomRounded random(43);
  const FineSegmentWay other = sat::has_avx2() ? fine_segment_way_avx2 : fine_segment_way_baseline;
  for (int i = 0; i < effort(1000); ++i) {
    const TwoSegments two = with_gap(random, std::pow(10, -random.convex.real(0, 15)));
    const double s = random_place(random), t = random_place(random);
    const Vector3<double> found = fine_segment_way_baseline(two.a.v, s, two.b.v, t);
    const Vector3<double> again = other(two.a.v, s, two.b.v, t);
    const double coordinates[3] = {found.x, found.y, found.z}, same[3] = {again.x, again.y, again.z};
    const Vec3 e = two.a.v[1] - two.a.v[0], f = two.b.v[1] - two.b.v[0], r = two.b.v[0] - two.a.v[0];
    for (int k = 0; k < 3; ++k) {
      EXPECT_EQ(coordinates[k], same[k]);
      const auto at = [&](const Segment& x, double p) -> mpq_class {
        const mpq_class first(x.v[0][k]), last(x.v[1][k]);
        return first + mpq_class(p) * (last - first);
      };
      const mpq_class exact = at(two.b, t) - at(two.a, s);
      const double size = std::abs(e[k]) + std::abs(f[k]) + std::abs(r[k]);
      const mpq_class room = mpq_class(tolerance::rounding) * abs(exact) + mpq_class(2 * fine_way_error) * mpq_class(size);
      ASSERT_LE(abs(mpq_class(coordinates[k]) - exact), room) << i;
    }
  }
}

}  // namespace
}  // namespace graze::distance
