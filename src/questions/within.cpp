/// Whether two bodies are within a distance, and which triangles of meshes are.

#include <algorithm>
#include <cmath>

#include <graze/answers.h>
#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/pairs.h>

#include "body/pair.h"
#include "geometry/interrupted.h"
#include "mesh/box_leaves.h"
#include "mesh/placed_triangles.h"
#include "mesh/shape.h"
#include "mesh/solid.h"
#include "tree/walk/nearest_pair.h"
#include "triangle/within.h"

namespace graze {
namespace {

using namespace query;

/// on_pair(i, j) -> bool, "go on?", for triangles that are within the distance.
template <class OnPair>
void for_each_pair_within(const PlacedMesh& a, const PlacedMesh& b, double limit, OnPair&& on_pair) {
  constexpr double nothing_more = -1;
  PlacedTriangles triangles_a(a), triangles_b(b);
  tree::for_each_pair_by_distance(*a.tree, a.pose, *b.tree, b.pose, limit, [&](std::uint32_t i, std::uint32_t j) {
    if (limit < 0 || !distance::are_within(triangles_a[i], triangles_b[j], limit)) return limit;
    return limit = on_pair(i, j) ? limit : nothing_more;
  });
}

bool surfaces_within(const PlacedMesh& a, const PlacedMesh& b, double limit) {
  bool found = false;
  for_each_pair_within(a, b, limit, [&](std::uint32_t, std::uint32_t) { return !(found = true); });
  return found;
}

Result<void> check_distance(double distance) {
  if (!(distance >= 0)) return fail(ErrorCode::bad_option, "distance: must be >= 0");
  return {};
}

}  // namespace

Result<bool> within(const Body& a, const Body& b, double distance) {
  if (const auto ok = check_distance(distance); !ok) return tl::make_unexpected(ok.error());
  if (distance == 0 && !has_box_leaves(a, b)) return overlap(a, b);
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (!mesh_a || !mesh_b) {
    return closest_points(a, b).map(
        [&](const Closest& closest) { return std::isfinite(closest.distance) && closest.distance <= distance; });
  }
  if (surfaces_within(*mesh_a, *mesh_b, distance)) return true;
  if (!any_is_solid(a, b)) return unless_interrupted<bool>(false);
  return unless_interrupted(point_inside_other(a, b).map([](const auto& found) { return found.has_value(); }));
}

Result<TrianglePairs> pairs_within(const Body& a, const Body& b, double distance, const PairsOptions& options) {
  if (const auto ok = check_distance(distance); !ok) return tl::make_unexpected(ok.error());
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (!mesh_a && !mesh_b) return unsupported("pairs within a distance", a, b);
  TrianglePairs result;
  if (mesh_a && mesh_b) {
    for_each_pair_within(*mesh_a, *mesh_b, distance, [&](std::uint32_t i, std::uint32_t j) {
      result.pairs.push_back({i, j});
      return true;
    });
  } else {
    for (const std::uint32_t i : triangles_at(mesh_a ? *mesh_a : *mesh_b, mesh_a ? b : a, distance))
      result.pairs.push_back(mesh_a ? TrianglePair{i, 0} : TrianglePair{0, i});
  }
  if (Interrupt::is_asked_for()) return tl::make_unexpected(interrupted());
  std::sort(result.pairs.begin(), result.pairs.end());
  result.pair_count = result.pairs.size();
  if (result.pairs.size() > options.max_pairs) result.pairs.resize(options.max_pairs);
  return result;
}

}  // namespace graze
