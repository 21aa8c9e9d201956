/// Finds the closest points of two meshes, or of a mesh and a simplex: a shortlist by bounds, then exact measures.

#include "mesh/distance.h"

#include <algorithm>
#include <array>
#include <vector>

#include <graze/mesh.h>

#include "body/infinity.h"
#include "mesh/placed_triangles.h"
#include "mesh/point.h"
#include "mesh/tie_certificate.h"
#include "tree/walk/nearest_one.h"
#include "tree/walk/nearest_pair.h"
#include "tree/walk/traverse.h"
#include "tree/walk/wide_placement.h"

namespace graze::query {
namespace {

using distance::PlacedSimplex;

/// Pairs of triangles whose distance may be the shortest, judging by their brackets.
class Shortlist {
 public:
  using Pair = TrianglePair;

  [[nodiscard]] static Shortlist& of_this_thread(const DistanceOptions& options = {}) {
    thread_local Shortlist scratch;
    scratch.entries_.clear();
    scratch.limit_ = infinity;
    scratch.options_ = options;
    return scratch;
  }

  /// Returns the length beyond which nothing is of interest any more.
  double add(const PlacedSimplex& a, const PlacedSimplex& b, Pair pair) {
    const double of_interest = still_of_interest();
    if (distance::are_clearly_beyond(a, b, of_interest)) return of_interest;
    const distance::Bracket bracket = distance::bracket_of_apart(a, b);
    if (bracket.low > of_interest) return of_interest;
    entries_.push_back({bracket.low, pair});
    limit_ = std::min(limit_, bracket.high);
    return still_of_interest();
  }

  /// Measures what is left with measure(pair) -> Closest. `all`: of however many.
  template <class Measure>
  [[nodiscard]] std::optional<Closest> nearest(Measure&& measure, bool all = false) {
    std::erase_if(entries_, [&](const Candidate& e) { return e.low > limit_; });
    const bool are_many = !all && entries_.size() >= many_ties;
    std::sort(entries_.begin(), entries_.end(), [](const Candidate& x, const Candidate& y) { return x.pair < y.pair; });
    std::optional<Closest> best;
    for (const Candidate& e : entries_) {
      if (best && Interrupt::is_asked_for()) break;
      if (are_many && best && e.low >= best->distance * (1 - negligible_part)) continue;
      const Closest found = measure(e.pair);
      if (!best || found.distance < best->distance) best = found;
    }
    return best;
  }

  /// What is farther cannot make the answer better by more than it may be off.
  [[nodiscard]] double still_of_interest() const {
    if (limit_ == infinity || (options_.relative_error == 0 && options_.absolute_error == 0)) return limit_;
    constexpr double up = 1 + 4 * tolerance::rounding;
    return std::max(0.0, (limit_ - options_.absolute_error) / (1 + options_.relative_error)) * up;
  }

 private:
  /// From so many pairs on that may all be the nearest, those that are nearer by a negligible part only are given up. Measured.
  /// MeshDistance.OfFansWhoseTipsAreNearestIsThatOfTheTips
  static constexpr std::size_t many_ties = 256;

  struct Candidate {
    double low;
    Pair pair;
  };

  std::vector<Candidate> entries_;
  double limit_ = infinity;
  DistanceOptions options_;
};

/// Boxes of large triangles are half empty: what is small and near such a half is nearer to the box than to the triangle by far.
class LargeLeaf {
 public:
  /// A leaf of one tree and a box of the other that is no leaf.
  LargeLeaf(const PlacedMesh& mesh, tree::BoxRef leaf, const PlacedMesh& other, tree::BoxRef box)
      : mesh_(mesh), other_(other), nodes_(mesh.tree->wide()), other_nodes_(other.tree->wide()), leaf_(leaf), box_(box) {}

  [[nodiscard]] bool is_large() const {
    return nodes_.size(leaf_) * unit(mesh_) > many_times * other_nodes_.size(box_) * unit(other_);
  }

