/// First contact of bodies that turn: which method serves a pair, what counts as contact at the start, and when they surely meet.

#include <algorithm>
#include <array>
#include <cmath>

#include <graze/motion/pose_at.h>
#include <graze/query/pair.h>
#include <graze/query/questions.h>
#include <graze/query/turning_advance.h>
#include <graze/query/turning_leg.h>
#include <graze/query/turning_reach.h>
#include <graze/query/turning_search.h>
#include <graze/sat/triangle_triangle.h>

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

Body moved(const Body& body, double t) { return {body.geometry, motion::pose_at(body.pose, body.motion, t), {}}; }

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
    return (b.motion.velocity - a.motion.velocity).norm() + a.motion.angular_velocity.norm() * reach[0].axis +
           b.motion.angular_velocity.norm() * reach[1].axis;
  }
  /// In which the bodies can come closer by the tolerance, or by what doubles can tell.
  [[nodiscard]] double step_for(double tolerance) const { return std::max(tolerance, least_start * size()) / speed(); }
};

/// A time shortly after t_lo at which meet(t): steps twice as long each time, then halves of the last.
template <class Meet>
std::optional<double> time_of_meeting(double t_lo, double t_max, double first_step, Meet&& meet) {
  if (meet(t_lo)) return t_lo;
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
                         [&](double t) { return overlap(moved(pair.a, t), moved(pair.b, t)).value_or(false); });
}

/// Two triangles within the tolerance of each other mostly meet; where they only pass, others may.
std::optional<double> meeting_of_triangles(const TurningPair& pair, const std::array<std::uint32_t, 2>& triangles, double t_lo,
                                           double first_step) {
  const Triangle a = pair.a.geometry.tree()->mesh().triangle(triangles[0]);
  const Triangle b = pair.b.geometry.tree()->mesh().triangle(triangles[1]);
  const auto found = time_of_meeting(t_lo, pair.times.to, first_step, [&](double t) {
    const Pose pose_a = motion::pose_at(pair.a.pose, pair.a.motion, t), pose_b = motion::pose_at(pair.b.pose, pair.b.motion, t);
    return overlap(place(a, pose_a), place(b, pose_b));
  });
  return found ? found : meeting_of_bodies(pair, t_lo, first_step);
}

Result<TurningImpact> search_any(const TurningPair& pair, const TurningOptions& options, double tolerance) {
  auto impact = advance_turning(pair.a, pair.b, {pair.times, pair.reach, tolerance, options.max_evaluations});
  if (impact && impact->status == TurningStatus::contact)
    impact->t_hi = meeting_of_bodies(pair, impact->t_lo, pair.step_for(tolerance));
  return impact;
}

TurningContact search_in_sub_steps(const TurningPair& pair, const std::array<TurningMesh, 2>& meshes, TurningTask task,
                                   double duration) {
  const double bend = (meshes[0].motion.angular_velocity * duration).squaredNorm() * pair.reach[0].axis +
                      (meshes[1].motion.angular_velocity * duration).squaredNorm() * pair.reach[1].axis;
  task.is_linear = true;
  task.clearance = bend / 2;
  const double end = task.to;
  for (double k = std::floor(task.from / duration); k * duration < end || k == 0; ++k) {
    task.from = std::max(task.from, k * duration);
    task.to = std::min(end, (k + 1) * duration);
    const TurningContact found = search_turning(meshes[0], meshes[1], task);
    if (found.status != TurningStatus::clear) return found;
  }
  return {};
}

TurningImpact search_meshes(const TurningPair& pair, const std::array<TurningMesh, 2>& meshes, const TurningOptions& options,
                            double tolerance) {
  const TurningTask task{pair.times.from, pair.times.to, tolerance, 0, options.max_evaluations};
  const double duration = options.t_max / static_cast<double>(options.sub_steps);
  const TurningContact found =
      options.sub_steps == 0 ? search_turning(meshes[0], meshes[1], task) : search_in_sub_steps(pair, meshes, task, duration);
  TurningImpact impact{found.status, found.t_lo, {}, false, found.closest};
  if (found.status == TurningStatus::contact)
    impact.t_hi = meeting_of_triangles(pair, found.triangles, found.t_lo, pair.step_for(tolerance));
  return impact;
}

Result<TurningImpact> search(const TurningPair& pair, const TurningOptions& options, double tolerance) {
  const MeshTree *tree_a = pair.a.geometry.tree(), *tree_b = pair.b.geometry.tree();
  const bool are_meshes = tree_a != nullptr && tree_b != nullptr;
  if (options.sub_steps > 0 && !are_meshes) return unsupported("sweep in sub-steps", pair.a, pair.b);
  if (!are_meshes) return search_any(pair, options, tolerance);
  const std::array meshes{TurningMesh{tree_a, pair.a.pose, pair.a.motion, pair.reach[0].center},
                          TurningMesh{tree_b, pair.b.pose, pair.b.motion, pair.reach[1].center}};
  if (!suits_turning_search(meshes[0], meshes[1])) return search_any(pair, options, tolerance);
  return search_meshes(pair, meshes, options, tolerance);
}

bool starts_close(const TurningImpact& impact) {
  return impact.status == TurningStatus::contact && impact.t_lo == 0 && impact.closest.distance > 0;
}

Result<void> check_turning(const Body& a, const Body& b, const TurningOptions& options) {
  if (!(options.t_max >= 0)) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (options.tolerance && !(*options.tolerance > 0)) return fail(ErrorCode::bad_option, "tol: must be > 0");
  if (options.sub_steps > 0 && !std::isfinite(options.t_max)) return fail(ErrorCode::bad_option, "t_max: sub-steps need an end");
  return check_bodies(a, b);
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
  const auto times = times_in_reach(a, b, reach[0].center + reach[1].center, options.t_max);
  if (!times) return TurningImpact{};
  const TurningPair pair{a, b, reach, *times};
  double tolerance = options.tolerance.value_or(default_turning_tolerance * pair.size());
  auto impact = search(pair, options, tolerance);
  while (impact && is_start && options.sub_steps == 0 && starts_close(*impact) &&
         impact->closest.distance > least_start * pair.size()) {
    tolerance = impact->closest.distance / 2;
    impact = search(pair, options, tolerance);
  }
  if (impact) impact->initial = impact->status == TurningStatus::contact && impact->t_lo == 0 && impact->closest.distance == 0;
  return impact;
}

Result<TurningImpact> sweep_turning(const Body& a, const Body& b, const TurningOptions& options) {
  return sweep_leg(a, b, options, true);
}

}  // namespace graze
