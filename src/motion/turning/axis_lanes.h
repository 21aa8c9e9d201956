#pragma once
/// Which of the axes of two moving triangles promise the longest free time: guesses, several axes at a time. Bounds are made from
/// the best of them only (leaf.cpp), so that no rounding here can make an answer wrong.

namespace graze::query {

/// Two triangles as MovingTriangle has them: corners and their velocities, three numbers each.
struct TrianglePairMotion {
  const double* corners[2];
  const double* velocities[2];
  const double* turns[2];       ///< angular velocities
  const double* body_approach;  ///< the velocity of the centre of the first body less that of the second
  double rim_speeds[2], radii[2];
  double lift;       ///< what gaps count for less
  double rate_lift;  ///< what rates count for less
  double curvature;  ///< times that of their ways; 0 for corners that keep their velocities. No unit.
};

/// 0 and 1 are the normals; 2 + 3 i + k is the product of edge i of a and edge k of b, edges beginning at the corner of their
/// number.
inline constexpr int axis_count = 11, first_product = 2;

/// About the free time along each axis, from above; 0 where it does not separate the triangles now.
using AxisTimes = void (*)(const TrianglePairMotion& pair, double (&time)[axis_count]);

}  // namespace graze::query
