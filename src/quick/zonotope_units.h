#pragma once
/// The shapes that zonotopes are, counted in units of a power of two.

#include "quick/zonotope.h"

namespace graze::distance {

/// The shape that the body is, and where, counted in units.
struct InUnits {
  const Zonotope& body;
  double factor;

  [[nodiscard]] Pose pose() const { return {body.pose->rotation, factor * body.pose->translation}; }
  [[nodiscard]] Sphere ball() const { return {factor * *body.first, factor * body.radius}; }
  [[nodiscard]] Capsule capsule() const { return {{factor * *body.first, factor * *body.last}, factor * body.radius}; }
  [[nodiscard]] Aabb aligned_box() const { return {factor * *body.first, factor * *body.last}; }
  [[nodiscard]] Obb oriented_box() const { return {factor * *body.first, *body.axes, factor * *body.half_extents}; }
};

}  // namespace graze::distance
