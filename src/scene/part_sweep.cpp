/// Asks sweeps of pairs, and puts their answers into the time of the scene.

#include "scene/part_sweep.h"

#include <algorithm>
#include <cmath>

#include <graze/distance.h>
#include <graze/overlap.h>
#include <graze/path.h>
#include <graze/sweep.h>

#include "body/pair.h"
#include "geometry/interrupted.h"
#include "mesh/box_leaves.h"
#include "mesh/later_contact.h"
#include "motion/pose_at.h"
#include "questions/ring.h"
#include "questions/sweep_leg.h"

namespace graze::scenes {
namespace {

constexpr double forever = std::numeric_limits<double>::infinity();
/// A few roundings. No unit.
constexpr double up = 1 + 0x1p-48;

/// After `from`, rounded so that it is not late.
double not_late(double from, double t) { return from == 0 ? t : std::nextafter(from + t, from); }
/// The same for a time that was itself rounded so.
double not_early(double from, double t) {
  const double later = std::nextafter(t, forever);
  return from == 0 ? later : std::nextafter(from + later, forever);
}

PairContact clear() { return {}; }

/// Where bodies that meet from the start do so.
Result<PairContact> with_common_point(PairContact contact, const PartSweep& sweep) {
  const auto closest = closest_points(sweep.a, sweep.b);
  if (!closest) return tl::make_unexpected(closest.error());
  contact.points = closest->points;
  for (std::size_t k = 0; k < 2; ++k) contact.places[k].triangle = closest->features[k].triangle;
  return contact;
}

/// Where the contact begins is not described.
PairContact met_at(double from, double t) {
  PairContact contact;
  contact.status = TurningStatus::contact;
  contact.t_lo = not_late(from, t);
  contact.t_hi = not_early(from, t);
  return contact;
}

PairContact met_at_once(double from) {
  PairContact contact;
  contact.status = TurningStatus::contact;
  contact.t_lo = from;
  contact.t_hi = from;
  contact.initial = true;
  return contact;
}

Vec3 middle_of_set(const ContactSet& set) {
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : set.points) sum += p;
  return sum / static_cast<double>(set.points.size());
}

PairContact of_impact(const Impact& impact, double from) {
  PairContact contact;
  contact.status = TurningStatus::contact;
  contact.t_lo = not_late(from, impact.first);
  if (impact.certainty == Certainty::exact) contact.t_hi = impact.initial ? contact.t_lo : not_early(from, impact.first);
  contact.initial = impact.initial;
  contact.certainty = impact.certainty;
  contact.set = impact.set;
  contact.normal = impact.normal;
  if (!impact.set.points.empty()) contact.points.fill(middle_of_set(impact.set));
  for (std::size_t k = 0; k < 2; ++k) contact.places[k].triangle = impact.features[k].triangle;
  return contact;
}

PairContact of_turning(const TurningImpact& impact, double from) {
  PairContact contact;
  contact.status = impact.status;
  contact.certainty = impact.status == TurningStatus::unfinished ? Certainty::bound : Certainty::certified;
  contact.t_lo = not_late(from, impact.t_lo);
  if (impact.t_hi) contact.t_hi = from + *impact.t_hi;
  contact.initial = impact.initial;
  contact.points = impact.closest.points;
  if (impact.status == TurningStatus::contact && !impact.initial) {
    contact.set.points.push_back(impact.closest.points[0]);
    const Vec3 between = impact.closest.points[1] - impact.closest.points[0];
    if (between != Vec3::Zero()) contact.normal = between.stableNormalized();
  }
  for (std::size_t k = 0; k < 2; ++k) contact.places[k].triangle = impact.closest.features[k].triangle;
  return contact;
}

TurningOptions turning_options(const SceneTimeOptions& question, double duration) {
  TurningOptions options;
  options.t_max = duration;
  options.tolerance = question.tolerance;
  options.margin = question.margin;
  options.max_evaluations = question.max_evaluations;
  return options;
}

/// Surfaces that go on from a stretch in which they did not meet cannot be inside each other: only at the start that is looked for.
Result<std::optional<Impact>> exact_impact(const PartSweep& sweep) {
  const SweepOptions options{.t_max = sweep.duration};
  if (sweep.is_start || (!sweep.a.solid && !sweep.b.solid)) return graze::sweep(sweep.a, sweep.b, options);
  Body a = sweep.a, b = sweep.b;
  a.solid = b.solid = false;
  return graze::sweep(a, b, options);
}

/// Of bodies of which one is a mesh, as surfaces.
Result<std::optional<double>> surfaces_meet_after(const PartSweep& sweep, double after) {
  const auto mesh_a = query::as_mesh(sweep.a), mesh_b = query::as_mesh(sweep.b);
  const auto time = mesh_a && mesh_b ? query::contact_after(*mesh_a, *mesh_b, after, sweep.duration)
                    : mesh_a         ? query::contact_after(*mesh_a, sweep.b, after, sweep.duration)
                                     : query::contact_after(*mesh_b, sweep.a, after, sweep.duration);
  return unless_interrupted(Result<std::optional<double>>(time));
}

/// Of convex shapes: their contact is without gaps.
Result<std::optional<double>> shapes_meet_after(const PartSweep& sweep, double after) {
  return graze::sweep(sweep.a, sweep.b, {.t_max = sweep.duration}).map([&](const auto& impact) {
    const bool is_met = impact && !(impact->last && *impact->last < after);
    return is_met ? std::optional(std::max(impact->first, after)) : std::nullopt;
  });
}

/// The motion of a part, from a time of the scene on, which becomes 0.
class PartMotion {
 public:
  PartMotion(const GuidedPart& part, double from) : in_body_(part.in_body), from_(from) {
    if (part.stretch->guided != nullptr) {
      whole_ = part.stretch->guided;
    } else {
      const Leg leg = part.stretch->leg.from_time(from);
      leg_ = graze::guided(Path(leg.start, leg.motion));
      whole_ = &leg_;
      from_ = 0;
    }
  }
  PartMotion(const PartMotion&) = delete;
  PartMotion& operator=(const PartMotion&) = delete;

