/// What boxes of files have to be like: points and boxes a little beyond each of their six faces are told from those within.

#include <limits>

#include <gtest/gtest.h>
#include <oracle/effort.h>

#include "box/box_cases.h"
#include "geometry/orthonormal_frame.h"
#include "tree/nodes/plausible_box.h"

namespace graze::tree {
namespace {

Obb random_box(test::Engine& random, double scale) {
  const Frame axes = *orthonormal_frame(test::random_vector(random, 1), test::random_vector(random, 1));
  const Vec3 half(test::uniform(random, 0.1, 1), test::uniform(random, 0.1, 1), test::uniform(random, 0.1, 1));
  return {scale * test::random_vector(random, 2), axes, scale * half};
}

/// In the plane of a face or, by part of the half extent, before or behind it; anywhere along the other axes.
Vec3 at_face(test::Engine& random, const Obb& box, std::size_t axis, double side) {
  Vec3 p = box.center;
  for (std::size_t i = 0; i < 3; ++i)
    p += (i == axis ? side : test::uniform(random, -1, 1)) * box.half_extents[static_cast<Eigen::Index>(i)] * box.axes[i];
  return p;
}

/// The same for the face of a box that comes nearest to it.
Obb beside_face(test::Engine& random, const Obb& box, std::size_t axis, double side, double part) {
  Obb other = random_box(random, 0.5 * box.half_extents.maxCoeff());
  double reach = part * box.half_extents[static_cast<Eigen::Index>(axis)];
  for (std::size_t k = 0; k < 3; ++k)
    reach += part * std::abs(box.axes[axis].dot(other.axes[k])) * other.half_extents[static_cast<Eigen::Index>(k)];
  other.center = box.center + side * reach * box.axes[axis];
  return other;
}

TEST(PlausibleBox, HoldsWhatIsNotBeyondOneOfItsFaces) {
  test::Engine random(1);
  for (int i = 0; i < testing::effort(300); ++i) {
    const double scales[] = {1, 0x1p1021, 0x1p-1000};
    const Obb box = random_box(random, scales[i % 3]);
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const double side : {-1.0, 1.0}) {
        EXPECT_TRUE(contains_plausibly(box, at_face(random, box, axis, side))) << i;
        EXPECT_TRUE(contains_plausibly(box, at_face(random, box, axis, 0.5 * side))) << i;
        EXPECT_FALSE(contains_plausibly(box, at_face(random, box, axis, (1 + 1e-9) * side))) << i;
        EXPECT_TRUE(meets_plausibly(box, beside_face(random, box, axis, side, 1))) << i;
        EXPECT_TRUE(meets_plausibly(box, beside_face(random, box, axis, side, 0.5))) << i;
        EXPECT_FALSE(meets_plausibly(box, beside_face(random, box, axis, side, 1 + 1e-9))) << i;
      }
    }
  }
}

TEST(PlausibleBox, OfTheSmallestDoublesHoldsItsCorners) {
  constexpr double least = std::numeric_limits<double>::denorm_min();
  const Obb box{Vec3::Zero(), world_frame(), Vec3::Constant(least)};
  EXPECT_TRUE(contains_plausibly(box, Vec3::Constant(least)));
  EXPECT_FALSE(contains_plausibly(box, Vec3::Constant(100 * least)));
}

}  // namespace
}  // namespace graze::tree
