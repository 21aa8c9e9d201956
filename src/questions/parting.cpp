/// Follows two bodies that meet, as one moves along a direction, from contact to contact until they part.

#include "questions/parting.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include <graze/raycast.h>

#include "body/pair.h"
#include "body/view_of.h"
#include "geometry/interrupted.h"
#include "mesh/overlap.h"
#include "mesh/shape.h"
#include "mesh/solid.h"
#include "methods/shape_sweep.h"
#include "motion/turning/reach.h"
#include "questions/of_triangles.h"
#include "rounded/polytope_sweep.h"
#include "views/bound.h"

namespace graze::query {
namespace {

constexpr double endless_way = std::numeric_limits<double>::infinity();
/// Lengths closer than this part of the coordinates are the same but for roundings. No unit.
constexpr double same_length = 0x1p-46;
/// Points are followed so much less far than rays tell, so that the end is always that of a pair, which is exact. No unit.
constexpr double short_of_exit = 0x1p-24;
/// Steps that are worth taking by points alone, in sizes of the bodies. No unit.
constexpr double longer_than_rounding = 0x1p-20;
/// Steps of a way. Each is as long as a triangle at least; beyond so many the last contact of all is answered.
constexpr int most_steps = 100000;

/// A triangle of a mesh, or the whole of a shape.
Shape piece_of(const Body& body, std::int32_t triangle) {
  return is_mesh(body) ? Shape{view_of(body.geometry).triangle(static_cast<std::uint32_t>(triangle))} : body.geometry.shape();
}

/// Bodies that come from outside meet where their surfaces do; to know what is inside takes longer.
Body surface_of(Body body) {
  body.solid = false;
  return body;
}

/// How far points of a body are from the origin of its pose, at most; infinite where it never ends. Of a mesh by its vertices: the
/// boxes of a tree would let the tree show in the last digits of the answer.
double radius_of(const Body& body) {
  if (!is_mesh(body)) return reach_of(body).center;
  double most = 0;
  for (const Vec3& v : body.geometry.vertices()) most = std::max(most, v.cwiseAbs().maxCoeff());
  return 2 * most;
}

class Way {
 public:
  Way(const Body& a, const Body& b, const Vec3& direction)
      : a_{a.geometry, a.pose, {}, a.solid}, b_{b.geometry, b.pose, {}, b.solid}, direction_(direction) {
    const double reach_a = radius_of(a_), reach_b = radius_of(b_);
    is_bounded_ = std::isfinite(reach_a + reach_b);
    size_ = (a.pose.translation - b.pose.translation).stableNorm() + (std::isfinite(reach_a) ? reach_a : 0) +
            (std::isfinite(reach_b) ? reach_b : 0);
    faces_out_ = {faces_out(a_), faces_out(b_)};
  }

  Result<Parting> follow(double limit) {
    if (const auto ok = find_last(); !ok) return tl::make_unexpected(ok.error());
    if (!is_mesh(a_) && !is_mesh(b_)) return parting_at(last_);
    double way = 0;
    for (int k = 0; k < most_steps && way <= limit; ++k) {
      if (Interrupt::is_asked_for()) return tl::make_unexpected(interrupted());
      const auto next = next_end(way);
      if (!next) return tl::make_unexpected(next.error());
      if (*next >= safe_from_ - same_length * size_) return last_ <= limit ? parting_at(last_) : Parting{endless_way, {}};
      if (*next == way) return parting_at(way);
      way = *next;
    }
    return way <= limit ? parting_at(last_) : Parting{endless_way, {}};
  }

 private:
  [[nodiscard]] Body moved_b(double way, const Vec3& velocity = Vec3::Zero()) const {
    return {b_.geometry, {b_.pose.rotation, b_.pose.translation + way * direction_}, {velocity, Vec3::Zero(), {}}, b_.solid};
  }

