/// The least box of sets whose thickness is near rounding: the search ends, and no other method gives a smaller box.

#include <chrono>
#include <cmath>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <graze/fit.h>

namespace graze {
namespace {

Vec3 random_vector(std::mt19937& rng) {
  std::normal_distribution<double> normal;
  return {normal(rng), normal(rng), normal(rng)};
}

/// Points of a plane or of a line with noise, of a few units in the last place, or far from the origin.
std::vector<Vec3> thin_set(std::mt19937& rng, int kind) {
  std::normal_distribution<double> normal;
  const Vec3 u = random_vector(rng), v = kind == 0 ? random_vector(rng) : Vec3(Vec3::Zero());
  const double noise = std::pow(10.0, std::uniform_real_distribution<double>(-17, -12)(rng));
  const Vec3 far(1e3, -7, 1e8), near(1, 3, 0.7);
  std::vector<Vec3> points(std::uniform_int_distribution<std::size_t>(4, 12)(rng));
  for (Vec3& p : points) {
    p = normal(rng) * u + normal(rng) * v + noise * random_vector(rng);
    if (kind == 2) p = far + 1e4 * noise * random_vector(rng);
    if (kind == 3) p = near + 0x1p-52 * (2 * random_vector(rng)).array().round().matrix();
  }
  return points;
}

double volume_by(FitMethod method, const std::vector<Vec3>& points) { return volume_of(fit(points, method)); }

TEST(MinVolumeOfThinSets, IsTheLeastOfAllMethods) {
  std::mt19937 rng(11);
  for (int i = 0; i < 400; ++i) {
    const std::vector<Vec3> points = thin_set(rng, i % 4);
    const double least = volume_by(FitMethod::min_volume, points);
    for (const FitMethod other :
         {FitMethod::aabb, FitMethod::dito, FitMethod::pca_points, FitMethod::pca_hull, FitMethod::pca_triangles, FitMethod::best})
      EXPECT_LE(least, volume_by(other, points) * (1 + 0x1p-35)) << "case " << i << ", method " << static_cast<int>(other);
  }
}

/// Where rounding is as large as the thickness no bound holds, and the search cut every family into 2^40 parts.
TEST(MinVolume, EndsOnSetsAsThinAsRoundings) {
  const std::vector<Vec3> points{{0.6176199227431399, 0.7277495517218128, 0.10839298419109111},
                                 {-0.7932857078050429, 0.8049455570825215, 0.10360370815433766},
                                 {0.7717863940102758, -0.1098271774845856, -0.006815818814177771},
                                 {-0.20122877477391635, 1.981937731250817, 0.2744202615027763},
                                 {-0.9032690793876607, -3.998855212491297, -0.5681270836341629},
                                 {1.169467213166172, 4.197235590751251, 0.598753693751269},
                                 {0.17898064438122413, -3.130537955509796, -0.43498802825730637},
                                 {0.8205914485016927, -0.07847061363659537, -0.0019006592371063299},
                                 {-0.8059513687242772, -0.9262926548882155, -0.13818332464821514},
                                 {-0.21862273399757223, -2.74397622845287, -0.38541764467844075},
                                 {-0.1283668145250157, 5.766946935727506, 0.8035379864114741}};
  const auto start = std::chrono::steady_clock::now();
  // The least width, over all pairs of edges in fractions, times the least rectangle in that plane; a width may be off by a unit in
  // the last place of the coordinates, up to 8.
  const double width = 4.595866360290226e-13, area = 16.622328396734428;
  EXPECT_NEAR(volume_by(FitMethod::min_volume, points), width * area, 0x1p-50 * area);
  EXPECT_LT(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count(), 1.0) << "seconds";
}

TEST(MinVolumeOfThinSets, ScalesByPowersOfTwo) {
  std::mt19937 rng(12);
  for (int i = 0; i < 40; ++i) {
    std::vector<Vec3> points = thin_set(rng, i % 4);
    const Obb box = std::get<Obb>(fit(points, FitMethod::min_volume));
    for (Vec3& p : points) p *= 0x1p40;
    const Obb large = std::get<Obb>(fit(points, FitMethod::min_volume));
    EXPECT_EQ(large.half_extents, Vec3(0x1p40 * box.half_extents)) << i;
    EXPECT_EQ(large.center, Vec3(0x1p40 * box.center)) << i;
  }
}

}  // namespace
}  // namespace graze