  /// Whether the ball around the box is farther than that from all triangles of the leaf.
  [[nodiscard]] bool is_beyond(double limit, PlacedTriangles& triangles) const {
    sat::EightBoxes buffer;
    const sat::EightBoxes& boxes = other_nodes_.open(box_, buffer);
    const std::size_t lane = box_.lane();
    const auto three = [&](const float(&rows)[3][8]) {
      return Eigen::Vector3f(rows[0][lane], rows[1][lane], rows[2][lane]).cast<double>().eval();
    };
    const tree::WideTree& tree = other_.tree->wide();
    const Vec3 center = tree.origin + unit(other_) * three(boxes.center);
    const double radius = ball_stretch * (unit(other_) * three(boxes.half_extents).norm() +
                                          4 * tolerance::rounding * (tree.origin.lpNorm<1>() + center.lpNorm<1>()));
    const PlacedSimplex point = distance::placed_point(center, other_.pose);
    const tree::Slot slot = nodes_.slot(leaf_);
    for (const std::uint32_t i : mesh_.tree->order().subspan(slot.first(), slot.count()))
      if (!(distance::bracket_of_apart(point, triangles[i]).low > limit + radius)) return false;
    return true;
  }

 private:
  /// Measured: less is not worth the look.
  static constexpr double many_times = 4;
  /// What a valid rotation and axes in single precision make of a radius, and the sums here, generously. No unit.
  /// MeshDistance.OfLargeTrianglesAndFineOnesIsThatOfAllPairs
  static constexpr double ball_stretch = 1 + 8 * tolerance::orthonormal_frame;

  [[nodiscard]] static double unit(const PlacedMesh& mesh) { return tree::power_of_two(-mesh.tree->wide().exponent); }

