#pragma once
/// Is one body wholly inside another?

#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>

namespace graze {

/// Is b wholly inside a at time 0? Touching from inside is inside. As a container a mesh is always a solid; Body::solid says what b
/// is.
[[nodiscard]] GRAZE_API Result<bool> contains(const Body& a, const Body& b);

}  // namespace graze
