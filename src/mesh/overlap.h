#pragma once
/// Questions about two triangle meshes: the tree finds the pairs of triangles in reach, exact arithmetic decides each.
/// Meshes are surfaces here; answers are exact on the stored numbers and do not depend on the trees.

#include <graze/answers.h>
#include <graze/options.h>

#include "body/placed_mesh.h"
#include "polytope/convex.h"
#include "tree/nodes/mesh_tree.h"

namespace graze::query {

/// Whether the balls around both meshes, or their boxes along the line between their centres, are certainly apart, in exact
/// arithmetic. The cheapest of all looks, taken before any frame or bound is made. The meshes must have triangles.
[[nodiscard]] bool are_far_apart(const PlacedMesh& a, const PlacedMesh& b);

/// The first pair of meeting triangles that the walk finds, if any.
[[nodiscard]] std::optional<TrianglePair> meeting_pair(const PlacedMesh& a, const PlacedMesh& b);

/// All triangles that meet, sorted, replacing what was in `pairs`.
void meeting_pairs(const PlacedMesh& a, const PlacedMesh& b, std::vector<TrianglePair>& pairs);

/// Do these two? False for numbers that the meshes do not have.
[[nodiscard]] bool triangles_meet(const PlacedMesh& a, const PlacedMesh& b, TrianglePair pair);

[[nodiscard]] bool has(const PlacedMesh& a, const PlacedMesh& b, TrianglePair pair);

[[nodiscard]] Intersection meeting_triangles(const PlacedMesh& a, const PlacedMesh& b, const IntersectionOptions& options);

/// All pairs that meet, sorted, as an answer without curves: no more than options.max_pairs are listed.
[[nodiscard]] Intersection listed_pairs(std::vector<TrianglePair> pairs, const IntersectionOptions& options);

[[nodiscard]] sat::Convex placed_triangle(const PlacedMesh& mesh, std::uint32_t i);

/// The first contact of any two triangles; of several at the same time that with the smallest numbers is named, of those that touch
/// in as many dimensions as any. `likely` triangles are tried first, which changes no answer.
[[nodiscard]] std::optional<Impact> first_contact(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options,
                                                  std::optional<TrianglePair> likely = {});

/// The last contact of any two triangles, rounded up; it takes a visit to every pair that ever meets.
[[nodiscard]] std::optional<double> last_contact(const PlacedMesh& a, const PlacedMesh& b, double t_max);

}  // namespace graze::query
