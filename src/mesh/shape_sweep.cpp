/// Sweeps a convex shape against the triangles of a mesh, those that it may meet soonest first.

#include "mesh/shape_sweep.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "mesh/contact_regions.h"
#include "mesh/facing_region.h"
#include "mesh/overlap.h"
#include "mesh/rounded_regions.h"
#include "mesh/triangles_in_time.h"
#include "methods/shape_sweep.h"
#include "numbers/kept_blocks.h"
#include "polytope/contact/contact_set.h"
#include "rounded/polytope_sweep.h"
#include "views/ball_around.h"
#include "views/rounded_body.h"

namespace graze::query {
namespace {

/// Triangles that a convex shape meets when it first meets any.
class FirstTriangles {
 public:
  /// One that is met at this time, rounded down.
  void add(std::uint32_t triangle, double first) {
    if (triangles_.empty() || first < first_) {
      triangles_.clear();
      first_ = first;
    }
    if (first == first_) triangles_.push_back(triangle);
  }

  [[nodiscard]] const std::pmr::vector<std::uint32_t>& triangles() const { return triangles_; }

  /// Leaves those that are met first in exact numbers, sorted, and tells the time. Nothing when some overlap with the shape from
  /// the start.
  [[nodiscard]] std::optional<sat::ExactTime> keep_exact(const PlacedMesh& mesh, const sat::Convex& shape,
                                                         const sat::Velocities& velocities, double t_max) {
    std::sort(triangles_.begin(), triangles_.end());
    std::optional<sat::ExactTime> earliest;
    std::pmr::vector<std::uint32_t> kept(sat::region_memory());
    for (const std::uint32_t i : triangles_) {
      const auto time = distance::time_of_touching(placed_triangle(mesh, i), shape, velocities, t_max);
      if (!time) return std::nullopt;
      if (earliest && *earliest < *time) continue;
      if (!earliest || *time < *earliest) kept.clear();
      earliest = time;
      kept.push_back(i);
    }
    triangles_ = std::move(kept);
    return earliest;
  }

