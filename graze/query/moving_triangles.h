#pragma once
/// First times of contact of pairs of triangles of two meshes in relative translation: a quick bound first, then exactly.

#include <algorithm>
#include <optional>

#include <graze/query/placed_triangles.h>
#include <graze/sat/sweep.h>
#include <graze/sat/triangle_motion_lanes.h>

namespace graze::query {

/// Belongs to one question; refers to the meshes.
class MovingTrianglePairs {
 public:
  MovingTrianglePairs(const PlacedMesh& a, const PlacedMesh& b)
      : a_(a),
        b_(b),
        velocity_(b.velocity - a.velocity),
        placed_a_(a),
        placed_b_(b),
        earliest_meeting_(sat::earliest_meeting_of_processor()) {}

  /// Within [0, horizon]; nothing when they do not meet by then.
  [[nodiscard]] std::optional<sat::ExactTime> first_time(TrianglePair pair, double horizon) {
    const PosedTriangle &a = placed_a_[pair[0]].triangle, &b = placed_b_[pair[1]].triangle;
    if (earliest_meeting_({a.world.v, b.world.v, velocity_, std::max(a.error, b.error)}) > horizon) return std::nullopt;
    const sat::Convex tri_a = sat::as_convex(a.local, a_.pose), tri_b = sat::as_convex(b.local, b_.pose);
    return sat::first_time({tri_a, tri_b}, {a_.velocity, b_.velocity}, horizon);
  }

 private:
  const PlacedMesh& a_;
  const PlacedMesh& b_;
  Vec3 velocity_;
  PlacedTriangles placed_a_, placed_b_;
  sat::EarliestMeeting earliest_meeting_;
};

}  // namespace graze::query
