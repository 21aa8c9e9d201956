#pragma once
/// The public questions about two bodies. All sets are closed: touching counts. A pair of shapes that a question does not know
/// yet answers ErrorCode::unsupported_pair, never a guess.

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>
#include <vector>

#include <graze/core/contact.h>
#include <graze/query/body.h>

namespace graze {

/// Do the two sets meet at time 0? Meshes are surfaces.
[[nodiscard]] GRAZE_API Result<bool> overlap(const Body& a, const Body& b);

/// The axis that keeps two convex bodies apart. The kind is one of the words of sat/axes.h: "face_of_a", "edge_edge", …
struct SeparatingAxis {
  std::string_view kind;
  int i = 0;                      ///< which face, or which edge of a
  int j = 0;                      ///< which edge of b, for "edge_edge"
  Vec3 direction = Vec3::Zero();  ///< unit, from a to b
  double gap = 0;                 ///< between the shadows on it, > 0
};

struct OverlapReport {
  bool intersect = false;
  std::optional<SeparatingAxis> separating;  ///< of convex bodies that are apart
  std::optional<int> axes_tested;            ///< of convex bodies
};

/// The same answer as overlap(), and how it was found.
[[nodiscard]] GRAZE_API Result<OverlapReport> explain_overlap(const Body& a, const Body& b);

struct IntersectionOptions {
  std::size_t max_pairs = 1000;  ///< how many triangle pairs are listed; all are counted
};

struct Intersection {
  bool intersect = false;
  std::optional<ContactSet> set;                    ///< where it is at most planar: between points, segments, triangles, polygons
  std::optional<std::size_t> pair_count;            ///< between meshes: intersecting triangle pairs
  std::vector<std::array<std::uint32_t, 2>> pairs;  ///< the smallest max_pairs of them, sorted
};

/// The intersection itself at time 0.
[[nodiscard]] GRAZE_API Result<Intersection> intersection(const Body& a, const Body& b, const IntersectionOptions& options = {});

struct SweepOptions {
  double t_max = std::numeric_limits<double>::infinity();  ///< >= 0, in the time unit of the velocities
  bool want_last = false;  ///< of meshes too, where it costs a visit to every pair of triangles that ever meets
};

/// First and last time of contact in [0, t_max] under constant velocities; nothing when they never meet.
[[nodiscard]] GRAZE_API Result<std::optional<Impact>> sweep(const Body& a, const Body& b, const SweepOptions& options = {});

/// Least translation that ends an overlap of convex bodies; nothing when they are apart.
[[nodiscard]] GRAZE_API Result<std::optional<Penetration>> penetration(const Body& a, const Body& b);

}  // namespace graze
