#pragma once
/// The depth of two bodies for questions that tell nothing else of it.

#include <optional>

#include <graze/answers.h>
#include <graze/geometry.h>

namespace graze::query {

/// As penetration(), but for the manifold: of convex bodies, whose points take heap, it is left empty.
[[nodiscard]] Result<std::optional<Penetration>> depth_alone(const Body& a, const Body& b);

}  // namespace graze::query
