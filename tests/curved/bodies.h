#pragma once
/// Curved bodies as the tests of a room write them.

#include <graze/pose.h>
#include <graze/shapes.h>

#include "views/curved_body.h"

namespace graze::testing {

inline distance::Curved curved(const Shape& shape, const Pose& pose = {}) { return *distance::as_curved(shape, pose); }

inline Cylinder upright(const Vec3& foot, double height, double radius) { return {{foot, foot + Vec3(0, 0, height)}, radius}; }

}  // namespace graze::testing
