#pragma once
/// First contacts of pairs of triangles of two meshes in relative translation: a quick bound first, then proven bounds, then
/// exactly.

#include <algorithm>
#include <optional>

#include "mesh/placed_triangles.h"
#include "polytope/contact/sweep.h"
#include "triangle/first_contact_filter.h"
#include "triangle/kernels.h"

namespace graze::query {

/// Belongs to one question; refers to the meshes.
class MovingTrianglePairs {
 public:
  MovingTrianglePairs(const PlacedMesh& a, const PlacedMesh& b)
      : a_(a),
        b_(b),
        velocities_{a.velocity, b.velocity},
        velocity_(b.velocity - a.velocity),
        placed_a_(a),
        placed_b_(b),
        earliest_meeting_(sat::triangle_kernels().earliest_meeting) {}

  [[nodiscard]] const PlacedMesh& a() const { return a_; }
  [[nodiscard]] const PlacedMesh& b() const { return b_; }

  /// They do not meet before.
  [[nodiscard]] double earliest_meeting(TrianglePair pair) {
    const PosedTriangle &a = placed_a_[pair[0]].triangle, &b = placed_b_[pair[1]].triangle;
    return earliest_meeting_({a.world.v, b.world.v, velocity_, std::max(a.error, b.error)});
  }
  /// Nothing where it takes exact arithmetic to tell.
  [[nodiscard]] std::optional<sat::FirstContact> first_contact_filter(TrianglePair pair) {
    return sat::first_contact_filter(placed_a_[pair[0]].triangle, placed_b_[pair[1]].triangle, velocities_);
  }
  /// Within [0, horizon]; nothing when they do not meet by then.
  [[nodiscard]] std::optional<sat::ExactTime> first_time(TrianglePair pair, double horizon) const {
    const sat::Convex a = placed_triangle(a_, pair[0]), b = placed_triangle(b_, pair[1]);
    return sat::first_time({a, b}, velocities_, horizon);
  }
  /// Of triangles that meet within [0, t_max], without the last time.
  [[nodiscard]] Impact impact(TrianglePair pair, double t_max) {
    Impact impact = impact_of_triangles(pair, t_max);
    for (int k = 0; k < 2; ++k) impact.features[k].triangle = static_cast<std::int32_t>(pair[k]);
    return impact;
  }

 private:
  [[nodiscard]] Impact impact_of_triangles(TrianglePair pair, double t_max) {
    if (const auto contact = first_contact_filter(pair)) {
      const PosedTriangle &a = placed_a_[pair[0]].triangle, &b = placed_b_[pair[1]].triangle;
      if (auto impact = sat::impact_of(*contact, a, b, velocities_)) return *std::move(impact);
    }
    return *sat::sweep(placed_triangle(a_, pair[0]), placed_triangle(b_, pair[1]), velocities_, t_max);
  }

  const PlacedMesh& a_;
  const PlacedMesh& b_;
  sat::Velocities velocities_;
  Vec3 velocity_;
  PlacedTriangles placed_a_, placed_b_;
  sat::EarliestMeeting earliest_meeting_;
};

}  // namespace graze::query
