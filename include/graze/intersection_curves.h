#pragma once
/// Where the surfaces of two meshes meet, as curves and patches.

#include <array>
#include <cstdint>
#include <vector>

#include <graze/vec.h>

namespace graze {

/// A triangle of a and a triangle of b.
using TrianglePair = std::array<std::uint32_t, 2>;

/// A polyline without branches. It begins at its least point (by x, then y, then z) or, where several curves meet or one ends, at
/// the lesser of such ends, and goes on to the lesser neighbour: the same whatever the order of triangles and bodies.
struct IntersectionCurve {
  std::vector<Vec3> points;  ///< exact points rounded to nearest; one alone where surfaces touch in a point
  bool closed = false;       ///< a loop: the last point leads back to the first, which is not repeated
  /// pairs[k] meets along the way from points[k] to the next, the least of several; one for a single point.
  std::vector<TrianglePair> pairs;
};

/// Coplanar triangles that share an area: a convex polygon.
struct IntersectionPatch {
  TrianglePair pair{};
  std::vector<Vec3> points;  ///< corners in order
};

/// Ends are the same point only where they are so in exact arithmetic, never by rounded coordinates, so curves run through shared
/// edges and corners without gaps, in soups of loose triangles too. Segments that several pairs share appear once. A curve is not
/// split where another one crosses it in the middle of a segment, which takes a mesh that intersects itself. Along the rim of
/// patches there are curves where triangles beside them meet the other mesh too.
struct IntersectionCurves {
  std::vector<IntersectionCurve> curves;   ///< sorted by their points
  std::vector<IntersectionPatch> patches;  ///< sorted by pair
};

}  // namespace graze
