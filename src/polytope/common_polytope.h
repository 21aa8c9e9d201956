#pragma once
/// The solid that convex polytopes and half-spaces have in common, in exact arithmetic: corners, planes, faces, volume.

#include <optional>
#include <vector>

#include <graze/shapes.h>

#include "numbers/kept_blocks.h"
#include "polytope/convex.h"
#include "polytope/flat_intersection.h"

namespace graze::sat {

/// normal.x <= offset
struct ExactHalfSpace {
  Vector3<Dyadic> normal;
  Dyadic offset;
};

/// A solid by its corners and by its planes. Planes that only touch it may be among them.
struct ExactPolytope {
  std::vector<FlatPoint> corners;
  KeptList<Chord> edges;  ///< perhaps with other chords
  std::vector<ExactHalfSpace> planes;
};

/// Of a bounded linear body with all its axes; nothing where it has no inside.
[[nodiscard]] std::optional<ExactPolytope> exact_polytope(const Convex& body);

/// What two solids have in common. Whether it has an inside is exact.
struct CommonPart {
  std::optional<ExactPolytope> solid;
  FlatPoints flat;  ///< where it has none: points whose hull it is, in one plane, perhaps none
};

[[nodiscard]] CommonPart common_part(const ExactPolytope& a, const ExactPolytope& b);
[[nodiscard]] CommonPart common_part(const ExactPolytope& a, const ExactHalfSpace& b);

struct RoundedPolytope {
  ConvexPolyhedron polyhedron;  ///< corners rounded to nearest, faces counter-clockwise seen from outside
  double volume = 0;            ///< of the exact solid, off by a few roundings; infinite where no double is so large
};

/// Corners that round to the same doubles are one, and faces that have fewer than three left are gone.
[[nodiscard]] RoundedPolytope rounded(const ExactPolytope& solid);

}  // namespace graze::sat
