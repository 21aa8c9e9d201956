/// First contact of bodies that turn: what counts as contact at the start, and how the tolerance is refined there.

#include <array>
#include <cmath>

#include <graze/answers.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "body/pair.h"
#include "geometry/mirrored.h"
#include "mesh/shape.h"
#include "mesh/solid.h"
#include "motion/turning/reach.h"
#include "questions/sweep_leg.h"
#include "questions/turning_methods.h"
#include "questions/turning_pair.h"

namespace graze {
namespace {

using namespace query;

/// Bodies that start closer than this part of their size are in contact, whatever they do next: doubles cannot tell more.
/// SweepTurningMeshes.EndWithATinyTolerance
constexpr double least_start = 0x1p-38;
/// How often the search for a time of certain contact doubles or halves its step.
constexpr int refinements = 60;
/// It is content with a time this part of the step before too late. No unit.
constexpr double meeting_precision = 0x1p-6;

/// Two bodies, and what a method for them needs to know.
struct TurningPair {
  const Body& a;
  const Body& b;
  std::array<Reach, 2> reach;
  Times times;

  [[nodiscard]] double size() const {
    const double sum = reach[0].center + reach[1].center;
    return std::isfinite(sum) ? sum : std::min(reach[0].center, reach[1].center);
  }
  [[nodiscard]] double speed() const {
    return (b.motion.velocity - a.motion.velocity).stableNorm() + a.motion.angular_velocity.stableNorm() * reach[0].axis +
           b.motion.angular_velocity.stableNorm() * reach[1].axis;
  }
  /// In which the bodies can come closer by the tolerance, or by what doubles can tell.
  [[nodiscard]] double step_for(double tolerance) const { return std::max(tolerance, least_start * size()) / speed(); }
};

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

std::optional<double> meeting_of_bodies(const TurningPair& pair, double t_lo, double first_step) {
  return time_of_meeting(t_lo, pair.times.to, first_step,
                         [&](double t) { return overlap(at_rest(pair.a, t), at_rest(pair.b, t)).value_or(false); });
}

Result<TurningImpact> search_any(const TurningPair& pair, const TurningOptions& options, double tolerance) {
  ConstantVelocityPair bodies(pair.a, pair.b, pair.reach, pair.times.to);
  auto impact = advance(bodies, {pair.times.from, tolerance, options.max_evaluations});
  if (impact && impact->status == TurningStatus::contact)
    impact->t_hi = meeting_of_bodies(pair, impact->t_lo, pair.step_for(tolerance));
  return impact;
}

/// search(task) -> TurningContact, for one part of the time after the other.
template <class SearchPart>
TurningContact search_in_sub_steps(const TurningPair& pair, TurningTask task, double duration, const SearchPart& search_part) {
  const double bend = (pair.a.motion.angular_velocity * duration).squaredNorm() * pair.reach[0].axis +
                      (pair.b.motion.angular_velocity * duration).squaredNorm() * pair.reach[1].axis;
  task.is_linear = true;
  task.clearance = bend / 2;
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
TurningImpact search_tree(const TurningPair& pair, const TurningMesh& a, const Other& b, const TurningOptions& options,
                          double tolerance, const Meet& meet) {
  const TurningTask task{pair.times.from, pair.times.to, tolerance, 0, options.max_evaluations};
  const double duration = options.t_max / static_cast<double>(options.sub_steps);
  const auto search_part = [&](const TurningTask& part) { return search_turning(a, b, part); };
  const TurningContact found = options.sub_steps == 0 ? search_part(task) : search_in_sub_steps(pair, task, duration, search_part);
  TurningImpact impact{found.status, found.t_lo, {}, false, found.closest};
  if (found.status != TurningStatus::contact) return impact;
  const double step = pair.step_for(tolerance);
  impact.t_hi = time_of_meeting(found.t_lo, pair.times.to, step, [&](double t) { return meet(found.triangles, t); });
  // Two triangles within the tolerance of each other mostly meet; where they only pass, others may.
  if (!impact.t_hi) impact.t_hi = meeting_of_bodies(pair, found.t_lo, step);
  return impact;
}

TurningMesh as_turning_mesh(const Body& body, const Reach& reach) {
  return {body.geometry.tree(), body.pose, body.motion, reach.center};
}

Result<TurningImpact> search_meshes(const TurningPair& pair, const TurningOptions& options, double tolerance) {
  const TurningMesh a = as_turning_mesh(pair.a, pair.reach[0]), b = as_turning_mesh(pair.b, pair.reach[1]);
  if (!suits_turning_search(a, b)) return search_any(pair, options, tolerance);
  return search_tree(pair, a, b, options, tolerance, [&](const std::array<std::uint32_t, 2>& triangles, double t) {
    const Pose pose_a = pose_at(a.pose, a.motion, t), pose_b = pose_at(b.pose, b.motion, t);
    return overlap(place(a.tree->mesh().triangle(triangles[0]), pose_a), place(b.tree->mesh().triangle(triangles[1]), pose_b));
  });
}

/// Body a is the mesh.
Result<TurningImpact> search_convex(TurningPair pair, const TurningOptions& options, double tolerance) {
  const Shape& shape = pair.b.geometry.shape();
  TurningConvex b{&pair.b, &shape, pair.b.pose, pair.b.motion, pair.reach[1]};
  const std::optional<StandIn> stand_in = stand_in_for(pair.b, pair.a, pair.reach[0]);
  if (stand_in) {
    b = {&pair.b, &stand_in->shape, stand_in->pose, stand_in->motion, {0, stand_in->reach + stand_in->made_of}};
    const auto times =
        times_in_reach({pair.a.pose, pair.a.motion}, {b.pose, b.motion}, pair.reach[0].center + stand_in->reach, options.t_max);
    if (!times) return TurningImpact{};
    pair.times = *times;
  } else if (std::isinf(pair.reach[1].center)) {
    return search_any(pair, options, tolerance);
  }
  const TurningMesh a = as_turning_mesh(pair.a, pair.reach[0]);
  if (!suits_turning_search(a, b)) return search_any(pair, options, tolerance);
  return search_tree(pair, a, b, options, tolerance, [&](const std::array<std::uint32_t, 2>& triangles, double t) {
    const Pose pose_a = pose_at(a.pose, a.motion, t), pose_b = pose_at(pair.b.pose, pair.b.motion, t);
    return TriangleAgainstShape(shape, pose_b).meets(place(a.tree->mesh().triangle(triangles[0]), pose_a));
  });
}

Result<TurningImpact> search(const TurningPair& pair, const TurningOptions& options, double tolerance) {
  const bool is_mesh_a = is_mesh(pair.a), is_mesh_b = is_mesh(pair.b);
  if (is_mesh_a && is_mesh_b) return search_meshes(pair, options, tolerance);
  if (is_mesh_a) return search_convex(pair, options, tolerance);
  if (is_mesh_b) {
    auto impact = search_convex({pair.b, pair.a, {pair.reach[1], pair.reach[0]}, pair.times}, options, tolerance);
    if (impact) impact->closest = mirrored(impact->closest);
    return impact;
  }
  if (options.sub_steps > 0) return unsupported("sweep in sub-steps", pair.a, pair.b);
  return search_any(pair, options, tolerance);
}

/// In contact from the start for the tolerance alone: a search that counts a greater distance as contact can do no better.
bool starts_close(const TurningImpact& impact, double tolerance) {
  const double distance = impact.closest.distance;
  return impact.status == TurningStatus::contact && impact.t_lo == 0 && distance > 0 && distance <= tolerance;
}

Result<void> check_turning(const Body& a, const Body& b, const TurningOptions& options) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (options.tolerance && !(*options.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  if (options.sub_steps > 0 && !std::isfinite(options.t_max)) return fail(ErrorCode::bad_option, "t_max: sub-steps need an end");
  return check_bodies(a, b);
}

/// Solids of which one contains part of the other at time 0 meet from the start; nothing when they do not, or are not solids.
Result<std::optional<TurningImpact>> nested_at_start(const Body& a, const Body& b) {
  if (!any_is_solid(a, b)) return std::optional<TurningImpact>();
  return point_inside_other(a, b).map([](const std::optional<Vec3>& common) {
    std::optional<TurningImpact> impact;
    if (common) impact = TurningImpact{TurningStatus::contact, 0, 0.0, true, {0, {*common, *common}, {}}};
    return impact;
  });
}

bool is_empty(const Body& body) { return body.geometry.tree() != nullptr && body.geometry.tree()->empty(); }

}  // namespace

std::string_view name_of(TurningStatus status) {
  switch (status) {
    case TurningStatus::clear: return "clear";
    case TurningStatus::contact: return "contact";
    case TurningStatus::unfinished: return "unfinished";
  }
  return "clear";
}

Result<TurningImpact> query::sweep_leg(const Body& a, const Body& b, const TurningOptions& options, bool is_start) {
  if (const auto ok = check_turning(a, b, options); !ok) return tl::make_unexpected(ok.error());
  const std::array reach{reach_of(a), reach_of(b)};
  if ((a.motion.rotates() && std::isinf(reach[0].center)) || (b.motion.rotates() && std::isinf(reach[1].center)))
    return unsupported("sweep of a turning unbounded shape", a, b);
  if (is_empty(a) || is_empty(b)) return TurningImpact{};
  if (is_start) {
    const auto inside = nested_at_start(a, b);
    if (!inside) return tl::make_unexpected(inside.error());
    if (*inside) return **inside;
  }
  const auto times = times_in_reach({a.pose, a.motion}, {b.pose, b.motion}, reach[0].center + reach[1].center, options.t_max);
  if (!times) return TurningImpact{};
  const TurningBodies bodies{a, b, reach, *times};
  double tolerance = options.tolerance.value_or(default_turning_tolerance * bodies.size());
  auto impact = first_turning_contact(bodies, options, tolerance);
  while (impact && is_start && options.sub_steps == 0 && starts_close(*impact, tolerance) &&
         impact->closest.distance > least_start * bodies.size()) {
    tolerance = impact->closest.distance / 2;
    impact = first_turning_contact(bodies, options, tolerance);
  }
  // Triangles that are close may have been found before others that meet.
  const bool starts_in_contact = impact && impact->status == TurningStatus::contact && impact->t_lo == 0;
  if (starts_in_contact) impact->initial = impact->closest.distance == 0 || *overlap(at_rest(a, 0), at_rest(b, 0));
  return impact;
}

Result<TurningImpact> sweep_turning(const Body& a, const Body& b, const TurningOptions& options) {
  return sweep_leg(a, b, options, true);
}

}  // namespace graze
