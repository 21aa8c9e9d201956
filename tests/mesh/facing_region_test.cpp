/// Where meshes face each other: what the walk through boxes finds, next to all pairs of triangles.

#include "mesh/facing_region.h"

#include <cmath>

#include <gtest/gtest.h>
#include <oracle/effort.h>
#include <oracle/random.h>

namespace graze::query {
namespace {

using testing::Random;

constexpr double band = 1e-6, gap = 3e-6;

/// A square of n x n cells of size 1/n in z = 0, its corners at random depths of a few bands, none or many, off the plane: `side`
/// is -1 below it, 1 above.
TriangleMesh rough_square(Random& random, std::uint32_t n, double side) {
  TriangleMesh mesh;
  constexpr double depths[] = {0, 0.4, 3, 1e3, 1e5};
  for (std::uint32_t i = 0; i <= n; ++i) {
    for (std::uint32_t j = 0; j <= n; ++j)
      mesh.vertices.emplace_back(i / double(n) - 0.5, j / double(n) - 0.5, side * band * depths[random.below(5)]);
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t j = 0; j < n; ++j) {
      const std::uint32_t k = i * (n + 1) + j;
      mesh.triangles.push_back({k, k + 1, k + n + 1});
      mesh.triangles.push_back({k + n + 2, k + n + 1, k + 1});
    }
  }
  return mesh;
}

/// What of all pairs of triangles faces each other, as the contact says it.
std::optional<ContactSet> of_all_pairs(const PlacedMesh& a, const PlacedMesh& b, const ContactPlane& plane) {
  const Frame frame = plane.frame();
  const auto part = [&](const PlacedMesh& mesh, std::uint32_t i, double level) {
    PlaneCorners corners;
    for (const Vec3& corner : mesh.tree->view().triangle(i).v) {
      const Vec3 from = mesh.pose.to_world(corner) - plane.point;
      if (std::abs(plane.normal.dot(from) - level) <= plane.band) corners.emplace_back(frame[1].dot(from), frame[2].dot(from));
    }
    return hull_of(std::move(corners), plane.band);
  };
  std::vector<PlaneCut> pieces;
  for (std::uint32_t i = 0; i < a.tree->view().triangles.size(); ++i) {
    const FacingPart part_a = part(a, i, 0);
    for (std::uint32_t j = 0; !part_a.corners.empty() && j < b.tree->view().triangles.size(); ++j) {
      const FacingPart part_b = part(b, j, plane.gap);
      if (part_b.corners.empty()) continue;
      if (auto cut = common_part(part_a, part_b, plane.band)) pieces.push_back(std::move(*cut));
    }
  }
  const auto whole = joined_in_plane(pieces, plane.band);
  return whole ? std::optional(in_space(*whole, plane)) : std::nullopt;
}

/// Small squares above a large one, somewhere in space: most boxes are near each other, few come to the plane.
TEST(FacingRegion, IsTheSameWhicheverBoxesAreLeftOut) {
  Random random(31);
  int found = 0, polygons = 0;
  for (int n = 0; n < testing::effort(60); ++n) {
    const MeshTree tree_a = *MeshTree::build(rough_square(random, 5, -1)), tree_b = *MeshTree::build(rough_square(random, 4, 1));
    Pose place = random.pose(3);
    if (n % 5 == 0) place.translation *= 100;
    const double angle = random.real(-3, 3);
    Pose turned;
    turned.rotation << std::cos(angle), -std::sin(angle), 0, std::sin(angle), std::cos(angle), 0, 0, 0, 1;
    turned.translation = Vec3(random.real(-0.4, 0.4), random.real(-0.4, 0.4), gap);
    const PlacedMesh a{&tree_a, place}, b{&tree_b, {place.rotation * turned.rotation, place.to_world(turned.translation)}};
    const ContactPlane plane{place.translation, place.rotation.col(2), band, gap};
    const auto walked = facing_region(a, b, plane), expected = of_all_pairs(a, b, plane);
    ASSERT_EQ(walked.has_value(), expected.has_value()) << "case " << n;
    if (!walked) continue;
    ++found;
    polygons += expected->points.size() > 2 ? 1 : 0;
    ASSERT_EQ(walked->points.size(), expected->points.size()) << "case " << n;
    for (std::size_t k = 0; k < walked->points.size(); ++k) ASSERT_EQ(walked->points[k], expected->points[k]) << "case " << n;
    EXPECT_EQ(walked->convex, expected->convex) << "case " << n;
  }
  EXPECT_GT(found, testing::effort(60) / 2);
  EXPECT_GT(polygons, testing::effort(60) / 4);
}

}  // namespace
}  // namespace graze::query
