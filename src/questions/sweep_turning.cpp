/// First contact of bodies that turn: what counts as contact at the start, and how the tolerance is refined there.

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include <graze/answers.h>
#include <graze/options.h>
#include <graze/path.h>
#include <graze/status.h>
#include <graze/sweep.h>

#include "body/pair.h"
#include "geometry/mirrored.h"
#include "mesh/solid.h"
#include "motion/pose_at.h"
#include "motion/turning/reach.h"
#include "questions/endless_part.h"
#include "questions/of_triangles.h"
#include "questions/round_names.h"
#include "questions/sweep_leg.h"
#include "questions/turning_methods.h"
#include "questions/turning_pair.h"
#include "questions/turning_set.h"

namespace graze {
namespace {

using namespace query;

/// In contact from the start for the tolerance alone: a search that counts a greater distance as contact can do no better. The
/// distance counts from the margin.
bool starts_close(const TurningImpact& impact, double beyond_margin, double tolerance) {
  return impact.status == TurningStatus::contact && impact.t_lo == 0 && beyond_margin > 0 && beyond_margin <= tolerance;
}

Result<void> check_turning(const Body& a, const Body& b, const TurningOptions& options) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (options.tolerance && !(*options.tolerance > 0)) return fail(ErrorCode::bad_option, "tolerance: must be > 0");
  if (!(options.margin >= 0 && std::isfinite(options.margin)))
    return fail(ErrorCode::bad_option, "margin: must be finite and >= 0");
  if (options.sub_steps > 0 && !std::isfinite(options.t_max)) return fail(ErrorCode::bad_option, "t_max: sub-steps need an end");
  if (options.sub_steps > max_sub_steps)
    return fail(ErrorCode::limit, fmt::format("sub_steps: {} is above the limit of {}", options.sub_steps, max_sub_steps));
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

bool turns_endlessly(const Body& body, const Reach& reach) { return body.motion.rotates() && std::isinf(reach.center); }

/// `endless` turns and has no end, `other` has one: all of `endless` that the other can come near to takes its place.
Result<TurningImpact> sweep_of_part(const Body& endless, const Body& other, const Reach& reach, const TurningOptions& options,
                                    bool is_start) {
  const Vec3 velocity = other.motion.velocity - endless.motion.velocity;
  const double way = velocity == Vec3::Zero() ? 0 : velocity.stableNorm() * options.t_max;
  if (!std::isfinite(way)) return fail(ErrorCode::bad_option, "t_max: an unbounded body that turns needs an end");
  const Vec3 apart = center_of(other.pose, other.motion) - center_of(endless.pose, endless.motion);
  constexpr double up = 1 + 0x1p-40;  // a dozen roundings of lengths
  const auto geometry = part_near_center(endless, (apart.stableNorm() + reach.center + way + options.margin) * up);
  if (!geometry) return tl::make_unexpected(geometry.error());
  auto impact = sweep_leg({*geometry, endless.pose, endless.motion}, other, options, is_start);
  if (impact) impact->closest.features[0] = feature_of_whole(endless.geometry.shape(), impact->closest.features[0]);
  return impact;
}

void describe_contact(TurningImpact& impact, const Body& a, const Body& b, double tolerance) {
  const Body then_a = at_rest(a, impact.t_lo), then_b = at_rest(b, impact.t_lo);
  if (is_mesh(a) != is_mesh(b)) name_round_parts(impact.closest, then_a, then_b);
  impact.set = turning_set(then_a, then_b, impact.closest, tolerance);
}

bool is_empty(const Body& body) { return is_mesh(body) && body.geometry.triangles().empty(); }

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
  if (is_empty(a) || is_empty(b)) return TurningImpact{};
  const bool is_endless_a = turns_endlessly(a, reach[0]), is_endless_b = turns_endlessly(b, reach[1]);
  if ((is_endless_a || is_endless_b) && std::isinf(reach[0].center) && std::isinf(reach[1].center))
    return unsupported("sweep of two unbounded shapes of which one turns", a, b);
  if (is_endless_a) return sweep_of_part(a, b, reach[1], options, is_start);
  if (is_endless_b) {
    auto impact = sweep_of_part(b, a, reach[0], options, is_start);
    if (impact) impact->closest = mirrored(impact->closest);
    return impact;
  }
  if (is_start) {
    const auto inside = nested_at_start(a, b);
    if (!inside) return tl::make_unexpected(inside.error());
    if (*inside) return **inside;
  }
  const double in_reach = reach[0].center + reach[1].center + options.margin;
  const auto times = times_in_reach({a.pose, a.motion}, {b.pose, b.motion}, in_reach, options.t_max);
  if (!times) return TurningImpact{};
  const TurningBodies bodies{a, b, reach, *times};
  double tolerance = options.tolerance.value_or(default_turning_tolerance * bodies.size());
  auto impact = first_turning_contact(bodies, options, tolerance);
  const auto beyond_margin = [&] { return impact->closest.distance - options.margin; };
  while (impact && is_start && options.sub_steps == 0 && starts_close(*impact, beyond_margin(), tolerance) &&
         beyond_margin() > least_start * (bodies.size() + options.margin)) {
    tolerance = beyond_margin() / 2;
    impact = first_turning_contact(bodies, options, tolerance);
  }
  // Triangles that are close may have been found before others that meet.
  const bool starts_in_contact = impact && impact->status == TurningStatus::contact && impact->t_lo == 0;
  if (starts_in_contact)
    impact->initial =
        impact->closest.distance <= options.margin || overlap_of_triangles(at_rest(a, 0), at_rest(b, 0)).value_or(false);
  if (impact && impact->status == TurningStatus::contact && !impact->initial) describe_contact(*impact, a, b, tolerance);
  return impact;
}

Result<std::optional<double>> last_contact(const Body& a, const Body& b, const TurningOptions& options) {
  if (!std::isfinite(options.t_max)) return fail(ErrorCode::bad_option, "t_max: the last time of contact needs an end");
  const auto backward = [&](const Body& body) {
    const Vec3 center = center_of(body.pose, body.motion) + options.t_max * body.motion.velocity;
    const Motion motion{-body.motion.velocity, -body.motion.angular_velocity, center};
    return Body{body.geometry, pose_at(body.pose, body.motion, options.t_max), motion, body.solid};
  };
  // The rounding of the poses at t_max is covered by the tolerance, like that of the poses at any time.
  return sweep_turning(backward(a), backward(b), options).map([&](const TurningImpact& found) {
    std::optional<double> last;
    if (found.status != TurningStatus::clear)
      last = std::clamp(std::nextafter(options.t_max - found.t_lo, options.t_max), 0.0, options.t_max);
    return last;
  });
}

Result<TurningImpact> sweep_turning(const Body& a, const Body& b, const TurningOptions& options) {
  return sweep_leg(a, b, options, true);
}

}  // namespace graze
