#pragma once
/// What do two bodies have in common?

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/options.h>

namespace graze {

/// The intersection itself at time 0: a point, segment or polygon where it is one, the triangle pairs of two meshes, on request the
/// curves in which these meet. Other pairs: only whether they meet. Meshes are surfaces here.
[[nodiscard]] GRAZE_API Result<Intersection> intersection(const Body& a, const Body& b, const IntersectionOptions& options = {});

}  // namespace graze
