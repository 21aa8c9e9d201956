#include "triangle_cases.h"

#include <random>

namespace graze::bench {
namespace {

TrianglePairs random_pairs(const char* name, double spread) {
  constexpr std::size_t count = 1024;
  std::mt19937_64 random(2024);
  const auto vector = [&](double size) {
    std::uniform_real_distribution<double> at(-size, size);
    const double x = at(random), y = at(random), z = at(random);
    return Vec3(x, y, z);
  };
  const auto triangle = [&](const Vec3& center) {
    Triangle t;
    for (Vec3& v : t.v) v = center + vector(1);
    return t;
  };
  TrianglePairs pairs{name, {}, {}};
  for (std::size_t i = 0; i < count; ++i) {
    pairs.a.push_back(triangle(Vec3::Zero()));
    pairs.b.push_back(triangle(vector(spread)));
  }
  return pairs;
}

}  // namespace

const std::vector<TrianglePairs>& triangle_pairs() {
  static const std::vector<TrianglePairs> pairs{random_pairs("random", 0), random_pairs("scattered", 1.5)};
  return pairs;
}

}  // namespace graze::bench
