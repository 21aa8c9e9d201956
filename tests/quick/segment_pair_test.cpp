/// Two segments by closed form: right to twelve digits however they lie, and without a search unless they nearly touch.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/known_shapes.h>

#include "box/eight_lanes.h"
#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"
#include "quick/closed_form.h"
#include "quick/kernels.h"
#include "quick/segment_lanes.h"
#include "quick/segment_segment.h"

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

/// With a gap of about this length between two of their parameters; a crowd of nearly parallel and of very short ones among them.
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

/// However small the gap.
void expect_right(const Closest& closest, const RoundedCase& a, const RoundedCase& b, double size) {
  const mpq_class squared = oracle::squared_distance(a.exact, b.exact, closest.distance);
  ASSERT_EQ(closest.distance == 0, squared == 0);
  EXPECT_NEAR((closest.points[0] - closest.points[1]).norm(), closest.distance, witness_slack * size);
  EXPECT_LE(off(closest.points[0], a.exact), witness_slack * size);
  EXPECT_LE(off(closest.points[1], b.exact), witness_slack * size);
  if (squared == 0) return;
  const mpf_class distance = oracle::root(squared);
  EXPECT_LE(mpf_class(abs(mpf_class(closest.distance, 400) - distance) / distance).get_d(), 1e-12) << closest.distance;
}

TEST(SegmentPairs, AgreeWithRationalsForEveryGap) {
  RandomRounded random(41);
  for (int i = 0; i < effort(600); ++i) {
    const double gap = std::pow(10, -random.convex.real(0, 18));
    const TwoSegments two = with_gap(random, gap);
    SCOPED_TRACE(::testing::Message() << i << " gap " << gap);
    const Closest closest = closest_points(two.a, two.b);
    expect_right(closest, case_of(two.a), case_of(two.b), size_of_all(two));
    if (HasFailure()) return;
    EXPECT_NEAR(closest_points(two.b, two.a).distance, closest.distance, 2e-12 * closest.distance);
  }
}

/// The nearest parameter of the second is its end, less than a rounding beyond the parameter that doubles find.
TEST(SegmentPairs, StayWithinTheirEndsWhereTheyTouch) {
  const Segment a{{Vec3(-1.0477385462923261, -0.82906066294514191, -0.66111694480722882),
                   Vec3(-0.45808184706738148, 0.13398714661094002, -0.97551395752263281)}};
  const Segment b{{Vec3(-1.6173206038925028, -0.36865059841712566, -1.1683394437952008),
                   Vec3(-0.95569110546158798, -0.67872558427342766, -0.71019540090434519)}};
  expect_right(closest_points(a, b), case_of(a), case_of(b), 2);
}

struct Posed {
  Segment segment;
  Pose pose;

  [[nodiscard]] RoundedCase exact() const {
    return {{segment}, pose, {{oracle::posed(segment.v[0], pose), oracle::posed(segment.v[1], pose)}, {}, 0}};
  }
  [[nodiscard]] double size() const { return segment.v[0].norm() + segment.v[1].norm() + pose.translation.norm(); }
};

/// The segment in a frame of its own, up to this far from its origin.
Posed in_a_frame(RandomRounded& random, const Segment& world, double away) {
  const Mat3 turn = random.convex.any_rotation();
  const Pose pose{turn, world.v[0] - turn * (random.convex.chance(0.5) ? Vec3(Vec3::Zero()) : random.convex.real_point(away))};
  return {{{pose.to_body(world.v[0]), pose.to_body(world.v[1])}}, pose};
}

TEST(SegmentPairs, AgreeWithRationalsWherePosesPlaceThem) {
  RandomRounded random(44);
  for (int i = 0; i < effort(600); ++i) {
    const double gap = std::pow(10, -random.convex.real(0, 16));
    const double away = std::pow(10, random.convex.integer(0, 9));
    SCOPED_TRACE(::testing::Message() << i << " gap " << gap << " away " << away);
    const TwoSegments world = with_gap(random, gap);
    const Posed a = in_a_frame(random, world.a, away), b = in_a_frame(random, world.b, away);
    const Closest closest = *closest_points(Shape{a.segment}, a.pose, Shape{b.segment}, b.pose);
    expect_right(closest, a.exact(), b.exact(), a.size() + b.size());
    if (HasFailure()) return;
  }
}

bool is_settled(const TwoSegments& two) {
  const StandingSegments at(two.a, Unposed{}, two.b, Unposed{});
  return SegmentQuestion(at, 0, 0).certifies();
}

/// Across each other, or end to end with the offset between the ends leading away from both segments.
TEST(SegmentPairs, AreSettledWithoutASearchUnlessTheyAllButTouch) {
  RandomRounded random(42);
  const int cases = effort(2000);
  int certified = 0, all = 0;
  for (int i = 0; i < cases; ++i) {
    const Vec3 u = random.convex.real_point(1), v = random.convex.real_point(1);
    const double gap = std::pow(10, -random.convex.real(0, 8));
    const bool end_to_end = i % 2 == 0;
    const Vec3 offset = end_to_end ? Vec3(u + v) : Vec3(u.cross(v));
    if (end_to_end && (offset.dot(u) < 0.1 || offset.dot(v) < 0.1)) continue;
    const Vec3 to = gap * offset.stableNormalized();
    const double s = end_to_end ? 1 : random.convex.real(0.05, 0.95);
    const double t = end_to_end ? 0 : random.convex.real(0.05, 0.95);
    certified += is_settled({{{-s * u, (1 - s) * u}}, {{to - t * v, to + (1 - t) * v}}}) ? 1 : 0;
    ++all;
  }
  EXPECT_GT(certified, 0.99 * all);
  EXPECT_GT(all, cases / 2);
}

