#pragma once
/// Segments between numbered points, joined into polylines that run from branch to branch, or around.

#include <array>
#include <cstdint>
#include <vector>

#include <graze/answers.h>

namespace graze::query {

struct PolylineSegment {
  std::array<std::uint32_t, 2> ends;  ///< different points
  TrianglePair pair;
};

struct PolylineTouch {
  std::uint32_t point;
  TrianglePair pair;
};

struct PolylineParts {
  std::vector<PolylineSegment> segments;
  std::vector<PolylineTouch> touches;
  std::vector<std::uint32_t> covered;  ///< points that need no touch of their own
};

/// As IntersectionCurve, with points by number.
struct Polyline {
  std::vector<std::uint32_t> points;
  bool closed = false;
  std::vector<TrianglePair> pairs;
};

/// Sorted by their points. Repeated segments count once, with the least pair; so do touches, where no segment ends and nothing
/// covers them.
[[nodiscard]] std::vector<Polyline> joined(PolylineParts parts);

}  // namespace graze::query
