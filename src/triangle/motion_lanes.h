#pragma once
/// When two triangles in relative translation can meet at the earliest, several axes at a time in the widest registers of the
/// processor.

#include <array>

#include <graze/vec.h>

namespace graze::sat {

/// Triangles in the world, b moving with `velocity` as seen from a. Each coordinate may be off by `error`, and the velocity by its
/// last places.
struct MovingTriangles {
  const std::array<Vec3, 3>& a;
  const std::array<Vec3, 3>& b;
  const Vec3& velocity;
  double error;
};

/// They do not meet before; infinite when they never do from time 0 on. Never late, mostly a little early: the intervals of contact
/// along the normals and the products of edges are intersected, each widened by what its roundings may amount to.
using EarliestMeeting = double (*)(const MovingTriangles& moving);

}  // namespace graze::sat
