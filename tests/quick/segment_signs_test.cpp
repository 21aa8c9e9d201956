/// Two segments or capsules by the signs of a few products: right where a sign is within roundings of its turn, and where gaps are
/// short.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include <graze/known_shapes.h>

#include "methods/rounded_closest.h"
#include "methods/rounded_oracle.h"
#include "quick/closed_form.h"

namespace graze::distance {
namespace {

using testing::effort;
using testing::off;
using testing::RandomRounded;
using testing::witness_slack;

/// A segment or capsule, and what it is in the world exactly.
template <class SegmentShape>
struct PlacedZonotope {
  SegmentShape shape;
  Pose pose;

  [[nodiscard]] oracle::RationalBody exact() const {
    mpq_class radius = 0;
    if constexpr (std::is_same_v<SegmentShape, Capsule>) radius = shape.radius;
    return {{oracle::posed(shape.v[0], pose), oracle::posed(shape.v[1], pose)}, {}, radius};
  }
  [[nodiscard]] double size() const { return shape.v[0].norm() + shape.v[1].norm() + pose.translation.norm(); }
};

/// By signs alone.
template <class A, class PoseA, class B, class PoseB>
std::optional<Closest> at_once(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b) {
  return certified_at_once<std::optional<Closest>>(a, pose_a, b, pose_b, [] { return std::optional<Closest>(); });
}

template <class SegmentShape>
void expect_right_signs(const Closest& closest, const PlacedZonotope<SegmentShape>& a, const PlacedZonotope<SegmentShape>& b,
                        double allowed) {
  const auto exact_a = a.exact(), exact_b = b.exact();
  const mpq_class radii = exact_a.radius + exact_b.radius;
  const mpq_class squared = oracle::squared_distance(exact_a, exact_b, closest.distance + radii.get_d());
  const double size = a.size() + b.size();
  ASSERT_EQ(closest.distance == 0, squared <= radii * radii);
  EXPECT_NEAR((closest.points[0] - closest.points[1]).norm(), closest.distance, witness_slack * size);
  EXPECT_LE(off(closest.points[0], exact_a), witness_slack * size);
  EXPECT_LE(off(closest.points[1], exact_b), witness_slack * size);
  if (closest.distance == 0) return;
  const mpf_class distance(oracle::root(squared) - mpf_class(radii, 400), 400);
  EXPECT_LE(mpf_class(abs(mpf_class(closest.distance, 400) - distance) / distance).get_d(), allowed) << closest.distance;
}

/// Ends whose offset is all but across both segments, by as much as rounds it: 1e-14 along an offset of 1e-13 are half a percent of
/// it.
TEST(SegmentSigns, AgreeWithRationalsNextToEnds) {
  RandomRounded random(51);
  int certified = 0;
  for (int i = 0; i < effort(3000); ++i) {
    const Vec3 u = random.convex.real_point(1), v = random.convex.real_point(1), at = random.convex.real_point(1);
    const Vec3 across = u.cross(v).stableNormalized() * std::pow(10, -random.convex.real(10, 14));
    const double aside = tolerance::rounding * std::pow(10, random.convex.real(0, 4)) * (random.convex.chance(0.5) ? 1 : -1);
    const Vec3 to = at + across + aside * (random.convex.chance(0.5) ? u : v);
    Segment a{{at, at + u}}, b{{to, to + v}};
    if (random.convex.chance(0.5)) std::swap(a.v[0], a.v[1]);
    if (random.convex.chance(0.5)) std::swap(b.v[0], b.v[1]);
    SCOPED_TRACE(::testing::Message() << i << " across " << across.norm() << " aside " << aside);
    const auto closest = at_once(a, Unposed{}, b, Unposed{});
    if (!closest) continue;
    ++certified;
    expect_right_signs(*closest, PlacedZonotope<Segment>{a, {}}, PlacedZonotope<Segment>{b, {}}, 1e-12);
    if (HasFailure()) return;
  }
  EXPECT_GT(certified, effort(3000) / 100);
}

struct Wanted {
  double gap = 0;
  bool posed = false;
  double away = 1;  ///< from the origin of the body's frame
  double radius_a = 0;
  double radius_b = 0;
  double parallel = 0;  ///< this part of them nearly so
  double tiny = 0;      ///< this part of their parameters next to the start
};

/// With about that gap between two of their parameters.
template <class SegmentShape>
std::pair<PlacedZonotope<SegmentShape>, PlacedZonotope<SegmentShape>> zonotopes_with_gap(RandomRounded& random,
                                                                                         const Wanted& wanted) {
  const Vec3 u = random.convex.real_point(1);
  const double lean = random.convex.chance(wanted.parallel) ? std::pow(10, -random.convex.integer(1, 9)) : 1.0;
  const Vec3 v = lean < 1 ? Vec3(u + lean * random.convex.real_point(1)) : random.convex.real_point(1);
  const auto parameter = [&] {
    if (random.convex.chance(wanted.tiny)) return std::pow(10, -random.convex.real(1, 16));
    return random.convex.chance(0.4) ? random.convex.integer(0, 1) : random.convex.real(0.05, 0.95);
  };
  const double s = parameter(), t = parameter();
  const auto is_free = [](double x) { return x > 0 && x < 1; };
  Vec3 offset = u.cross(v) + (is_free(s) ? 0.0 : s > 0 ? 1.0 : -1.0) * u - (is_free(t) ? 0.0 : t > 0 ? 1.0 : -1.0) * v;
  if (is_free(s)) offset -= offset.dot(u) / u.squaredNorm() * u;
  if (is_free(t)) offset -= offset.dot(v) / v.squaredNorm() * v;
  offset.stableNormalize();
  const Vec3 at = random.convex.real_point(2), to = at + (wanted.gap + wanted.radius_a + wanted.radius_b) * offset;
  const auto placed = [&](const Vec3& start, const Vec3& end, double radius) -> PlacedZonotope<SegmentShape> {
    const Mat3 turn = random.convex.any_rotation();
    const Vec3 origin = random.convex.chance(0.5) ? Vec3(Vec3::Zero()) : random.convex.real_point(wanted.away);
    const Pose pose = wanted.posed ? Pose{turn, start - turn * origin} : Pose{};
    if constexpr (std::is_same_v<SegmentShape, Capsule>) return {{{pose.to_body(start), pose.to_body(end)}, radius}, pose};
    if constexpr (std::is_same_v<SegmentShape, Segment>) return {{{pose.to_body(start), pose.to_body(end)}}, pose};
  };
  return {placed(at - s * u, at + (1 - s) * u, wanted.radius_a), placed(to - t * v, to + (1 - t) * v, wanted.radius_b)};
}

template <class SegmentShape>
void expect_right_for_every_gap(RandomRounded& random, bool posed, double allowed) {
  int certified = 0;
  for (int i = 0; i < effort(1000); ++i) {
    const double gap = std::pow(10, -random.convex.real(0, 15)) * (random.convex.chance(0.2) ? -1 : 1);
    const bool is_round = std::is_same_v<SegmentShape, Capsule>;
    const double ra = is_round ? random.convex.real(0, 1) : 0, rb = is_round ? random.convex.real(0, 0.1) : 0;
    const double away = std::pow(10, random.convex.integer(0, 3));
    const auto [a, b] = zonotopes_with_gap<SegmentShape>(random, {gap, posed, away, ra, rb, 0.2, 0.3});
    SCOPED_TRACE(::testing::Message() << i << " gap " << gap << " posed " << posed << " radii " << ra << " " << rb);
    const auto closest = posed ? at_once(a.shape, a.pose, b.shape, b.pose) : at_once(a.shape, Unposed{}, b.shape, Unposed{});
    if (!closest) continue;
    ++certified;
    expect_right_signs(*closest, a, b, allowed);
    if (::testing::Test::HasFailure()) return;
  }
  EXPECT_GT(certified, effort(1000) / 20);
}

TEST(SegmentSigns, AgreeWithRationalsForEveryGap) {
  RandomRounded random(52);
  for (const bool posed : {false, true}) {
    expect_right_for_every_gap<Segment>(random, posed, enough_if_linear);
    expect_right_for_every_gap<Capsule>(random, posed, enough_if_round);
    if (HasFailure()) return;
  }
}

/// What is not certified at once takes several times as long.
TEST(SegmentSigns, SettleMostThatAreAHundredthOfASizeApart) {
  RandomRounded random(53);
  int segments = 0, posed_segments = 0, capsules = 0, posed_capsules = 0;
  const int all = effort(1000);
  const auto is_settled = [&]<class SegmentShape>(const std::pair<PlacedZonotope<SegmentShape>, PlacedZonotope<SegmentShape>>& pair,
                                                  bool posed) {
    const auto& [a, b] = pair;
    return (posed ? at_once(a.shape, a.pose, b.shape, b.pose) : at_once(a.shape, Unposed{}, b.shape, Unposed{})) ? 1 : 0;
  };
  for (int i = 0; i < all; ++i) {
    const double gap = std::pow(10, -random.convex.real(0, 2)), small_gap = 0.01 * gap;
    segments += is_settled(zonotopes_with_gap<Segment>(random, {.gap = gap}), false);
    posed_segments += is_settled(zonotopes_with_gap<Segment>(random, {.gap = gap, .posed = true}), true);
    capsules += is_settled(zonotopes_with_gap<Capsule>(random, {small_gap, false, 1, 0.3, 0.2}), false);
    posed_capsules += is_settled(zonotopes_with_gap<Capsule>(random, {small_gap, true, 1, 0.3, 0.2}), true);
  }
  for (const int certified : {segments, posed_segments, capsules, posed_capsules}) EXPECT_GT(certified, 0.8 * all);
}

}  // namespace
}  // namespace graze::distance
