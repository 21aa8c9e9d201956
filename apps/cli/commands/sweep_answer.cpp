/// Asks the sweep that fits the motions; where nothing meets, how near they come.

#include "commands/sweep_answer.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/sweep.h>

namespace graze::cli {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();

SweepFinding as_finding(const std::optional<Impact>& impact) {
  if (!impact) return {};
  return {.status = TurningStatus::contact,
          .time = impact->first,
          .meets_by = {},
          .is_exact = true,
          .initial = impact->initial,
          .points = {impact->set.points.begin(), impact->set.points.end()},
          .normal = impact->normal,
          .features = impact->features};
}

SweepFinding as_finding(const TurningImpact& impact) {
  SweepFinding found{.status = impact.status,
                     .time = impact.t_lo,
                     .meets_by = impact.t_hi,
                     .initial = impact.initial,
                     .points = {},
                     .normal = {},
                     .features = impact.closest.features};
  if (impact.status != TurningStatus::contact) return found;
  found.points = {impact.closest.points[0]};
  const Vec3 difference = impact.closest.points[1] - impact.closest.points[0];
  if (difference != Vec3::Zero()) found.normal = difference.stableNormalized();
  return found;
}

Path path_of(const LoadedBody& body) { return body.path ? *body.path : Path(body.body.pose, body.body.motion); }

/// Surfaces that never meet change nothing about what is inside: of solids it is enough to look at the start.
Result<TurningImpact> along_paths(const LoadedBodies& loaded, const TurningOptions& options) {
  const LoadedBody &a = loaded.a(), &b = loaded.b();
  const Result<bool> meets_at_start = overlap(a.body, b.body);
  if (!meets_at_start) return tl::make_unexpected(meets_at_start.error());
  if (!*meets_at_start) return sweep_along(a.body.geometry, path_of(a), b.body.geometry, path_of(b), options);
  return closest_points(a.body, b.body).map([](const Closest& closest) {
    return TurningImpact{.status = TurningStatus::contact, .t_lo = 0, .t_hi = 0, .initial = true, .closest = closest};
  });
}

/// The first time within the margin, whatever the motions are.
Result<TurningImpact> first_within(const SweepArguments& arguments, const LoadedBodies& loaded, double margin) {
  const TurningOptions options{.t_max = arguments.t_max.value_or(forever), .tolerance = arguments.tolerance, .margin = margin};
  if (loaded.a().path || loaded.b().path) return along_paths(loaded, options);
  return sweep_turning(loaded.a().body, loaded.b().body, options);
}

bool moves(const LoadedBody& body) { return body.path || body.body.motion.moves(); }

/// How narrow the bracket is made, as a share of the distance: each halving costs a sweep.
constexpr double approach_share = 1e-6;

/// By bisection on the margin: never within `at_least`, within `at_most` at `time`.
std::optional<Approach> nearest_approach(const SweepArguments& arguments, const LoadedBodies& loaded) {
  const Result<Closest> at_start = closest_points(loaded.a().body, loaded.b().body);
  if (!at_start || !std::isfinite(at_start->distance) || at_start->distance <= arguments.margin) return std::nullopt;
  Approach approach{arguments.margin, at_start->distance, 0};
  if (!moves(loaded.a()) && !moves(loaded.b())) return Approach{at_start->distance, at_start->distance, 0};
  while (approach.at_most - approach.at_least > approach_share * approach.at_most) {
    const double middle = approach.at_least + 0.5 * (approach.at_most - approach.at_least);
    const Result<TurningImpact> impact = first_within(arguments, loaded, middle);
    if (!impact || impact->status == TurningStatus::unfinished) return std::nullopt;
    if (impact->status == TurningStatus::clear) {
      approach.at_least = middle;
    } else {
      approach.time = impact->t_lo;
      approach.at_most = std::clamp(impact->closest.distance, approach.at_least, middle);
    }
  }
  return approach;
}

Result<SweepFinding> straight(const SweepArguments& arguments, const LoadedBodies& loaded) {
  const Body &a = loaded.a().body, &b = loaded.b().body;
  return sweep(a, b, {.t_max = arguments.t_max.value_or(forever)}).map([&](const std::optional<Impact>& impact) {
    SweepFinding found = as_finding(impact);
    found.box_leaves = a.geometry.has_box_leaves() || b.geometry.has_box_leaves();
    return found;
  });
}

}  // namespace

Result<SweepFinding> sweep_bodies(const SweepArguments& arguments, const LoadedBodies& loaded) {
  const bool is_straight =
      !loaded.a().path && !loaded.b().path && !loaded.a().body.motion.rotates() && !loaded.b().body.motion.rotates();
  Result<SweepFinding> found =
      is_straight && arguments.margin == 0
          ? straight(arguments, loaded)
          : first_within(arguments, loaded, arguments.margin).map([](const TurningImpact& impact) { return as_finding(impact); });
  if (found && found->status == TurningStatus::clear) found->nearest = nearest_approach(arguments, loaded);
  return found;
}

}  // namespace graze::cli
