#pragma once
/// Are two bodies no farther apart than a given length, and which of their triangles are?

#include <cstddef>
#include <vector>

#include <graze/geometry.h>
#include <graze/intersection_curves.h>
#include <graze/questions.h>

namespace graze {

/// Is the distance at time 0 at most `distance`, a length >= 0? Stops as soon as that is known either way. Exact between meshes,
/// elsewhere what closest_points() says; 0 asks overlap(). Nothing is within any distance of an empty mesh.
[[nodiscard]] GRAZE_API Result<bool> within(const Body& a, const Body& b, double distance, const MeshOptions& options = {});

struct NearPairsOptions {
  std::size_t max_pairs = 1000;  ///< how many are listed; all are counted
};

struct NearPairs {
  std::size_t pair_count = 0;
  std::vector<TrianglePair> pairs;  ///< the smallest max_pairs of them, sorted
};

/// The triangles of two meshes that are at most `distance` apart at time 0, exactly. Meshes are surfaces here.
[[nodiscard]] GRAZE_API Result<NearPairs> pairs_within(const Body& a, const Body& b, double distance,
                                                       const NearPairsOptions& options = {});

}  // namespace graze
