#pragma once
/// Ray casting on one mesh, without the bodies, poses and checks of the questions.

#include <limits>
#include <optional>

#include <graze/answers.h>
#include <graze/export.h>
#include <graze/shapes.h>
#include "tree/nodes/mesh_tree.h"

namespace graze {

/// Where the ray, given in the frame of the mesh, first meets the surface at a parameter up to t_max; t counts in lengths of the
/// direction, which may be any. Whether it does is exact, and t right to twelve digits: rays through edges and corners never slip
/// through. The triangle is in `feature`, the normal that of its corners' order, and `entering` says that the ray comes from the
/// side it points to. All numbers must be finite, except t_max, which must not be negative. A ray without direction is a point.
[[nodiscard]] GRAZE_API std::optional<Crossing> first_hit(const MeshTree& mesh, const Ray& ray,
                                                          double t_max = std::numeric_limits<double>::infinity());

}  // namespace graze
