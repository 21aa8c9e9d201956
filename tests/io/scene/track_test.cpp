/// Tracks: values at and between keys, and bounds that no dense sampling exceeds.

#include <cmath>
#include <random>

#include <gtest/gtest.h>

#include "io/scene/track.h"

namespace graze::io {
namespace {

template <int N>
Track<N> random_track(std::mt19937& random, Interpolation interpolation) {
  std::uniform_real_distribution<double> number(-2, 2);
  std::uniform_real_distribution<double> step(0.1, 1);
  Track<N> track;
  track.interpolation = interpolation;
  double t = step(random);
  const auto any = [&] {
    typename Track<N>::Value v;
    for (int k = 0; k < N; ++k) v[k] = number(random);
    return v;
  };
  for (int i = 0; i < 5; ++i, t += step(random)) {
    track.times.push_back(t);
    track.values.push_back(N == 4 ? typename Track<N>::Value(any().normalized()) : any());
    if (interpolation != Interpolation::cubic) continue;
    track.tangents_in.push_back(any());
    track.tangents_out.push_back(any());
  }
  return track;
}

TEST(Track, HoldsItsEndsAndTakesNewStepsAtTheirKeys) {
  PointTrack track{Interpolation::step, {1, 2, 3}, {Vec3(1, 0, 0), Vec3(2, 0, 0), Vec3(2, 0, 0)}, {}, {}};
  EXPECT_EQ(value_at(track, 0).x(), 1);
  EXPECT_EQ(value_at(track, 1.999).x(), 1);
  EXPECT_EQ(value_at(track, 2).x(), 2);
  EXPECT_EQ(value_at(track, 99).x(), 2);
  EXPECT_EQ(track.jumps(), std::vector<double>{2});
  track.interpolation = Interpolation::linear;
  EXPECT_EQ(value_at(track, 1.5).x(), 1.5);
  EXPECT_TRUE(track.jumps().empty());
  EXPECT_FALSE(track.is_constant());
}

TEST(Track, FollowsTheHermiteFormulaWithTangentsPerTime) {
  // x(0) = 0, x'(0) = 1, x(2) = 0, x'(2) = -1 is the parabola t - t²/2.
  const PointTrack track{
      Interpolation::cubic, {0, 2}, {Vec3::Zero(), Vec3::Zero()}, {Vec3::Zero(), Vec3(-1, 0, 0)}, {Vec3(1, 0, 0), Vec3::Zero()}};
  for (const double t : {0.25, 1.0, 1.5}) EXPECT_NEAR(value_at(track, t).x(), t - t * t / 2, 1e-15);
  EXPECT_NEAR(bound_of(track, 0, 2).speed, 1, 1e-9);
  EXPECT_NEAR(bound_of(track, 0.5, 1.5).speed, 0.5, 1e-9);
  EXPECT_LE(bound_of(track, 1, 1).speed, 1e-9);
}

TEST(Track, TurnsTheShortWayAtConstantSpeed) {
  const double half = 75 * M_PI / 180;
  // A turn of 150 degrees about z, its second key of opposite sign.
  const TurnTrack track{
      Interpolation::linear, {0, 3}, {Eigen::Vector4d(0, 0, 0, 1), -Eigen::Vector4d(0, 0, std::sin(half), std::cos(half))}, {}, {}};
  const Mat3 turned = value_at(track, 1).toRotationMatrix();
  EXPECT_NEAR(std::atan2(turned(1, 0), turned(0, 0)), 50 * M_PI / 180, 1e-14);
  EXPECT_NEAR(turning_bound(track, 0, 3), 2 * half / 3, 1e-11);
  EXPECT_EQ(turning_bound(track, 3, 4), 0);
}

TEST(Track, IsNeverFasterThanItsBounds) {
  for (unsigned seed = 0; seed < 200; ++seed) {
    SCOPED_TRACE(seed);
    std::mt19937 random(seed);
    const Interpolation kind = seed % 2 == 0 ? Interpolation::linear : Interpolation::cubic;
    const auto points = random_track<3>(random, kind);
    const auto turns = random_track<4>(random, kind);
    std::uniform_real_distribution<double> start(-0.5, 4);
    std::uniform_real_distribution<double> width(1e-6, 1.5);
    const double from = start(random);
    const double to = from + width(random);
    const PointBound bound = bound_of(points, from, to);
    const double turning = turning_bound(turns, from, to);
    constexpr int steps = 500;
    const double step = (to - from) / steps;
    for (int i = 0; i < steps; ++i) {
      const double t = from + i * step;
      const Vec3 a = value_at(points, t);
      const Vec3 b = value_at(points, t + step);
      EXPECT_LE(a.norm(), bound.size * (1 + 1e-12));
      EXPECT_LE((b - a).norm(), bound.speed * step * (1 + 1e-9) + 1e-14);
      EXPECT_LE(value_at(turns, t).angularDistance(value_at(turns, t + step)), turning * step * (1 + 1e-9) + 1e-7);
    }
  }
}

TEST(Track, KnowsThatASplineThroughZeroHasNoBound) {
  const Eigen::Vector4d one(0, 0, 0, 1);
  const Eigen::Vector4d none = Eigen::Vector4d::Zero();
  const TurnTrack track{Interpolation::cubic, {0, 1}, {one, -one}, {none, none}, {none, none}};
  EXPECT_FALSE(std::isfinite(turning_bound(track, 0, 1)));
}

}  // namespace
}  // namespace graze::io
