#pragma once
/// Discs and ellipsoids inside a capsule, by splitting their boundary until every piece is decided.

#include <vector>

#include <graze/vec.h>

namespace graze::distance {

/// The points center + sum y_i axes[i] with |y| <= 1: a disc with two axes, an ellipsoid with three.
struct RoundBody {
  Vec3 center = Vec3::Zero();
  std::vector<Vec3> axes;
};

/// Is every point of the body within `radius` of the segment from 0 to `end`, up to capsule_slack? Where more pieces than can be
/// looked at stay undecided (an ellipsoid that is nearly a ball and fills the end of the capsule) their corners decide.
[[nodiscard]] bool is_near_segment(const RoundBody& body, const Vec3& end, double radius);

}  // namespace graze::distance
