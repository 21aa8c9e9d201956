/// Decides whether single precision can compare the boxes of two trees.

#include "tree/walk/nearest_pair.h"

#include <cmath>

namespace graze::tree {
namespace {

/// Gap of two trees in sizes of the larger one, beyond which rounding of centres would blur its boxes.
/// NearestPair.FindsTheNearestTrianglesOfMeshesFarApart
constexpr double max_separation = 0x1p12;

/// Ratio of two sizes, as an exponent of two, beyond which squares in the units of the smaller tree may overflow.
/// NearestPair.FindsTheNearestTrianglesOfMeshesOfVeryDifferentSize
constexpr int most_different = 20;

}  // namespace

bool are_comparable(const MeshTree& a, const Pose& pose_a, const MeshTree& b, const Pose& pose_b) {
  const WideTree &tree_a = a.wide(), &tree_b = b.wide();
  if (std::abs(tree_a.exponent - tree_b.exponent) > most_different) return false;
  const Vec3 between = pose_a.to_world(tree_a.origin) - pose_b.to_world(tree_b.origin);
  return between.lpNorm<1>() < max_separation * std::ldexp(1.0, -std::min(tree_a.exponent, tree_b.exponent));
}

}  // namespace graze::tree
