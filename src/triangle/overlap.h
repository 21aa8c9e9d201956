#pragma once
/// Do two triangles meet? Exact for all finite doubles: touching, coplanar and degenerate triangles included.

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze {

/// Do the convex hulls of the stored vertices share a point?
[[nodiscard]] bool overlap(const Triangle& a, const Triangle& b);

/// A triangle of a posed body, with its rounded world coordinates at hand. Refers to the pose.
struct PosedTriangle {
  Triangle local;              ///< in the body's frame
  const Pose* pose = nullptr;  ///< body to world
  Triangle world;              ///< pose applied to local, rounded
  double error = 0;            ///< of each world coordinate at most, same unit; 0 for the identity
};

[[nodiscard]] PosedTriangle place(const Triangle& local, const Pose& pose);

/// Do they meet in the world? Exact on the stored numbers: the sets meant are rotation * x + translation in real arithmetic.
/// The rotation must be invertible, as validated poses are: triangles of one pose are compared in their own frame.
[[nodiscard]] bool overlap(const PosedTriangle& a, const PosedTriangle& b);

}  // namespace graze
