#pragma once
/// How far one body has to move along a direction until two that meet part.

#include <limits>
#include <optional>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/geometry.h>

namespace graze::query {

/// The end of the contact that b's way along a direction begins with.
struct Parting {
  double depth = 0;             ///< infinite where they never part, or where it is beyond the limit
  std::optional<Impact> touch;  ///< how they touch there, as b comes back; nothing where they never part
};

/// Of bodies that meet at time 0; meshes count as they say (Body::solid). The direction is unit, nearly. What is deeper than the
/// limit is of no interest, and infinite. The way is followed from one pair of triangles, or point inside, to the next that is
/// still in contact where the last one parts; the end is that of a pair, exact and rounded up.
[[nodiscard]] Result<Parting> parting_along(const Body& a, const Body& b, const Vec3& direction,
                                            double limit = std::numeric_limits<double>::infinity());

}  // namespace graze::query
