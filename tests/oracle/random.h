#pragma once
/// Numbers, vectors and poses made at random, the same on every run.

#include <cstdint>
#include <random>
#include <vector>

#include <Eigen/Geometry>

#include <graze/pose.h>

namespace graze::testing {

class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  double real(double low, double high) { return std::uniform_real_distribution<double>(low, high)(engine_); }
  double real(double reach) { return real(-reach, reach); }
  int whole(int reach) { return std::uniform_int_distribution<int>(-reach, reach)(engine_); }
  std::size_t below(std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(engine_); }

  Vec3 vector(double reach) { return {real(reach), real(reach), real(reach)}; }
  /// On a small grid touching, coplanar and degenerate cases are common.
  Vec3 grid(int reach) { return Vec3(whole(reach), whole(reach), whole(reach)); }
  /// Spread evenly over the directions.
  Vec3 unit() {
    std::normal_distribution<double> normal;
    return Vec3(normal(engine_), normal(engine_), normal(engine_)).normalized();
  }
  std::vector<Vec3> on_ball(int count, const Vec3& center) {
    std::vector<Vec3> points;
    for (int i = 0; i < count; ++i) points.push_back(center + unit());
    return points;
  }
  Pose pose(double reach) {
    const Eigen::Vector4d q(real(1), real(1), real(1), real(1));
    return {Eigen::Quaterniond(q.normalized()).toRotationMatrix(), vector(reach)};
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace graze::testing