 private:
  double first_ = 0;
  std::pmr::vector<std::uint32_t> triangles_{sat::region_memory()};
};

/// The whole contact with all the triangles that are met first, in the place of that with one; nothing when one says it all.
std::optional<Impact> whole_impact(FirstTriangles& met, const PlacedMesh& mesh, const sat::Convex& outline,
                                   const sat::Velocities& velocities, double t_max, bool parting) {
  if (met.triangles().size() < 2) return std::nullopt;
  const auto time = met.keep_exact(mesh, outline, velocities, t_max);
  if (!time) return std::nullopt;
  const sat::Convex shape = sat::completed(outline);
  const sat::FlatPoints corners = sat::corners_at(shape, velocities.b, *time);
  TouchingPieces pieces(sat::region_memory());
  std::pmr::vector<std::uint32_t> triangles(sat::region_memory());
  const std::size_t count = std::min(met.triangles().size(), most_touching_pieces);
  for (std::size_t k = 0; k < count; ++k) {
    const sat::Convex triangle = placed_triangle(mesh, met.triangles()[k]);
    auto set = sat::common_part_at({triangle, shape}, velocities, *time);
    if (set.empty()) continue;  // of a polygon that rounding has lifted off its plane
    pieces.push_back({std::move(set), sat::corners_at(triangle, velocities.a, *time), corners});
    triangles.push_back(met.triangles()[k]);
  }
  if (pieces.empty()) return std::nullopt;
  const std::size_t named = named_piece(pieces);
  auto impact = distance::sweep(placed_triangle(mesh, triangles[named]), outline, velocities, t_max);
  if (!impact) return std::nullopt;
  impact->features[0].triangle = static_cast<std::int32_t>(triangles[named]);
  const MeetingMotion motion{lifted<Dyadic>(velocities.b) - lifted<Dyadic>(velocities.a), impact->initial, parting};
  if (!describe_regions(*impact, pieces, named, motion)) return std::nullopt;
  impact->truncated = count < met.triangles().size();
  return impact;
}

bool sooner(const Impact& x, const Impact& y) {
  return x.first != y.first ? x.first < y.first : x.features[0].triangle < y.features[0].triangle;
}

/// Keeps the contacts of the least time.
void keep_first(KeptList<Impact>& tied, const Impact& impact) {
  if (!tied.empty() && tied.front().first < impact.first) return;
  if (!tied.empty() && impact.first < tied.front().first) tied.clear();
  tied.push_back(impact);
}

/// What lies in the plane of a contact, by the size of a curved body: as for two convex ones. No unit.
/// RoundRest.ACylinderStandsOnAllTrianglesOfAMesh
constexpr double level = 0x1p-32;

/// Of cylinders, cones and ellipsoids, whose contacts with neighbouring triangles come to one set only when these are joined first.
void describe_curved_contact(Impact& impact, const PlacedMesh& mesh, const Body& other) {
  if (!impact.normal || impact.set.points.empty()) return;
  const double size = distance::ball_around(other.geometry.shape())->radius;
  const auto moved = [&](const Pose& pose, const Vec3& velocity) {
    return Pose{pose.rotation, pose.translation + impact.first * velocity};
  };
  const PlacedMesh mesh_then{mesh.tree, moved(mesh.pose, mesh.velocity)};
  const Body other_then{other.geometry, moved(other.pose, other.motion.velocity), {}};
  const auto set = facing_region(mesh_then, other_then, {impact.set.points[0], *impact.normal, level * size}, true);
  if (set && (set->points.size() > 1 || set->radius > 0)) impact.set = *set;
}

}  // namespace

std::vector<Impact> contacts_at_first(const PlacedMesh& mesh, const Body& other, double first, double t_max) {
  const sat::Velocities velocities{mesh.velocity, other.motion.velocity};
  const auto convex = sat::as_outline(other.geometry.shape(), other.pose);
  const double horizon = std::min(t_max, std::nextafter(first, std::numeric_limits<double>::infinity()));
  FirstTriangles met;
  std::vector<std::uint32_t> triangles;
  const auto contact_of = [&](std::uint32_t i) {
    const Triangle triangle = mesh.tree->view().triangle(i);
    if (convex) return distance::sweep(sat::as_convex(triangle, mesh.pose), *convex, velocities, t_max);
    return shape_sweep({Shape{triangle}, mesh.pose}, {other.geometry.shape(), other.pose}, velocities, t_max);
  };
  for_each_triangle_in_time(mesh, other, horizon, [&](std::uint32_t i) {
    const auto impact = contact_of(i);
    if (impact && impact->first <= first) triangles.push_back(i);
    if (impact && impact->first <= first && convex) met.add(i, impact->first);
    return horizon;
  });
  std::sort(triangles.begin(), triangles.end());
  if (convex && first > 0 && met.keep_exact(mesh, *convex, velocities, t_max))
    triangles.assign(met.triangles().begin(), met.triangles().end());
  std::vector<Impact> contacts;
  for (const std::uint32_t i : triangles) {
    contacts.push_back(*contact_of(i));
    contacts.back().features[0].triangle = static_cast<std::int32_t>(i);
  }
  return contacts;
}

std::optional<Impact> first_contact(const PlacedMesh& mesh, const Body& other, const SweepOptions& options) {
  const sat::Velocities velocities{mesh.velocity, other.motion.velocity};
  std::optional<Impact> earliest;
  FirstTriangles met;
  KeptList<Impact> tied;  // of shapes that are no polytopes
  double last = 0;
  bool goes_on = false;  // some triangle that is met at time 0 is met after it too
  const auto convex = sat::as_outline(other.geometry.shape(), other.pose);
  const auto swept_triangle = [&](const Triangle& triangle, double horizon) {
    if (convex) return distance::times_of_contact(sat::as_convex(triangle, mesh.pose), *convex, velocities, horizon);
    return shape_sweep({Shape{triangle}, mesh.pose}, {other.geometry.shape(), other.pose}, velocities, horizon);
  };
  // Times are rounded down: triangles that are met at the same time as the first are met after what was answered for it.
  const auto horizon_now = [&] {
    if (options.want_last || !earliest) return options.t_max;
    return std::min(options.t_max, std::nextafter(earliest->first, std::numeric_limits<double>::infinity()));
  };
  const auto on_triangle = [&](std::uint32_t i) {
    const double horizon = horizon_now();
    auto impact = swept_triangle(mesh.tree->view().triangle(i), horizon);
    if (!impact) return horizon;
    impact->features[0].triangle = static_cast<std::int32_t>(i);
    last = std::max(last, *impact->last);
    if (convex) met.add(i, impact->first);
    if (!convex) keep_first(tied, *impact);
    goes_on = goes_on || (impact->initial && impact->approaching);
    if (!earliest || sooner(*impact, *earliest)) earliest = impact;
    return horizon_now();
  };
  for_each_triangle_in_time(mesh, other, options.t_max, on_triangle);
  if (!earliest) return std::nullopt;
  if (convex) {
    const bool parting = earliest->initial && !goes_on;
    auto whole = whole_impact(met, mesh, *convex, velocities, options.t_max, parting);
    if (!whole) {
      const std::int32_t i = earliest->features[0].triangle;
      whole = distance::sweep(sat::as_convex(mesh.tree->view().triangle(i), mesh.pose), *convex, velocities, options.t_max);
      whole->features[0].triangle = i;
    }
    earliest = whole;
  } else if (!distance::is_rounded(other.geometry.shape())) {
    describe_curved_contact(*earliest, mesh, other);
  } else if (tied.size() > 1) {
    std::sort(tied.begin(), tied.end(), sooner);
    const bool truncated = tied.size() > most_touching_pieces;
    if (truncated) tied.resize(most_touching_pieces);
    earliest = joined_contacts(tied);
    earliest->truncated = truncated;
  }
  earliest->approaching = !earliest->initial || goes_on;
  earliest->last = options.want_last ? std::optional(last) : std::nullopt;
  return earliest;
}

}  // namespace graze::query
