#include "accuracy.h"

#include <cmath>
#include <random>

#include <oracle/linear_program.h>
#include <Eigen/Geometry>

namespace graze::bench {
namespace {

using Random = std::mt19937_64;

constexpr std::size_t cases_a_kind = 200;

double uniform(Random& random, double lo, double hi) { return std::uniform_real_distribution<double>(lo, hi)(random); }

Mat3 rotation_of(Random& random) {
  std::normal_distribution<double> normal;
  return Eigen::Quaterniond(normal(random), normal(random), normal(random), normal(random)).normalized().toRotationMatrix();
}

/// The corners as their numbers mean them.
oracle::RationalPoints corners(const Vec3& half, const Pose& pose) {
  oracle::RationalPoints points;
  for (int k = 0; k < 8; ++k) {
    const Vec3 corner((k & 1) != 0 ? half.x() : -half.x(), (k & 2) != 0 ? half.y() : -half.y(),
                      (k & 4) != 0 ? half.z() : -half.z());
    points.push_back(oracle::posed(corner, pose));
  }
  return points;
}

/// Two boxes that share a plane but for `gap`: face above face, turned against each other about its normal.
HardCase face_to_face(Random& random, double gap, double thickness, double far) {
  HardCase c;
  c.half_a = {uniform(random, 0.5, 1), uniform(random, 0.5, 1), thickness * uniform(random, 0.5, 1)};
  c.half_b = {uniform(random, 0.5, 1), uniform(random, 0.5, 1), thickness * uniform(random, 0.5, 1)};
  c.pose_a = {rotation_of(random), far * Vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1))};
  const Vec3 up = c.pose_a.rotation.col(2), aside = c.pose_a.rotation.col(0);
  c.pose_b.rotation = c.pose_a.rotation * Eigen::AngleAxisd(uniform(random, 0, 3), Vec3::UnitZ()).toRotationMatrix();
  c.pose_b.translation = c.pose_a.translation + (c.half_a.z() + c.half_b.z() + gap) * up + uniform(random, -0.3, 0.3) * aside;
  return c;
}

/// Two edges across each other, `gap` apart.
HardCase edge_to_edge(Random& random, double gap) {
  HardCase c;
  c.half_a = {1, 0.5, 0.5};
  c.half_b = {0.5, 1, 0.5};
  const Mat3 both = rotation_of(random);
  const double quarter = std::atan(1.0);
  c.pose_a = {both * Eigen::AngleAxisd(quarter, Vec3::UnitX()).toRotationMatrix(), Vec3::Zero()};
  c.pose_b = {both * Eigen::AngleAxisd(quarter, Vec3::UnitY()).toRotationMatrix(), Vec3::Zero()};
  c.pose_b.translation = both.col(2) * (std::sqrt(2.0) + gap);
  return c;
}

/// A small box that flies through a thin plate, or past its rim.
HardCase through_a_plate(Random& random) {
  HardCase c;
  c.asked = HardCase::Asked::hit;
  c.half_a = {1, 1, 1e-3};
  c.half_b = {0.01, 0.01, 0.01};
  c.pose_a.rotation = rotation_of(random);
  c.pose_b.rotation = rotation_of(random);
  const Vec3 aim = c.pose_a.rotation * Vec3(uniform(random, -1.3, 1.3), uniform(random, -1.3, 1.3), 0);
  const Vec3 way = c.pose_a.rotation * Vec3(uniform(random, -1, 1), uniform(random, -1, 1), 20);
  c.pose_b.translation = aim - 0.37 * way;
  c.velocity = way;
  return c;
}

double gap_of(Random& random, int least_exponent, int greatest_exponent) {
  const double size = std::pow(10, uniform(random, least_exponent, greatest_exponent));
  return random() % 2 == 0 ? size : -size;
}

template <class Make>
HardCases overlaps(const char* name, Make make) {
  Random random(2026);
  HardCases all{name, {}};
  while (all.cases.size() < cases_a_kind) {
    HardCase c = make(random);
    const auto a = corners(c.half_a, c.pose_a), b = corners(c.half_b, c.pose_b);
    c.yes = c.asked == HardCase::Asked::hit ? oracle::contact(a, b, oracle::exact(c.velocity), mpq_class(1)).has_value()
                                            : oracle::meet(a, b);
    all.cases.push_back(c);
  }
  return all;
}

/// The gap is what was added, but for the roundings of a pose.
HardCases distances() {
  Random random(2026);
  HardCases all{"distance of boxes face to face, 1e-6 to 1e-2 apart (to 1e-6 of it)", {}};
  while (all.cases.size() < cases_a_kind) {
    const double gap = std::abs(gap_of(random, -6, -2));
    HardCase c = face_to_face(random, gap, 1, 0);
    c.asked = HardCase::Asked::distance;
    c.distance = gap;
    all.cases.push_back(c);
  }
  return all;
}

}  // namespace

std::vector<HardCases> all_hard_cases() {
  return {overlaps("boxes face to face, 1e-9 to 1e-4 apart or in each other",
                   [](Random& r) { return face_to_face(r, gap_of(r, -9, -4), 1, 0); }),
          overlaps("the same, 1e-14 to 1e-9", [](Random& r) { return face_to_face(r, gap_of(r, -14, -9), 1, 0); }),
          overlaps("plates of a millionth of their size, 1e-9 to 1e-7 apart or in each other",
                   [](Random& r) { return face_to_face(r, gap_of(r, -9, -7), 1e-6, 0); }),
          overlaps("boxes a thousand sizes from the origin, 1e-10 to 1e-6 apart or in each other",
                   [](Random& r) { return face_to_face(r, gap_of(r, -10, -6), 1, 1000); }),
          overlaps("edges across each other, 1e-12 to 1e-6 apart or in each other",
                   [](Random& r) { return edge_to_edge(r, gap_of(r, -12, -6)); }),
          overlaps("a small box through a thin plate, or past it: does it hit?", through_a_plate),
          distances()};
}

}  // namespace graze::bench