  /// The last contact of all: b comes back from where it is certainly apart, which is as fast as any first contact.
  Result<void> find_last() {
    if (is_mesh(a_) || is_mesh(b_) ? !is_bounded_ : true) {
      const auto impact = sweep_of_triangles(a_, moved_b(0, direction_), {.want_last = true});
      if (!impact) return tl::make_unexpected(impact.error());
      safe_from_ = last_ = *impact ? (*impact)->last.value_or(0) : 0;
      return {};
    }
    const double far = 2 * size_;
    const auto impact = sweep_of_triangles(surface_of(a_), surface_of(moved_b(far, -direction_)), {.t_max = far});
    if (!impact) return tl::make_unexpected(impact.error());
    safe_from_ = last_ = 0;
    if (!*impact) return {};
    last_touch_ = *impact;
    const std::array pair{(*impact)->features[0].triangle, (*impact)->features[1].triangle};
    last_ = stays_until(pair[0], pair[1]).value_or(far - (*impact)->first);
    // From where a corner of what touches last is inside the other body until then, there is contact to the end.
    constexpr double shortly_before = 0x1p-20;
    const double before = last_ - shortly_before * size_;
    if (!(before > 0)) return {};
    const Body b = moved_b(before);
    const double inside = std::max(longest_inside(b, pair, -1), way_back_of_touch(b, (*impact)->set, last_ - before));
    safe_from_ = inside > 0 ? std::max(0.0, before - inside) : last_;
    return {};
  }

  /// Where edges touch last no corner is inside shortly before, but the point half way between what will touch is, of both.
  [[nodiscard]] double way_back_of_touch(const Body& b, const ContactSet& touch, double before_last) const {
    if (touch.points.empty()) return 0;
    Vec3 middle = Vec3::Zero();
    for (const Vec3& p : touch.points) middle += p / static_cast<double>(touch.points.size());
    middle -= before_last / 2 * direction_;
    const double with_a = way_inside(middle, direction_, 1, b), with_b = way_inside(middle, -direction_, 0, a_);
    return with_a > 0 && with_b > 0 ? std::max(with_a, with_b) * (1 - short_of_exit) : 0;
  }

  /// How far b goes until these pieces have last met, rounded up.
  [[nodiscard]] std::optional<double> stays_until(std::int32_t of_a, std::int32_t of_b) const {
    return stays_until(piece_of(a_, of_a), a_.pose, piece_of(b_, of_b), b_.pose);
  }
  [[nodiscard]] std::optional<double> stays_until(const Shape& on_a, const Pose& pose_a, const Shape& on_b,
                                                  const Pose& pose_b) const {
    const sat::Velocities velocities{Vec3::Zero(), direction_};
    const auto convex_a = sat::as_outline(on_a, pose_a), convex_b = sat::as_outline(on_b, pose_b);
    const auto impact = convex_a && convex_b ? distance::times_of_contact(*convex_a, *convex_b, velocities, endless_way)
                                             : shape_sweep({on_a, pose_a}, {on_b, pose_b}, velocities, endless_way);
    return impact ? impact->last : std::nullopt;
  }

  /// The end of some contact that there is at `way`; the same number where there is none.
  Result<double> next_end(double way) {
    const Body b = moved_b(way);
    if (const auto pair = meeting_pieces(b)) {
      // A point inside mostly goes farther than the pair, whose end takes exact arithmetic.
      double end = way + longest_inside(b, *pair, 1);
      if (!(end > way + longer_than_rounding * size_)) end = std::max(way, stays_until((*pair)[0], (*pair)[1]).value_or(way));
      // Pieces that meet for rounding alone: a step that rounding cannot hide.
      return end > way ? end : way + same_length * (size_ + way);
    }
    const auto nested = any_is_solid(a_, b) ? point_inside_other(a_, b) : std::optional<Vec3>();
    if (!nested) return tl::make_unexpected(nested.error());
    if (!*nested) return way;
    return sweep_of_triangles(surface_of(a_), surface_of(moved_b(way, direction_))).map([&](const std::optional<Impact>& impact) {
      return impact ? way + std::max(impact->first, same_length * (size_ + way)) : endless_way;
    });
  }

