#pragma once
/// Orthonormal frames from directions that may be short, parallel or missing.

#include <optional>

#include <graze/shapes.h>

namespace graze {

/// Right-handed axes, orthonormal to a few units in the last place: the first along `first`, the third across both directions.
/// Nothing when `first` has no length; any third axis when `second` is parallel to `first`.
[[nodiscard]] std::optional<Frame> orthonormal_frame(const Vec3& first, const Vec3& second);

/// A direction at a right angle to `v`, of about its length.
[[nodiscard]] Vec3 any_perpendicular(const Vec3& v);

}  // namespace graze
