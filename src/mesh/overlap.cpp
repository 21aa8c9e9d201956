/// Finds the triangles of two meshes that meet: one pair, all pairs, or one given pair.

#include "mesh/overlap.h"

#include <utility>

#include "mesh/curves.h"
#include "mesh/meeting_triangles.h"
#include "mesh/sorted_pairs.h"
#include "tree/walk/traverse.h"
#include "triangle/overlap.h"

namespace graze::query {

sat::Convex placed_triangle(const PlacedMesh& mesh, std::uint32_t i) {
  return sat::as_convex(mesh.tree->view().triangle(i), mesh.pose);
}

bool has(const PlacedMesh& a, const PlacedMesh& b, TrianglePair pair) {
  return pair[0] < a.tree->view().triangles.size() && pair[1] < b.tree->view().triangles.size();
}

bool triangles_meet(const PlacedMesh& a, const PlacedMesh& b, TrianglePair pair) {
  return has(a, b, pair) &&
         overlap(place(a.tree->view().triangle(pair[0]), a.pose), place(b.tree->view().triangle(pair[1]), b.pose));
}

std::optional<TrianglePair> meeting_pair(const PlacedMesh& a, const PlacedMesh& b) {
  std::optional<TrianglePair> found;
  MeetingTriangles meet(a, b);
  tree::for_each_near_pair_likely_first(*a.tree, a.pose, *b.tree, b.pose, 0, [&](std::uint32_t i, std::uint32_t j) {
    if (!meet(i, j)) return true;
    found = {i, j};
    return false;
  });
  return found;
}

void meeting_pairs(const PlacedMesh& a, const PlacedMesh& b, std::vector<TrianglePair>& pairs) {
  pairs.clear();
  MeetingTriangles meet(a, b);
  tree::for_each_near_pair(*a.tree, a.pose, *b.tree, b.pose, 0, [&](std::uint32_t i, std::uint32_t j) {
    if (meet(i, j)) pairs.push_back({i, j});
    return true;
  });
  sort_pairs(pairs);
}

Intersection meeting_triangles(const PlacedMesh& a, const PlacedMesh& b, const IntersectionOptions& options) {
  std::vector<TrianglePair> pairs;
  meeting_pairs(a, b, pairs);
  std::optional<IntersectionCurves> curves;
  if (options.curves) curves = curves_through(a, b, pairs);
  Intersection result = listed_pairs(std::move(pairs), options);
  result.curves = std::move(curves);
  return result;
}

Intersection listed_pairs(std::vector<TrianglePair> pairs, const IntersectionOptions& options) {
  Intersection result;
  result.intersect = !pairs.empty();
  result.pair_count = pairs.size();
  if (pairs.size() > options.max_pairs) pairs.resize(options.max_pairs);
  result.pairs = std::move(pairs);
  return result;
}

}  // namespace graze::query