  const PlacedMesh& mesh_;
  const PlacedMesh& other_;
  tree::NodesView nodes_, other_nodes_;
  tree::BoxRef leaf_, box_;
};

PlacedSimplex placed_triangle_of(const PlacedMesh& mesh, std::uint32_t i) {
  return {place(mesh.tree->view().triangle(i), mesh.pose), 3};
}

Closest measured(const PlacedSimplex& simplex, const PlacedMesh& mesh, std::uint32_t i) {
  return named(distance::closest(simplex, placed_triangle_of(mesh, i)), -1, static_cast<std::int32_t>(i));
}

/// An axis-aligned box around rounded corners and what rounding may have moved them by.
Obb simplex_bounds(const PlacedSimplex& simplex) {
  const auto& v = simplex.triangle.world.v;
  const Vec3 low = v[0].cwiseMin(v[1]).cwiseMin(v[2]), high = v[0].cwiseMax(v[1]).cwiseMax(v[2]);
  const Vec3 center = (low + high) / 2;
  const double margin = 2 * simplex.triangle.error + 2 * tolerance::rounding * (low.cwiseAbs() + high.cwiseAbs()).sum();
  return {center, world_frame(), ((high - low) / 2).array() + margin};
}

/// Which triangle the simplex meets, if any: edges of the simplex may pass through the middle of a triangle, far from all features.
std::optional<std::uint32_t> meeting_triangle(const PlacedSimplex& simplex, const PlacedMesh& mesh) {
  std::optional<std::uint32_t> found;
  tree::for_each_near_triangle(*mesh.tree, mesh.pose, simplex_bounds(simplex), 0, [&](std::uint32_t i) {
    if (!found && overlap(simplex.triangle, placed_triangle_of(mesh, i).triangle)) found = i;
    return found ? -1.0 : 0.0;
  });
  return found;
}

/// Those of the triangles that near_triangles(on_triangle) visits which may be the nearest.
template <class NearTriangles>
Shortlist& shortlist_of(const PlacedSimplex& simplex, const PlacedMesh& mesh, NearTriangles&& near_triangles) {
  Shortlist& shortlist = Shortlist::of_this_thread();
  near_triangles([&](std::uint32_t i) { return shortlist.add(simplex, placed_triangle_of(mesh, i), {i, 0}); });
  return shortlist;
}

/// Among the triangles that near_triangles(on_triangle) visits.
template <class NearTriangles>
std::optional<Closest> nearest_triangle(const PlacedSimplex& simplex, const PlacedMesh& mesh, NearTriangles&& near_triangles) {
  return shortlist_of(simplex, mesh, near_triangles).nearest([&](Shortlist::Pair pair) {
    return measured(simplex, mesh, pair[0]);
  });
}

/// The point is one of the world, without rounding.
std::optional<Closest> nearest_triangle_of_point(const PlacedSimplex& point, const PlacedMesh& mesh) {
  std::optional<Closest> found = nearest_to_point(point, mesh);
  if (found) return found;
  found = nearest_triangle(point, mesh, [&](auto&& on_triangle) {
    tree::for_each_near_triangle(*mesh.tree, mesh.pose, point.triangle.world.v[0], infinity, on_triangle);
  });
  return found;
}

}  // namespace

std::optional<Closest> closest_points(const PlacedSimplex& simplex, const PlacedMesh& mesh) {
  const bool is_point = simplex.corners == 1;
  if (is_point && simplex.triangle.error == 0) return nearest_triangle_of_point(simplex, mesh);
  if (!is_point) {
    if (const auto i = meeting_triangle(simplex, mesh)) return measured(simplex, mesh, *i);
  }
  return nearest_triangle(simplex, mesh, [&](auto&& on_triangle) {
    tree::for_each_near_triangle(*mesh.tree, mesh.pose, simplex_bounds(simplex), infinity, on_triangle);
  });
}

std::optional<Closest> closest_points_around(const PlacedSimplex& core, const TriangleAgainstShape& shape, const PlacedMesh& mesh) {
  Shortlist& shortlist = shortlist_of(core, mesh, [&](auto&& on_triangle) {
    tree::for_each_near_triangle(*mesh.tree, mesh.pose, simplex_bounds(core), infinity, on_triangle);
  });
  const auto measured_with_radius = [&](Shortlist::Pair pair) {
    return named(shape.closest(placed_triangle_of(mesh, pair[0]).triangle), -1, static_cast<std::int32_t>(pair[0]));
  };
  return shortlist.nearest(measured_with_radius, true);
}

std::optional<Closest> closest_points(const PlacedMesh& a, const PlacedMesh& b, const DistanceOptions& options,
                                      std::optional<TrianglePair> likely) {
  PlacedTriangles triangles_a(a), triangles_b(b);
  const auto measured = [&](Shortlist::Pair pair, auto&& measure) {
    const Closest closest = measure(triangles_a[pair[0]], triangles_b[pair[1]]);
    return named(closest, static_cast<std::int32_t>(pair[0]), static_cast<std::int32_t>(pair[1]));
  };
  if (const auto pair = meeting_pair(a, b)) return measured(*pair, distance::meeting_point);
  if (Interrupt::is_asked_for()) return std::nullopt;  // they may meet: what follows takes triangles that are apart
  Shortlist& shortlist = Shortlist::of_this_thread(options);
  const auto add = [&](std::uint32_t i, std::uint32_t j) { return shortlist.add(triangles_a[i], triangles_b[j], {i, j}); };
  LazyTieCertificate certificate(a, b);
  const tree::NodesView nodes_a(a.tree->wide()), nodes_b(b.tree->wide());
  const auto is_beyond_leaf = [&](tree::BoxRefPair pair) {
    const bool ends_a = nodes_a.slot(pair.a).is_leaf(), ends_b = nodes_b.slot(pair.b).is_leaf();
    const double limit = shortlist.still_of_interest();
    if (ends_a == ends_b || limit == infinity) return false;
    const LargeLeaf leaf = ends_a ? LargeLeaf(a, pair.a, b, pair.b) : LargeLeaf(b, pair.b, a, pair.a);
    return leaf.is_large() && leaf.is_beyond(limit, ends_a ? triangles_a : triangles_b);
  };
  const auto is_hopeless = [&](tree::BoxRefPair pair) {
    return is_beyond_leaf(pair) || certificate.keeps_apart(pair, [&](TrianglePair likely_pair) {
      add(likely_pair[0], likely_pair[1]);
      return measured(likely_pair, distance::closest_of_apart);
    });
  };
  const bool is_exact =
      options.relative_error == 0 && options.absolute_error == 0;  // else the answer depends on what is seen first
  const double limit = likely && is_exact && has(a, b, *likely) ? add((*likely)[0], (*likely)[1]) : infinity;
  tree::for_each_pair_by_distance(*a.tree, a.pose, *b.tree, b.pose, limit, add, is_hopeless);
  return shortlist.nearest([&](Shortlist::Pair pair) { return measured(pair, distance::closest_of_apart); });
}

}  // namespace graze::query

namespace graze {

std::optional<Closest> nearest_point(const MeshTree& mesh, const Vec3& point) {
  std::optional<Closest> found = query::nearest_to_point(point, mesh);
  if (!found) found = query::closest_points(distance::placed_point(point, {}), query::PlacedMesh{&mesh, {}});
  return found;
}

}  // namespace graze
