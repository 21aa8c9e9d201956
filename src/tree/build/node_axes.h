#pragma once
/// The axes of a node's box for the fits that are not the default.

#include <optional>
#include <span>

#include <graze/options.h>
#include <graze/shapes.h>

#include "fit/covariance.h"

namespace graze::tree {

struct NodeAxes {
  Frame axes;
  std::optional<Vec3> center;  ///< where the fit says where the middle of the box is
};

/// Around these corners of triangles, repeated or not, with the integrals of the triangles' surface. At least one corner. Not for
/// NodeFit::best.
[[nodiscard]] NodeAxes node_axes(NodeFit fit, std::span<const Vec3> corners, const SurfaceIntegrals& surface);

}  // namespace graze::tree
