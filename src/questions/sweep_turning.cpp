/// First contact of bodies that turn: what counts as contact at the start, and how the tolerance is refined there.

#include <array>
#include <cmath>

#include <graze/answers.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "body/pair.h"
#include "mesh/solid.h"
#include "motion/turning/reach.h"
#include "questions/sweep_leg.h"
#include "questions/turning_methods.h"
#include "questions/turning_pair.h"

namespace graze {
namespace {

using namespace query;

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

bool is_empty(const Body& body) { return is_mesh(body) && body.geometry.mesh()->triangles.empty(); }

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
