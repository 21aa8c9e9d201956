#pragma once
/// Fifteen axes in plain double, as textbooks have it: no margin, no order, no laziness. What the table costs by itself.

#include <graze/pose.h>
#include <graze/shapes.h>

namespace graze::bench {

[[nodiscard]] bool naive_overlap(const Obb& a, const Obb& b, const Mat3& rotation, const Vec3& translation);

}  // namespace graze::bench