  [[nodiscard]] std::optional<std::array<std::int32_t, 2>> meeting_pieces(const Body& b) const {
    const auto mesh_a = as_mesh(a_), mesh_b = as_mesh(b);
    if (mesh_a && mesh_b) {
      const auto pair = meeting_pair(*mesh_a, *mesh_b);
      if (!pair) return std::nullopt;
      return std::array{static_cast<std::int32_t>((*pair)[0]), static_cast<std::int32_t>((*pair)[1])};
    }
    const auto nearest = mesh_a ? nearest_to_surface(*mesh_a, b) : nearest_to_surface(*mesh_b, a_);
    if (!nearest || nearest->distance > 0) return std::nullopt;
    const std::int32_t triangle = nearest->features[0].triangle;
    return mesh_a ? std::array{triangle, -1} : std::array{-1, triangle};
  }

  /// How much farther a corner of these pieces goes within the other body, b moving on (forward 1) or back (-1).
  [[nodiscard]] double longest_inside(const Body& b, const std::array<std::int32_t, 2>& pair, double forward) const {
    double longest = 0;
    for (const int k : {0, 1}) {
      const Body& own = k == 0 ? a_ : b;
      const Body& other = k == 0 ? b : a_;
      const Vec3 way = (k == 0 ? -forward : forward) * direction_;
      if (is_mesh(own)) {
        const Triangle t = view_of(own.geometry).triangle(static_cast<std::uint32_t>(pair[static_cast<std::size_t>(k)]));
        for (const Vec3& corner : t.v) longest = std::max(longest, way_inside(own.pose.to_world(corner), way, 1 - k, other));
      } else if (is_bounded(own.geometry.shape())) {
        const Vec3 middle = own.pose.to_world(some_point(own.geometry.shape()));
        longest = std::max(longest, way_inside(middle, way, 1 - k, other));
      }
    }
    return longest * (1 - short_of_exit);
  }

  /// How far a point goes along a direction until it leaves a body (0: a, 1: b) that it is inside of; 0 where that is not certain.
  [[nodiscard]] double way_inside(const Vec3& point, const Vec3& direction, int k, const Body& body) const {
    if (is_mesh(body) && !faces_out_[static_cast<std::size_t>(k)]) return 0;
    const auto found = raycast(Ray{point, direction}, surface_of(body), {.first_only = true});
    if (!found || found->crossings.empty()) return 0;
    const Crossing& first = found->crossings.front();
    const bool leaves = first.entering != faces_out_[static_cast<std::size_t>(k)].value_or(true);
    return leaves && std::isfinite(first.t) ? first.t : 0;
  }

  /// Whether a ray from outside sees the front of a closed mesh first; nothing where that says nothing of its inside.
  [[nodiscard]] static std::optional<bool> faces_out(const Body& body) {
    if (!is_mesh(body) || !body.solid || !body.geometry.topology().is_oriented()) return std::nullopt;
    const Vec3 corner = body.pose.to_world(view_of(body.geometry).triangle(0).v[0]);
    const Vec3 aside = 4 * reach_of(body).center * Vec3(0.8, 0.48, 0.36);  // unit, along no side of a box
    const auto found = raycast(Ray{corner + aside, -aside}, surface_of(body), {.first_only = true});
    if (!found || found->crossings.empty()) return std::nullopt;
    return found->crossings.front().entering;
  }

  /// With how they touch there.
  Result<Parting> parting_at(double depth) const {
    if (!std::isfinite(depth)) return Parting{endless_way, {}};
    if (depth == last_ && last_touch_) return Parting{depth, last_touch_};
    constexpr double apart = 0x1p-20;  // far enough that rounding does not make them meet
    const double beyond = apart * (size_ + depth);
    const auto impact = sweep_of_triangles(surface_of(a_), surface_of(moved_b(depth + beyond, -direction_)), {.t_max = 2 * beyond});
    if (!impact) return tl::make_unexpected(impact.error());
    return Parting{depth, *impact && !(*impact)->initial ? *impact : std::optional<Impact>()};
  }

  Body a_, b_;
  Vec3 direction_;
  bool is_bounded_ = true;
  std::array<std::optional<bool>, 2> faces_out_;
  double size_ = 0;
  double last_ = 0;
  double safe_from_ = 0;  ///< from there on to the last contact they are in contact for certain
  std::optional<Impact> last_touch_;
};

}  // namespace

Result<Parting> parting_along(const Body& a, const Body& b, const Vec3& direction, double limit) {
  return Way(a, b, direction).follow(limit);
}

}  // namespace graze::query
