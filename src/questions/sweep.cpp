/// First contact under constant velocities: exact where no body turns, what sweep_turning() certifies where one does.

#include <graze/sweep.h>

#include <algorithm>
#include <cmath>

#include <graze/answers.h>
#include <graze/intersection.h>
#include <graze/options.h>
#include <graze/overlap.h>
#include <graze/path.h>

#include "body/pair.h"
#include "geometry/interrupted.h"
#include "geometry/mirrored.h"
#include "mesh/box_leaves.h"
#include "mesh/shape_sweep.h"
#include "mesh/solid.h"
#include "methods/shape_sweep.h"
#include "questions/of_triangles.h"
#include "questions/ring.h"
#include "questions/round_names.h"
#include "views/ball_around.h"
#include "views/bound.h"

namespace graze {
namespace {

using namespace query;

/// The memory may be null.
std::optional<Impact> remembered_contact(const PlacedMesh& a, const PlacedMesh& b, const SweepOptions& options, WarmStart* memory) {
  const auto found = first_contact(a, b, options, memory != nullptr ? memory->pair : std::nullopt);
  if (memory == nullptr || !found) return found;
  const auto triangle = [&](int k) { return static_cast<std::uint32_t>(found->features[k].triangle); };
  memory->pair = {triangle(0), triangle(1)};
  return found;
}

template <class... Kinds>
bool is_one_of(const Shape& shape) {
  return (std::holds_alternative<Kinds>(shape.value) || ...);
}

bool is_thin(const Body& body) {
  return body.geometry.is_planar() || is_one_of<Point, Segment, Line, Ray, Plane, Triangle, ConvexPolygon>(body.geometry.shape());
}

/// Where bodies meet at time 0 of which one has no inside, or both lie in the plane, where the sweep left the set empty. Empty
/// where the set is solid, round or unbounded.
ContactSet thin_part(const Body& a, const Body& b) {
  if (!is_thin(a) && !is_thin(b)) return {};
  const auto found = intersection({a.geometry, a.pose, {}}, {b.geometry, b.pose, {}});
  return found && found->set ? *found->set : ContactSet{};
}

/// The result of sweep_turning() as one of sweep().
std::optional<Impact> as_impact(const TurningImpact& found) {
  if (found.status == TurningStatus::clear) return std::nullopt;
  Impact impact;
  impact.first = found.t_lo;
  impact.initial = found.initial;
  impact.certainty = found.status == TurningStatus::contact ? Certainty::certified : Certainty::bound;
  impact.meets_by = found.t_hi;
  if (found.status == TurningStatus::unfinished) return impact;
  impact.features = found.closest.features;
  if (found.initial) return impact;
  impact.set = found.set;
  const Vec3 between = found.closest.points[1] - found.closest.points[0];
  if (between != Vec3::Zero()) impact.normal = between.stableNormalized();
  return impact;
}

Result<std::optional<Impact>> turning_answer(const Body& a, const Body& b, const SweepOptions& options) {
  const TurningOptions turning{.t_max = options.t_max, .tolerance = options.tolerance, .margin = options.margin};
  auto impact = sweep_turning(a, b, turning).map(as_impact);
  if (!impact || !*impact || !options.want_last) return impact;
  const auto last = last_contact(a, b, turning);
  if (!last) return tl::make_unexpected(last.error());
  (*impact)->last = std::max((*impact)->first, last->value_or(0));
  return impact;
}

/// A torus that does not turn, and an unbounded body: nothing is in reach before or after the ball around the torus is. Along a
/// line or ray this may be without end, where only an end of the time ends the search.
Result<std::optional<Impact>> ring_and_endless(const Body& a, const Body& b, SweepOptions options) {
  const auto ball_or_shape = [](const Body& body) {
    if (!is_ring(body)) return body.geometry.shape();
    constexpr double up = 1 + 0x1p-40;  // the rounding of its radius
    const Sphere ball = *distance::ball_around(body.geometry.shape());
    return Shape{Sphere{ball.center, up * ball.radius}};
  };
  const Shape shape_a = ball_or_shape(a), shape_b = ball_or_shape(b);
  const auto in_reach = shape_sweep({shape_a, a.pose}, {shape_b, b.pose}, {a.motion.velocity, b.motion.velocity}, options.t_max);
  if (!in_reach) return std::optional<Impact>();
  options.t_max = std::min(options.t_max, *in_reach->last);
  const bool is_at_rest = a.motion.velocity == b.motion.velocity;
  if (!std::isfinite(options.t_max) && !is_at_rest)
    return fail(ErrorCode::bad_option, "t_max: a torus that stays beside an unbounded body needs an end");
  return turning_answer(a, b, options);
}

Result<std::optional<Impact>> ring_contact(const Body& a, const Body& b, const SweepOptions& options) {
  const bool is_endless = !is_mesh(a) && !is_mesh(b) && !(is_bounded(a.geometry.shape()) && is_bounded(b.geometry.shape()));
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  return is_endless ? ring_and_endless(a, b, options) : turning_answer(a, b, options);
}

using Impacts = Result<std::optional<Impact>>;

Result<std::optional<Impact>> surface_contact(const Body& a, const Body& b, const SweepOptions& options, WarmStart* memory,
                                              Leaves leaves) {
  const auto mesh_a = as_mesh(a);
  const auto mesh_b = as_mesh(b);
  if (mesh_a && mesh_b && leaves == Leaves::as_built && has_box_leaves(a, b))
    return unless_interrupted(Impacts(first_contact_of_leaves(*mesh_a, *mesh_b, options)));
  if (mesh_a && mesh_b) return unless_interrupted(Impacts(remembered_contact(*mesh_a, *mesh_b, options, memory)));
  if (mesh_a || mesh_b) {
    auto impact = mesh_a ? first_contact(*mesh_a, b, options) : first_contact(*mesh_b, a, options);
    if (impact && !mesh_a) impact = mirrored(*impact);
    if (impact) name_round_parts(*impact, a, b);
    return unless_interrupted(Impacts(impact));
  }
  auto impact = shape_sweep({a.geometry.shape(), a.pose}, {b.geometry.shape(), b.pose}, {a.motion.velocity, b.motion.velocity},
                            options.t_max);
  if (impact) impact->features = named_in_plane(impact->features, a, b);
  if (impact) name_round_parts(*impact, a, b);
  if (impact) name_facing_parts(*impact, a, b);
  if (impact && impact->initial && impact->set.points.empty()) impact->set = thin_part(a, b);
  return impact;
}

/// Of solids of which one contains part of the other at the start: contact lasts until their surfaces last touch, or to the end.
Result<Impact> contact_of_nested(const Body& a, const Body& b, const SweepOptions& options,
                                 const std::optional<Impact>& of_surfaces) {
  Impact impact;
  impact.initial = true;
  if (!options.want_last) return impact;
  const bool is_at_rest = a.motion.velocity == b.motion.velocity;
  if (!is_at_rest && std::isfinite(options.t_max)) {
    const auto at_end = overlap(at_time(a, options.t_max), at_time(b, options.t_max));
    if (!at_end) return tl::make_unexpected(at_end.error());
    if (!*at_end) impact.last = of_surfaces ? of_surfaces->last : std::nullopt;
  } else if (!is_at_rest && of_surfaces) {
    impact.last = of_surfaces->last;
  }
  if (!impact.last) impact.last = options.t_max;
  return impact;
}

/// Bodies that are not nested at the start first meet where their surfaces do.
Result<std::optional<Impact>> solid_contact(const Body& a, const Body& b, const SweepOptions& options,
                                            const std::optional<Impact>& of_surfaces) {
  const auto common = point_inside_other(a, b);
  if (!common) return tl::make_unexpected(common.error());
  if (!*common || (of_surfaces && of_surfaces->initial)) return of_surfaces;
  return contact_of_nested(a, b, options, of_surfaces).map([](const Impact& impact) { return std::optional(impact); });
}

Result<std::optional<Impact>> sweep_answer(const Body& a, const Body& b, const SweepOptions& options, WarmStart* memory,
                                           Leaves leaves = Leaves::as_built) {
  if (std::isnan(options.t_max) || options.t_max < 0) return fail(ErrorCode::bad_option, "t_max: must be >= 0");
  if (a.motion.rotates() || b.motion.rotates() || options.margin != 0) return turning_answer(a, b, options);
  if (any_is_ring(a, b)) return ring_contact(a, b, options);
  if (const auto ok = check_bodies(a, b); !ok) return tl::make_unexpected(ok.error());
  const auto of_surfaces = surface_contact(a, b, options, memory, leaves);
  if (!of_surfaces || !any_is_solid(a, b)) return of_surfaces;
  return solid_contact(a, b, options, *of_surfaces);
}

}  // namespace

std::string_view name_of(Certainty certainty) {
  switch (certainty) {
    case Certainty::exact: return "exact";
    case Certainty::certified: return "certified";
    case Certainty::bound: return "bound";
  }
  return "exact";
}

Result<std::optional<Impact>> sweep(const Body& a, const Body& b, const SweepOptions& options) {
  return sweep_answer(a, b, options, nullptr);
}

Result<std::optional<Impact>> sweep(const Body& a, const Body& b, WarmStart& memory, const SweepOptions& options) {
  return sweep_answer(a, b, options, &memory);
}

Result<std::optional<Impact>> query::sweep_of_triangles(const Body& a, const Body& b, const SweepOptions& options) {
  return sweep_answer(a, b, options, nullptr, Leaves::as_triangles);
}

}  // namespace graze
