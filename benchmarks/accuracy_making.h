#pragma once
/// What makers of hard cases share: random numbers, poses, shapes, and lists of cases.

#include <cmath>
#include <optional>
#include <random>
#include <utility>

#include <Eigen/Geometry>

#include "accuracy.h"

namespace graze::bench {

using Random = std::mt19937_64;

inline double uniform(Random& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }

/// Evenly spread over exponents.
inline double power_of_ten(Random& random, double least, double greatest) { return std::pow(10, uniform(random, least, greatest)); }

/// The same, of either sign: apart or in each other.
inline double gap_of(Random& random, double least, double greatest) {
  const double size = power_of_ten(random, least, greatest);
  return random() % 2 == 0 ? size : -size;
}

inline Vec3 direction_of(Random& random) {
  std::normal_distribution<double> normal;
  const double x = normal(random), y = normal(random), z = normal(random);
  return Vec3(x, y, z).normalized();
}

inline Vec3 vector_of(Random& random) {
  const double x = uniform(random, -1, 1), y = uniform(random, -1, 1), z = uniform(random, -1, 1);
  return {x, y, z};
}

inline Mat3 rotation_of(Random& random) {
  std::normal_distribution<double> normal;
  const double w = normal(random), x = normal(random), y = normal(random), z = normal(random);
  return Eigen::Quaterniond(w, x, y, z).normalized().toRotationMatrix();
}

inline Mat3 turn(double angle, const Vec3& axis) { return Eigen::AngleAxisd(angle, axis).toRotationMatrix(); }

inline HardShape box_of(const Vec3& half) { return {HardShape::Kind::box, half, {}}; }
inline HardShape ball_of(double radius) { return {HardShape::Kind::ball, {radius, radius, radius}, {}}; }
inline HardShape round_of(HardShape::Kind kind, double radius, double half_length) {
  return {kind, {radius, radius, half_length}, {}};
}

/// Cases of one kind, from the same seed every time; make() gives one, or another try is made where it gives nothing.
template <class Make>
HardCases two_hundred(std::string name, std::string seen, Make make) {
  Random random(2026);
  HardCases all{std::move(name), std::move(seen), {}};
  while (all.cases.size() < 200) {
    if (std::optional<HardCase> made = make(random)) all.cases.push_back(*std::move(made));
  }
  return all;
}

}  // namespace graze::bench
