#pragma once
/// Do two bodies meet? All sets are closed: touching counts.

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>

namespace graze {

/// Do the two sets meet at time 0? Of two meshes of which one has box leaves, "yes" may be about boxes (BuildOptions::box_leaves).
/// A pair of shapes that a question does not know answers ErrorCode::unsupported_pair, never a guess.
[[nodiscard]] GRAZE_API Result<bool> overlap(const Body& a, const Body& b);
/// The same answer, perhaps sooner: the memory takes part only between meshes.
[[nodiscard]] GRAZE_API Result<bool> overlap(const Body& a, const Body& b, WarmStart& memory);

/// The same answer, and the axis that separates convex bodies which are apart.
[[nodiscard]] GRAZE_API Result<OverlapReport> explain_overlap(const Body& a, const Body& b);

}  // namespace graze
