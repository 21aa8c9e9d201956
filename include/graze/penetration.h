#pragma once
/// How deep are two convex bodies in each other?

#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>

namespace graze {

/// Least translation that ends an overlap of convex bodies at time 0; nothing when they are apart.
[[nodiscard]] GRAZE_API Result<std::optional<Penetration>> penetration(const Body& a, const Body& b);

}  // namespace graze
