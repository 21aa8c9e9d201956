#pragma once
/// Two bodies of constant velocities under conservative advancement: their distance at a time, and how fast it can shrink.

#include <array>
#include <optional>

#include <graze/answers.h>
#include <graze/geometry.h>

#include "motion/turning/reach.h"

namespace graze::query {

/// The body in its pose at a time, at rest. A surface: whether one body starts inside the other is not decided here.
[[nodiscard]] Body at_rest(const Body& body, double t);

/// An upper bound of how fast the distance of the bodies can shrink, at any time.
class ApproachSpeed {
 public:
  ApproachSpeed(const Body& a, const Body& b, const std::array<Reach, 2>& reach);

  /// Convex bodies stay apart as long as their gap along any fixed direction lasts; of others only the whole speed is known.
  [[nodiscard]] double along(const Vec3& direction) const;
  [[nodiscard]] double whole() const;

 private:
  Vec3 velocity_;
  std::array<Vec3, 2> turning_;
  std::array<Reach, 2> reach_;
  bool is_convex_;
};

/// The pair as advance() needs it. Refers to the bodies.
class ConstantVelocityPair {
 public:
  ConstantVelocityPair(const Body& a, const Body& b, const std::array<Reach, 2>& reach, double end)
      : speed_(a, b, reach), a_(a), b_(b), reach_(reach), end_(end) {}

  [[nodiscard]] Result<Closest> closest_at(double t) const;
  [[nodiscard]] double coordinates(const Closest& closest, double t) const;
  [[nodiscard]] std::optional<double> free_until(double gap, const Closest& closest, double t) const;

 private:
  ApproachSpeed speed_;
  const Body& a_;
  const Body& b_;
  std::array<Reach, 2> reach_;
  double end_;
};

}  // namespace graze::query
