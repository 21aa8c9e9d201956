/// Chooses and runs the search for the first contact of two turning bodies, and the time by which they certainly meet.

#include "questions/turning_methods.h"

#include <algorithm>
#include <cmath>

#include <graze/distance.h>
#include <graze/overlap.h>

#include "body/pair.h"
#include "geometry/mirrored.h"
#include "mesh/shape.h"
#include "mesh/triangle_against_shape.h"
#include "motion/pose_at.h"
#include "motion/turning/advancement.h"
#include "motion/turning/bounded_part.h"
#include "motion/turning/search.h"
#include "questions/of_triangles.h"
#include "questions/ring.h"
#include "questions/turning_pair.h"
#include "triangle/overlap.h"

namespace graze::query {
namespace {

/// How often the search for a time of certain contact doubles or halves its step.
constexpr int refinements = 60;
/// It stops when the time is known within this part of the first step. No unit.
constexpr double meeting_precision = 0x1p-6;

/// A time shortly after t_lo at which meet(t): steps twice as long each time, then halves of the last.
template <class Meet>
std::optional<double> time_of_meeting(double t_lo, double t_max, double wanted_step, Meet&& meet) {
  if (meet(t_lo)) return t_lo;
  const double first_step = std::max(wanted_step, least_turning_tolerance * t_lo);
  double free = t_lo;
  double step = first_step;
  for (int i = 0; i < refinements && free < t_max; ++i, step *= 2) {
    double hit = std::min(t_lo + step, t_max);
    if (!meet(hit)) {
      free = hit;
      continue;
    }
    for (int k = 0; k < refinements && hit - free > meeting_precision * first_step; ++k) {
      const double middle = free + (hit - free) / 2;
      (meet(middle) ? hit : free) = middle;
    }
    return hit;
  }
  return std::nullopt;
}

/// A time at which the bodies are within the margin of each other; 0 stands for bodies that meet.
std::optional<double> meeting_of_bodies(const TurningBodies& bodies, double t_lo, double first_step, double margin) {
  return time_of_meeting(t_lo, bodies.times.to, first_step, [&](double t) {
    const Body a = at_rest(bodies.a, t), b = at_rest(bodies.b, t);
    return (margin > 0 ? within(a, b, margin) : overlap_of_triangles(a, b)).value_or(false);
  });
}

/// By how much the points of both bodies can leave the straight lines on which they keep their velocities in a time.
double bend_in(const TurningBodies& bodies, double duration) {
  return ((bodies.a.motion.angular_velocity * duration).squaredNorm() * bodies.reach[0].axis +
          (bodies.b.motion.angular_velocity * duration).squaredNorm() * bodies.reach[1].axis) /
         2;
}

double sub_step(const TurningOptions& options) { return options.t_max / static_cast<double>(options.sub_steps); }

Result<TurningImpact> search_by_advancement(const TurningBodies& bodies, const TurningOptions& options, double tolerance) {
  ConstantVelocityPair pair(bodies.a, bodies.b, bodies.reach, bodies.times.to);
  const double bend = options.sub_steps > 0 ? bend_in(bodies, sub_step(options)) : 0;
  auto impact = advance(pair, {bodies.times.from, tolerance, options.max_evaluations, options.margin + bend});
  if (impact && impact->status == TurningStatus::contact)
    impact->t_hi = meeting_of_bodies(bodies, impact->t_lo, bodies.step_for(tolerance), options.margin);
  return impact;
}

/// search_part(task) -> TurningContact, for one interval of time after another.
template <class SearchPart>
TurningContact search_in_sub_steps(const TurningBodies& bodies, TurningTask task, double duration, const SearchPart& search_part) {
  task.is_linear = true;
  task.clearance += bend_in(bodies, duration);
  const double end = task.to;
  for (double k = std::floor(task.from / duration); k * duration < end || k == 0; ++k) {
    task.from = std::max(task.from, k * duration);
    task.to = std::min(end, (k + 1) * duration);
    const TurningContact found = search_part(task);
    if (found.status != TurningStatus::clear) return found;
  }
  return {};
}

/// meet(triangles, t): whether those that were found to be close meet at a time.
template <class Other, class Meet>
TurningImpact search_tree(const TurningBodies& bodies, const TurningMesh& a, const Other& b, const TurningOptions& options,
                          double tolerance, const Meet& meet) {
  const TurningTask task{bodies.times.from, bodies.times.to, tolerance, options.margin, options.max_evaluations};
  const auto search_part = [&](const TurningTask& part) { return search_turning(a, b, part); };
  const bool in_one = options.sub_steps == 0 || sub_step(options) == 0;  // no time, or too little of it to be divided
  const TurningContact found = in_one ? search_part(task) : search_in_sub_steps(bodies, task, sub_step(options), search_part);
  TurningImpact impact{found.status, found.t_lo, {}, false, found.closest};
  if (found.status != TurningStatus::contact) return impact;
  const double step = bodies.step_for(tolerance);
  if (options.margin == 0)
    impact.t_hi = time_of_meeting(found.t_lo, bodies.times.to, step, [&](double t) { return meet(found.triangles, t); });
  // Two triangles within the tolerance of each other mostly meet; where they only pass each other, others may meet.
  if (!impact.t_hi) impact.t_hi = meeting_of_bodies(bodies, found.t_lo, step, options.margin);
  return impact;
}

TurningMesh as_turning_mesh(const Body& body, const Reach& reach) {
  return {body.geometry.tree(), body.pose, body.motion, reach.center};
}

Result<TurningImpact> search_meshes(const TurningBodies& bodies, const TurningOptions& options, double tolerance) {
  const TurningMesh a = as_turning_mesh(bodies.a, bodies.reach[0]), b = as_turning_mesh(bodies.b, bodies.reach[1]);
  if (!suits_turning_search(a, b)) return search_by_advancement(bodies, options, tolerance);
  return search_tree(bodies, a, b, options, tolerance, [&](const std::array<std::uint32_t, 2>& triangles, double t) {
    const Pose pose_a = pose_at(a.pose, a.motion, t), pose_b = pose_at(b.pose, b.motion, t);
    return overlap(place(a.tree->view().triangle(triangles[0]), pose_a), place(b.tree->view().triangle(triangles[1]), pose_b));
  });
}

/// Body a is the mesh.
Result<TurningImpact> search_mesh_and_convex(TurningBodies bodies, const TurningOptions& options, double tolerance) {
  const Shape& shape = bodies.b.geometry.shape();
  TurningConvex b{&bodies.b, &shape, bodies.b.pose, bodies.b.motion, bodies.reach[1]};
  const Reach reach_with_margin{bodies.reach[0].axis, bodies.reach[0].center + options.margin};
  const std::optional<BoundedPart> bounded = bounded_part_of(bodies.b, bodies.a, reach_with_margin);
  if (bounded) {
    b = {&bodies.b, &bounded->shape, bounded->pose, bounded->motion, {0, bounded->reach + bounded->coordinates}};
    const auto times = times_in_reach({bodies.a.pose, bodies.a.motion}, {b.pose, b.motion},
                                      reach_with_margin.center + bounded->reach, options.t_max);
    if (!times) return TurningImpact{};
    bodies.times = *times;
  } else if (std::isinf(bodies.reach[1].center)) {
    return search_by_advancement(bodies, options, tolerance);
  }
  const TurningMesh a = as_turning_mesh(bodies.a, bodies.reach[0]);
  if (!suits_turning_search(a, b)) return search_by_advancement(bodies, options, tolerance);
  return search_tree(bodies, a, b, options, tolerance, [&](const std::array<std::uint32_t, 2>& triangles, double t) {
    const Pose pose_a = pose_at(a.pose, a.motion, t), pose_b = pose_at(bodies.b.pose, bodies.b.motion, t);
    return TriangleAgainstShape(shape, pose_b).meets(place(a.tree->view().triangle(triangles[0]), pose_a));
  });
}

}  // namespace

Result<TurningImpact> first_turning_contact(const TurningBodies& bodies, const TurningOptions& options, double tolerance) {
  if (any_is_ring(bodies.a, bodies.b)) return search_by_advancement(bodies, options, tolerance);
  const bool is_mesh_a = is_mesh(bodies.a), is_mesh_b = is_mesh(bodies.b);
  if (is_mesh_a && is_mesh_b) return search_meshes(bodies, options, tolerance);
  if (is_mesh_a) return search_mesh_and_convex(bodies, options, tolerance);
  if (is_mesh_b) {
    auto impact =
        search_mesh_and_convex({bodies.b, bodies.a, {bodies.reach[1], bodies.reach[0]}, bodies.times}, options, tolerance);
    if (impact) impact->closest = mirrored(impact->closest);
    return impact;
  }
  return search_by_advancement(bodies, options, tolerance);
}

}  // namespace graze::query