  /// Refers to this.
  [[nodiscard]] GuidedMotion guided() const {
    return {[this](double t) { return pose_at(t); }, [this](double t, double end) { return speed_bound(t, end); }};
  }

 private:
  [[nodiscard]] Pose pose_at(double t) const {
    const Pose pose = whole_->pose_at(from_ + t);
    return in_body_.is_identity() ? pose : pose * in_body_;
  }
  [[nodiscard]] SpeedBound speed_bound(double t, double end) const {
    const SpeedBound bound = whole_->speed_bound(from_ + t, from_ + end);
    return {bound.linear + bound.angular * in_body_.translation.stableNorm() * up, bound.angular};
  }

  Pose in_body_;
  double from_;
  GuidedMotion leg_;  ///< of a body with constant velocities
  const GuidedMotion* whole_ = nullptr;
};

}  // namespace

Result<PairContact> sweep_legs(const PartSweep& sweep, const SceneTimeOptions& question) {
  if (!sweep.a.motion.rotates() && !sweep.b.motion.rotates() && question.margin == 0) {
    const auto impact = exact_impact(sweep);
    if (!impact) return tl::make_unexpected(impact.error());
    if (!*impact) return clear();
    PairContact contact = of_impact(**impact, sweep.from);
    return (*impact)->set.points.empty() ? with_common_point(std::move(contact), sweep) : contact;
  }
  const auto impact = query::sweep_leg(sweep.a, sweep.b, turning_options(question, sweep.duration), sweep.is_start);
  if (!impact) return tl::make_unexpected(impact.error());
  return of_turning(*impact, sweep.from);
}

Result<PairContact> sweep_gliding(const PartSweep& sweep, double after, const SceneTimeOptions& question) {
  const Body a = at_time(sweep.a, after), b = at_time(sweep.b, after);
  const bool is_exact = !query::any_is_ring(a, b) && !query::has_box_leaves(a, b);
  if (!is_exact) return sweep_legs({a, b, sweep.from + after, sweep.duration - after, sweep.is_start}, question);
  if (a.solid || b.solid) {
    const auto meet = overlap(a, b);
    if (!meet) return tl::make_unexpected(meet.error());
    if (*meet) return met_at_once(sweep.from + after);
  }
  const bool any_mesh = query::is_mesh(a) || query::is_mesh(b);
  const auto met = any_mesh ? surfaces_meet_after(sweep, after) : shapes_meet_after(sweep, after);
  if (!met) return tl::make_unexpected(met.error());
  return *met ? met_at(sweep.from, **met) : clear();
}

Result<PairContact> sweep_guided(const PartSweep& sweep, const GuidedPart& a, const GuidedPart& b,
                                 const SceneTimeOptions& question) {
  if (sweep.is_start && (sweep.a.solid || sweep.b.solid)) {
    const auto meet = overlap(sweep.a, sweep.b);
    if (!meet) return tl::make_unexpected(meet.error());
    if (*meet) return with_common_point(met_at_once(sweep.from), sweep);
  }
  const PartMotion of_a(a, sweep.from), of_b(b, sweep.from);
  const auto impact =
      sweep_along(sweep.a.geometry, of_a.guided(), sweep.b.geometry, of_b.guided(), turning_options(question, sweep.duration));
  if (!impact) return tl::make_unexpected(impact.error());
  return of_turning(*impact, sweep.from);
}

}  // namespace graze::scenes