/// Where they touch but for a few roundings: an end of one somewhere on the other.
TEST(SegmentPairs, AreMostlySettledWithoutASearchWhereTheyTouch) {
  RandomRounded random(47);
  int certified = 0;
  const int all = effort(1000);
  for (int i = 0; i < all; ++i) {
    const Vec3 at = random.convex.real_point(1), u = random.convex.real_point(1), v = random.convex.real_point(1);
    const double s = random_place(random), t = random.convex.integer(0, 1);
    const Vec3 to = at + 4 * tolerance::rounding * random.convex.real_point(1);
    const Segment a{{at - s * u, at + (1 - s) * u}}, b{{to - t * v, to + (1 - t) * v}};
    const auto nothing = [] { return std::optional<Closest>(); };
    certified += distance::certified<std::optional<Closest>>(a, Unposed{}, b, Unposed{}, nothing) ? 1 : 0;
  }
  EXPECT_GT(certified, 0.75 * all);
}

TEST(SegmentPairs, AreSettledWithoutASearchInPosesToo) {
  RandomRounded random(45);
  int certified = 0;
  const int all = effort(1000);
  for (int i = 0; i < all; ++i) {
    const Vec3 u = random.convex.real_point(1), v = random.convex.real_point(1);
    const Vec3 to = std::pow(10, -random.convex.real(0, 8)) * u.cross(v).stableNormalized();
    const double s = random.convex.real(0.05, 0.95), t = random.convex.real(0.05, 0.95);
    const Posed a = in_a_frame(random, {{-s * u, (1 - s) * u}}, 10), b = in_a_frame(random, {{to - t * v, to + (1 - t) * v}}, 10);
    const MovedSegments at(a.segment, a.pose, b.segment, b.pose);
    certified += SegmentQuestion(at, 0, 0).certifies() ? 1 : 0;
  }
  EXPECT_GT(certified, 0.99 * all);
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

/// A coordinate of the offset from a parameter of a to one of b, from one end of either to the other.
struct ExactWay {
  std::array<mpq_class, 2> a, b;

  [[nodiscard]] mpq_class between(double s, double t) const { return at(b, t) - at(a, s); }

 private:
  [[nodiscard]] static mpq_class at(const std::array<mpq_class, 2>& ends, double parameter) {
    return ends[0] + mpq_class(parameter) * (ends[1] - ends[0]);
  }
};

/// Within one rounding of the exact number and `margin`.
void expect_measured(double found, double by_other_lanes, const mpq_class& exact, const mpq_class& margin) {
  EXPECT_EQ(found, by_other_lanes);
  const mpq_class error = abs(mpq_class(found) - exact);
  EXPECT_LE(error, mpq_class(tolerance::rounding) * abs(exact) + margin);
}

std::array<double, 3> coordinates_of(const Vector3<double>& v) { return {v.x, v.y, v.z}; }

TEST(SegmentPairs, AreMeasuredFinelyWithinTheErrorOfTheWay) {
  RandomRounded random(43);
  const FineSegmentOffset fine_way = segment_kernels_baseline.fine_segment_offset, other = segment_kernels().fine_segment_offset;
  for (int i = 0; i < effort(1000) && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const TwoSegments two = with_gap(random, std::pow(10, -random.convex.real(0, 15)));
    const SegmentEnds &a = two.a.v, &b = two.b.v;
    const double s = random_place(random), t = random_place(random);
    const auto found = coordinates_of(fine_way(a, s, b, t)), again = coordinates_of(other(a, s, b, t));
    const Vec3 size = (a[1] - a[0]).cwiseAbs() + (b[1] - b[0]).cwiseAbs() + (b[0] - a[0]).cwiseAbs();
    for (int k = 0; k < 3; ++k) {
      const ExactWay exact{{a[0][k], a[1][k]}, {b[0][k], b[1][k]}};
      expect_measured(found[k], again[k], exact.between(s, t), mpq_class(2 * fine_offset_error) * mpq_class(size[k]));
    }
  }
}

TEST(SegmentPairs, AreMeasuredFinelyWherePosesPlaceThem) {
  RandomRounded random(46);
  const FinePosedOffset fine_way = segment_kernels_baseline.fine_posed_offset, other = segment_kernels().fine_posed_offset;
  for (int i = 0; i < effort(1000) && !HasFailure(); ++i) {
    SCOPED_TRACE(i);
    const TwoSegments two = with_gap(random, std::pow(10, -random.convex.real(0, 15)));
    const double s = random_place(random), t = random_place(random);
    const Posed a = in_a_frame(random, two.a, 100), b = in_a_frame(random, two.b, 100);
    const PosedSegment in_a{a.segment.v, a.pose}, in_b{b.segment.v, b.pose};
    const PosedOffset measured = fine_way(in_a, s, in_b, t), by_other_lanes = other(in_a, s, in_b, t);
    const auto found = coordinates_of(measured.x), again = coordinates_of(by_other_lanes.x);
    EXPECT_EQ(measured.error, by_other_lanes.error);
    const auto ends_a = a.exact().exact.points, ends_b = b.exact().exact.points;
    for (int k = 0; k < 3; ++k) {
      const ExactWay exact{{ends_a[0][k], ends_a[1][k]}, {ends_b[0][k], ends_b[1][k]}};
      expect_measured(found[k], again[k], exact.between(s, t), mpq_class(measured.error));
    }
  }
}

}  // namespace
}  // namespace graze::distance
