#pragma once
/// Two random convex bodies that move, the exact times of their contact, and what a sweep must answer about them.

#include <cmath>
#include <limits>
#include <optional>

#include <gtest/gtest.h>
#include <oracle/constants.h>

#include "polytope/contact/sweep.h"
#include "polytope/random_convex.h"

namespace graze::testing {

struct Flight {
  RandomBody a, b;
  sat::Velocities velocities;
  double t_max;

  [[nodiscard]] sat::Convex convex_a() const { return *sat::as_convex(a.shape, a.pose); }
  [[nodiscard]] sat::Convex convex_b() const { return *sat::as_convex(b.shape, b.pose); }
};

/// On the grid touching, grazing, sliding and receding are common, and so are bodies at rest.
inline Flight random_flight(RandomConvex& random) {
  const bool on_grid = random.chance(0.7);
  const int kind_a = random.integer(0, RandomConvex::kinds - 1);
  const int kind_b = random.integer(0, RandomConvex::kinds - 1);
  const auto velocity = [&] {
    return random.chance(0.1) ? Vec3(Vec3::Zero()) : on_grid ? random.grid_point(2) : random.real_point(2);
  };
  Flight flight{random.body(on_grid, kind_a), random.body(on_grid, kind_b), {velocity(), velocity()}, 0};
  const double limits[] = {0, 0.5, 1, 2, 8, std::numeric_limits<double>::infinity()};
  flight.t_max = limits[random.integer(0, 5)];
  return flight;
}

/// By a linear program.
inline std::optional<oracle::RationalContact> truth(const Flight& f) {
  const auto t_max = std::isinf(f.t_max) ? std::nullopt : std::optional(mpq_class(f.t_max));
  return oracle::contact(f.a.corners, f.b.corners, oracle::exact(f.velocities.b) - oracle::exact(f.velocities.a), t_max);
}

/// Times are exact up to one place, of boxes with rounded axes up to two.
inline int places(const Flight& f) {
  const auto is_rounded = [](const RandomBody& body) {
    const auto* box = std::get_if<Obb>(&body.shape.value);
    return box != nullptr && box->axes[0].cwiseAbs().maxCoeff() != 1;
  };
  return is_rounded(f.a) || is_rounded(f.b) ? 2 : 1;
}

inline double stepped(double x, double towards, int places) {
  for (int i = 0; i < places; ++i) x = std::nextafter(x, towards);
  return x;
}

/// Whether, when first and when last.
inline void expect_times(const std::optional<Impact>& impact, const std::optional<oracle::RationalContact>& expected, int places) {
  ASSERT_EQ(impact.has_value(), expected.has_value());
  if (!impact) return;
  ASSERT_LE(mpq_class(impact->first), expected->first);
  ASSERT_GT(mpq_class(stepped(impact->first, testing::infinity, places)), expected->first);
  ASSERT_EQ(impact->initial, expected->first == 0);
  if (!expected->last) {
    ASSERT_EQ(impact->last, testing::infinity);
    return;
  }
  ASSERT_GE(mpq_class(*impact->last), *expected->last);
  ASSERT_TRUE(*impact->last == 0 || mpq_class(stepped(*impact->last, 0, places)) < *expected->last);
}

/// sweep(flight) -> std::optional<Impact>, asked about many.
template <class Sweep>
void expect_exact_times(unsigned seed, int flights, const Sweep& sweep) {
  RandomConvex random(seed);
  int hits = 0;
  for (int i = 0; i < flights; ++i) {
    const Flight f = random_flight(random);
    const auto impact = sweep(f);
    expect_times(impact, truth(f), places(f));
    if (::testing::Test::HasFatalFailure()) FAIL() << "flight " << i;
    hits += impact ? 1 : 0;
  }
  EXPECT_GT(hits, flights / 8);
}

}  // namespace graze::testing
