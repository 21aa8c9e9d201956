#pragma once
/// Points as a set: sorted, each once, so that fits do not depend on the order in which they are given. Internal to fit.

#include <cstdint>
#include <span>
#include <vector>

#include <graze/vec.h>

namespace graze {

/// Negative zeros become positive ones: they are equal, so which of them survived would depend on the order.
[[nodiscard]] std::vector<Vec3> point_set(std::span<const Vec3> points);

/// The same of points in the plane z = 0.
[[nodiscard]] std::vector<Vec3> point_set(std::span<const Vec2> points);

/// Where a point is in the set, or, if it is not in it, where it would be.
[[nodiscard]] std::uint32_t position_in(std::span<const Vec3> set, const Vec3& point);

}  // namespace graze
