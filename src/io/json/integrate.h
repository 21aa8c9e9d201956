#pragma once
/// The field "integrate" of a body: a motion given by its velocities. Internal to the sources of io.

#include <graze/geometry.h>
#include <graze/integrate.h>

#include "io/json/line.h"

namespace graze {

/// Of a body that has the field, from its pose at time 0 on.
[[nodiscard]] Result<IntegratedMotion> integrated_from_json(const Json& body, const Geometry& geometry, const Pose& start);

}  // namespace graze
