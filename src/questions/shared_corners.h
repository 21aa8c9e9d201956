#pragma once
/// When two triangles of one mesh count as meeting: in more than the corners they share.

#include <graze/shapes.h>

namespace graze {

/// In the frame of their mesh. The rule is that of self_intersection() in pairs.h.
[[nodiscard]] bool meet_beyond_shared_corners(const Triangle& a, const Triangle& b);

}  // namespace graze
