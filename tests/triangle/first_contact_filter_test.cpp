/// First contacts that rounded numbers prove, against exact arithmetic.

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/constants.h>
#include <oracle/effort.h>
#include <oracle/random.h>

#include "numbers/dyadic.h"
#include "polytope/contact/sweep.h"
#include "polytope/convex.h"
#include "triangle/first_contact_filter.h"
#include "triangle/moving_triangles.h"

namespace graze::sat {
namespace {

using testing::Random;

using testing::infinity;

struct Flight {
  MovingPair pair;
  Velocities velocities;

  [[nodiscard]] PosedTriangle a() const { return place(pair.a, pair.pose_a); }
  [[nodiscard]] PosedTriangle b() const { return place(pair.b, pair.pose_b); }
  [[nodiscard]] std::optional<FirstContact> plain() const { return first_contact_filter(a(), b(), velocities); }
};

/// The same elsewhere and in other axes but for roundings: what touched on a grid then does so by accident, or not at all.
MovingPair moved(MovingPair p, const Mat3& rotation, const Vec3& shift) {
  p.pose_a = {rotation, rotation * p.pose_a.translation + shift};
  p.pose_b = {rotation, rotation * p.pose_b.translation + shift};
  p.velocity = rotation * p.velocity;
  return p;
}

/// All sorts of motions; in every other one both move.
Flight random_flight(Random& random, int n) {
  MovingPair pair = scaled(random_pair(random, n), std::ldexp(1.0, n % 19 == 0 ? random.whole(250) : 0));
  if (n % 4 == 1) pair = moved(pair, random.pose(0).rotation, random.vector(n % 8 == 1 ? 1e6 : 0));
  const Vec3 along = n % 2 == 0 ? Vec3(pair.velocity.norm() * random.vector(1)) : Vec3::Zero();
  return {pair, {along, along + pair.velocity}};
}

AxisId axis_of(const FirstContact& contact) {
  if (contact.kind == FirstContactKind::edges) return {AxisKind::edge_edge, contact.i, contact.j};
  return {contact.kind == FirstContactKind::corner_of_a ? AxisKind::face_of_b : AxisKind::face_of_a, 0, 0};
}

/// Whether time - bound has this sign or none.
bool is_beyond(double bound, const ExactTime& time, int sign) {
  return (time.numerator - Dyadic(bound) * time.denominator).sign() * sign >= 0;
}

std::optional<ExactContact> exact_contact(const Flight& flight) {
  const Convex a = as_convex(flight.pair.a, flight.pair.pose_a), b = as_convex(flight.pair.b, flight.pair.pose_b);
  return contact_interval({a, b}, flight.velocities, infinity);
}

void expect_right(const FirstContact& plain, const std::optional<ExactContact>& truth) {
  ASSERT_TRUE(truth);
  ASSERT_TRUE(is_beyond(plain.low, truth->first, 1) && is_beyond(plain.high, truth->first, -1));
  ASSERT_EQ(truth->initial, plain.kind == FirstContactKind::at_start);
  ASSERT_EQ(truth->axis.has_value(), !truth->initial);
  if (truth->axis) {
    ASSERT_EQ(*truth->axis, axis_of(plain));
  }
}

TEST(FirstContactFilter, IsWhatExactArithmeticFinds) {
  Random random(1);
  int meeting = 0, told = 0;
  const int flights = testing::effort(60000);
  for (int n = 0; n < flights; ++n) {
    const Flight flight = random_flight(random, n);
    const auto truth = exact_contact(flight);
    const auto plain = flight.plain();
    const bool in_general_position = n % 3 != 0 && n % 5 != 0 && n % 7 != 0;
    meeting += truth && in_general_position ? 1 : 0;
    if (!plain) continue;
    told += in_general_position ? 1 : 0;
    expect_right(*plain, truth);
    if (HasFatalFailure()) FAIL() << "flight " << n;
  }
  EXPECT_GT(meeting, flights / 50);
  EXPECT_GT(told, 9 * meeting / 10);
}

/// The edges that meet are nearly parallel: their product is short, and its direction as uncertain as that makes it.
Flight nearly_parallel_flight(Random& random, int n) {
  const double angle = std::ldexp(1.0, -3 - static_cast<int>(random.below(24))), shift = angle * random.real(0.25);
  const auto near = [&](double x) { return x + random.real(0.25); };
  const Triangle a{{Vec3(near(-1), 0, 0), Vec3(near(1), 0, 0), Vec3(random.real(1), near(-1), near(-1))}};
  const double height = std::ldexp(1.0, -static_cast<int>(random.below(14)));  // small beside the triangles, so that heights matter
  const Triangle b{
      {Vec3(near(-1), shift - angle, height), Vec3(near(1), shift + angle, height), Vec3(random.real(1), near(1), near(2))}};
  const Vec3 velocity(random.real(0.25), angle * random.real(0.25), -1);
  const MovingPair pair = moved({a, b, {}, {}, velocity}, random.pose(0).rotation, random.vector(n % 2 == 0 ? 0 : 1e3));
  return {pair, {Vec3::Zero(), pair.velocity}};
}

TEST(FirstContactFilter, KnowsHowUncertainTheProductOfNearlyParallelEdgesIs) {
  Random random(3);
  int told = 0;
  const int flights = testing::effort(4000);
  for (int n = 0; n < flights; ++n) {
    const Flight flight = nearly_parallel_flight(random, n);
    const auto plain = flight.plain();
    if (!plain) continue;
    ++told;
    expect_right(*plain, exact_contact(flight));
    if (HasFatalFailure()) FAIL() << "flight " << n;
  }
  EXPECT_GT(told, flights / 4);
}

TEST(FirstContactFilter, GivesTheSameBitsAsASweep) {
  Random random(2);
  int plain = 0, told = 0;
  for (int n = 0; n < testing::effort(60000); ++n) {
    const Flight flight = random_flight(random, n);
    const auto contact = flight.plain();
    if (!contact || contact->kind == FirstContactKind::at_start) continue;
    const auto impact = impact_of(*contact, flight.a(), flight.b(), flight.velocities);
    ++plain;
    if (!impact) continue;
    ++told;
    const auto truth = sweep(as_convex(flight.pair.a, flight.pair.pose_a), as_convex(flight.pair.b, flight.pair.pose_b),
                             flight.velocities, infinity);
    ASSERT_TRUE(truth) << "flight " << n;
    ASSERT_EQ(impact->first, truth->first) << "flight " << n;
    ASSERT_EQ(impact->set, truth->set) << "flight " << n;
    ASSERT_EQ(impact->normal, truth->normal) << "flight " << n;
    ASSERT_EQ(impact->features, truth->features) << "flight " << n;
    ASSERT_EQ(impact->initial, truth->initial) << "flight " << n;
    ASSERT_FALSE(impact->last) << "flight " << n;
  }
  EXPECT_GT(told, 3 * plain / 4);
}

/// Triangle a lies in z = 0 and is large.
Flight falling_on(const Triangle& b) {
  const Triangle floor{{Vec3(-8, -8, 0), Vec3(8, -8, 0), Vec3(0, 8, 0)}};
  return {{floor, b, {}, {}, Vec3(0, 0, -1)}, {Vec3::Zero(), Vec3(0, 0, -1)}};
}

TEST(FirstContactFilter, NamesTheCornerThatComesFirst) {
  const auto found = falling_on({{Vec3(1, 0.25, 4), Vec3(0.5, 1, 3), Vec3(-1, 0.75, 5)}}).plain();
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, FirstContactKind::corner_of_b);
  EXPECT_EQ(found->j, 1);
  EXPECT_LE(found->low, 3);
  EXPECT_GE(found->high, 3);
}

TEST(FirstContactFilter, LeavesOpenWhatComesFlatOrNotAtAll) {
  EXPECT_FALSE(falling_on({{Vec3(1, 0.25, 4), Vec3(0.5, 1, 4), Vec3(-1, 0.75, 4)}}).plain());     // face on face
  EXPECT_FALSE(falling_on({{Vec3(1, 0.25, 4), Vec3(0.5, 1, 4), Vec3(-1, 0.75, 5)}}).plain());     // an edge
  EXPECT_FALSE(falling_on({{Vec3(0, 8, 4), Vec3(0.5, 9, 5), Vec3(-1, 9, 5)}}).plain());           // corner on corner
  EXPECT_FALSE(falling_on({{Vec3(9, 9, 4), Vec3(9.5, 9, 5), Vec3(9, 10, 6)}}).plain());           // past it
  EXPECT_FALSE(falling_on({{Vec3(1, 0.25, 0), Vec3(0.5, 1, 1), Vec3(-1, 0.75, 2)}}).plain());     // touches at the start
  EXPECT_FALSE(falling_on({{Vec3(1, 0.25, -4), Vec3(0.5, 1, -3), Vec3(-1, 0.75, -5)}}).plain());  // has passed
  EXPECT_FALSE(falling_on({{Vec3(1, 1, 4), Vec3(1, 1, 4), Vec3(1, 1, 4)}}).plain());              // a point
  const auto through = falling_on({{Vec3(1, 0.25, -1), Vec3(0.5, 1, 2), Vec3(-1, 0.75, 3)}}).plain();
  ASSERT_TRUE(through);
  EXPECT_EQ(through->kind, FirstContactKind::at_start);
}

}  // namespace
}  // namespace graze::sat
