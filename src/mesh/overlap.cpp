/// Finds the triangles of two meshes that meet: one pair, all pairs, or one given pair.

#include "mesh/overlap.h"

#include <cmath>
#include <utility>

#include "box/posed_gap.h"
#include "mesh/curves.h"
#include "mesh/meeting_triangles.h"
#include "mesh/sorted_pairs.h"
#include "numbers/bounded.h"
#include "numbers/tolerance.h"
#include "tree/walk/traverse.h"
#include "triangle/overlap.h"

namespace graze::query {
namespace {

/// How far a rotation that check_body() accepts may stretch: its rows are orthonormal up to 2^-18 each, 3 * 2^-18 in the spectral
/// norm. No unit. MeshesFarApart.AreToldApartOnlyWhereExactNumbersDo
constexpr double largest_stretch = 1 + 4 * tolerance::orthonormal_frame;

/// Of the offset between two placed centres, in parts of all their terms: 5 of each centre, one of the difference; half as much
/// again for sheared rotations and for what is of second order. No unit. MeshesFarApart.AreToldApartOnlyWhereExactNumbersDo
constexpr double centers_error = 16 * tolerance::rounding;

/// Of a box's reach along a direction, in parts of its half extents and the direction: 3 of turning it, 3 of a product with an
/// axis, a few of the sums; twice that for sheared axes. No unit. MeshesFarApart.AreToldApartOnlyWhereExactNumbersDo
constexpr double reach_error = 32 * tolerance::rounding;

/// How far the root box reaches from its centre along a direction of the world, times the direction's length.
double reach_along(const PlacedMesh& mesh, const Vec3& direction) {
  const Obb& box = mesh.tree->root_box();
  const Vec3 in_mesh = mesh.pose.rotation.transpose() * direction;
  return std::abs(box.axes[0].dot(in_mesh)) * box.half_extents[0] + std::abs(box.axes[1].dot(in_mesh)) * box.half_extents[1] +
         std::abs(box.axes[2].dot(in_mesh)) * box.half_extents[2];
}

}  // namespace

bool are_far_apart(const PlacedMesh& a, const PlacedMesh& b) {
  const Sphere &ball_a = a.tree->ball(), &ball_b = b.tree->ball();
  const Vec3 between = b.pose.to_world(ball_b.center) - a.pose.to_world(ball_a.center);
  const double squared = between.squaredNorm();
  const double off = centers_error * (ball_a.center.lpNorm<1>() + ball_b.center.lpNorm<1>() + a.pose.translation.lpNorm<1>() +
                                      b.pose.translation.lpNorm<1>());
  const double radii = largest_stretch * (ball_a.radius + ball_b.radius) + off;
  if (squared > (1 + reach_error) * radii * radii + detail::underflow_bound) return true;
  const Obb &box_a = a.tree->root_box(), &box_b = b.tree->root_box();
  const double defects = a.tree->bounds().defect + b.tree->bounds().defect;
  if (std::isfinite(squared) && sat::are_parted(box_a, a.pose, box_b, b.pose, between, off, defects)) return true;
  // Along the line between the centres no axis of a box is assumed to be one: narrower gaps are seen.
  const double halves = box_a.half_extents.sum() + box_b.half_extents.sum();
  const double unsure = (off + reach_error * halves) * between.lpNorm<1>() + reach_error * squared + detail::underflow_bound;
  return squared > reach_along(a, between) + reach_along(b, between) + unsure;
}

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
  if (are_far_apart(a, b)) return std::nullopt;
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
  if (are_far_apart(a, b)) return;
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
