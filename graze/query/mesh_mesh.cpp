#include <graze/query/mesh_mesh.h>

#include <algorithm>
#include <cmath>

#include <graze/query/meeting_triangles.h>
#include <graze/query/mesh_curves.h>
#include <graze/query/moving_triangles.h>
#include <graze/query/sorted_pairs.h>
#include <graze/sat/contact_set.h>
#include <graze/sat/contact_times.h>
#include <graze/sat/sweep.h>
#include <graze/sat/triangle_triangle.h>
#include <graze/tree/traverse.h>
#include <graze/tree/traverse_moving.h>

namespace graze::query {
namespace {

/// The earliest contact seen so far, kept exact so that no later pair can tie by rounding.
struct Earliest {
  TrianglePair pair{};
  sat::ExactTime first;
};

bool sooner(const Earliest& x, const Earliest& y) {
  if (sat::before(x.first, y.first)) return true;
  return !sat::before(y.first, x.first) && x.pair < y.pair;
}

}  // namespace

sat::Convex placed_triangle(const PlacedMesh& mesh, std::uint32_t i) {
  return sat::as_convex(mesh.tree->mesh().triangle(i), mesh.pose);
}

bool has(const PlacedMesh& a, const PlacedMesh& b, TrianglePair pair) {
  return pair[0] < a.tree->mesh().triangles.size() && pair[1] < b.tree->mesh().triangles.size();
}

bool triangles_meet(const PlacedMesh& a, const PlacedMesh& b, TrianglePair pair) {
  return has(a, b, pair) &&
         overlap(place(a.tree->mesh().triangle(pair[0]), a.pose), place(b.tree->mesh().triangle(pair[1]), b.pose));
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
  Intersection result;
  result.intersect = !pairs.empty();
  result.pair_count = pairs.size();
  if (options.curves) result.curves = curves_through(a, b, pairs);
  if (pairs.size() > options.max_pairs) pairs.resize(options.max_pairs);
  result.pairs = std::move(pairs);
  return result;
}

std::optional<Impact> first_contact(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options,
                                    std::optional<TrianglePair> likely) {
  const double t_max = options.t_max;
  const sat::Velocities velocities{a.velocity, b.velocity};
  std::optional<Earliest> earliest;
  double horizon = t_max;
  MovingTrianglePairs moving(a, b);
  const auto on_pair = [&](std::uint32_t i, std::uint32_t j) {
    const auto first = moving.first_time({i, j}, horizon);
    if (!first) return horizon;
    const Earliest found{{i, j}, *first};
    if (!earliest || sooner(found, *earliest)) earliest = found;
    horizon = std::min(horizon, sat::barely_after(earliest->first));
    return horizon;
  };
  if (likely && has(a, b, *likely)) on_pair((*likely)[0], (*likely)[1]);
  tree::for_each_pair_by_time(*a.tree, a.pose, *b.tree, b.pose, b.velocity - a.velocity, horizon,
                              [&](std::uint32_t i, std::uint32_t j, double) { return on_pair(i, j); });
  if (!earliest) return std::nullopt;
  const sat::Convex tri_a = placed_triangle(a, earliest->pair[0]);
  const sat::Convex tri_b = placed_triangle(b, earliest->pair[1]);
  auto impact = sat::sweep(tri_a, tri_b, velocities, t_max);
  for (int k = 0; k < 2; ++k) impact->features[k].triangle = static_cast<std::int32_t>(earliest->pair[k]);
  impact->last = options.want_last ? last_contact(a, b, t_max) : std::nullopt;
  impact->approaching = !impact->initial || impact->last != 0.0;
  return impact;
}

std::optional<double> last_contact(const PlacedMesh& a, const PlacedMesh& b, double t_max) {
  std::optional<double> last;
  tree::for_each_pair_by_time(
      *a.tree, a.pose, *b.tree, b.pose, b.velocity - a.velocity, t_max, [&](std::uint32_t i, std::uint32_t j, double) {
        const sat::Convex tri_a = placed_triangle(a, i), tri_b = placed_triangle(b, j);
        const auto contact = sat::contact_interval({tri_a, tri_b}, {a.velocity, b.velocity}, t_max);
        if (!contact) return t_max;
        const double end = contact->last ? quotient_up(contact->last->numerator, contact->last->denominator) : t_max;
        last = std::max(last.value_or(0), std::min(end, t_max));
        return t_max;
      });
  return last;
}

}  // namespace graze::query
