#pragma once
/// Shapes as JSON: what io/json/shape.h reads.

#include <graze/geometry.h>

#include "io/json/line.h"

namespace graze::io {

/// Numbers read back are the same, bit for bit. Of a mesh its vertices and triangles.
[[nodiscard]] OrderedJson json_of(const Geometry& geometry);

[[nodiscard]] OrderedJson json_of(const Vec3& v);
[[nodiscard]] OrderedJson rows_of(const Mat3& matrix);

}  // namespace graze::io
