#pragma once
/// All triangles of two meshes that meet, for callers who ask again and again.

#include <cstddef>
#include <vector>

#include <graze/geometry.h>
#include <graze/intersection_curves.h>

namespace graze {

/// All triangles of two meshes that meet at time 0, sorted, in place of what was in `pairs`; as intersection() lists them. The
/// buffer is the caller's and keeps the room it once needed, so that asking again allocates nothing. Returns their number.
[[nodiscard]] GRAZE_API Result<std::size_t> intersecting_pairs(const Body& a, const Body& b, std::vector<TrianglePair>& pairs);

}  // namespace graze
