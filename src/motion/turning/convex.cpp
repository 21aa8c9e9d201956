/// Bounds from below how long a triangle or a box and a convex shape stay apart.

#include "motion/turning/convex.h"

#include <cmath>
#include <type_traits>

#include <Eigen/Geometry>

#include "body/infinity.h"
#include "geometry/gjk_simplex.h"

namespace graze::query {
namespace {

/// A root is bracketed to this part of itself: descending to it brings more than searching on. No unit.
constexpr double close_enough = 0.9;
/// Steps from above converge like Newton's; more than this are not worth it.
constexpr int most_steps = 4;
/// Of the search for the direction between closest points; any result is valid.
constexpr int most_guesses = 20;
/// It ends with a gap that is this part of the distance. No unit.
constexpr double near_enough = 0.98;

/// Of a point along an axis.
struct Height {
  double now, rate;
};

/// The point that is highest along n after a time s, if all kept their velocities.
Height highest_after(const MovingTriangle& triangle, const Vec3& n, double s) {
  Height best{};
  double highest = -infinity;
  for (int k = 0; k < 3; ++k) {
    const Height h{n.dot(triangle.v[k]), n.dot(triangle.velocity[k])};
    if (h.now + s * h.rate <= highest) continue;
    highest = h.now + s * h.rate;
    best = h;
  }
  return best;
}

Height highest_after(const MovingCell& cell, const Vec3& n, double s) {
  Height sum{n.dot(cell.center), n.dot(cell.velocity)};
  const Vec3 turned = n.cross(cell.turn);
  for (const Vec3& half : cell.halves) {
    const Height h{n.dot(half), turned.dot(half)};
    const double side = h.now + s * h.rate < 0 ? -1 : 1;
    sum.now += side * h.now;
    sum.rate += side * h.rate;
  }
  return sum;
}

Vec3 support_point(const MovingTriangle& triangle, const Vec3& n) {
  const auto& v = triangle.v;
  const double h0 = n.dot(v[0]), h1 = n.dot(v[1]), h2 = n.dot(v[2]);
  if (h0 >= h1) return h0 >= h2 ? v[0] : v[2];
  return h1 >= h2 ? v[1] : v[2];
}

Vec3 support_point(const MovingCell& cell, const Vec3& n) {
  Vec3 sum = cell.center;
  for (const Vec3& half : cell.halves) sum += n.dot(half) < 0 ? Vec3(-half) : half;
  return sum;
}

Vec3 middle(const MovingTriangle& triangle) { return (triangle.v[0] + triangle.v[1] + triangle.v[2]) / 3; }
Vec3 middle(const MovingCell& cell) { return cell.center; }

using distance::gjk::GjkSimplex;

Vec3 as_vec(const Vector3<double>& v) { return {v.x, v.y, v.z}; }
Vector3<double> as_vector(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

}  // namespace

template <class Part>
void FreeConvex<Part>::try_likely_axes() {
  if constexpr (std::is_same_v<Part, MovingTriangle>) {
    const auto& v = part_.v;
    const Vec3 normal = (v[1] - v[0]).cross(v[2] - v[0]);
    try_axis(normal.dot(convex_.position - v[0]) < 0 ? Vec3(-normal) : normal);
    if (time_so_far() > margins().horizon) return;
  }
  try_axis(approximate_separation());
}

/// A few steps of [Gilbert88] from the difference of the middles, without the ball, which would need many more. Returns the
/// direction with the widest gap of all that were tried.
template <class Part>
Vec3 FreeConvex<Part>::approximate_separation() const {
  GjkSimplex<double> simplex;
  Vec3 direction = convex_.position - middle(part_), best = direction;
  const double ball = convex_.sum->ball();
  double widest = -infinity;
  for (int k = 0; k < most_guesses && simplex.size < 4; ++k) {
    const Vec3 corner = convex_.position + convex_.core_support(-direction) - support_point(part_, direction);
    const double gap = corner.dot(direction) / direction.norm() - ball;
    if (gap > widest) best = direction;
    widest = std::max(widest, gap);
    const double distance = as_vec(simplex.nearest).norm() - ball;
    if (simplex.size > 0 && (widest >= near_enough * distance || simplex.contains(as_vector(corner)))) break;
    simplex = distance::gjk::extended(simplex, {as_vector(corner), {}});
    direction = as_vec(simplex.direction);
  }
  return best;
}

template <class Part>
void FreeConvex<Part>::try_axis(const Vec3& direction) {
  const Vec3 n = inverse_length(direction) * direction;
  const GapAndRate now = shortest_after(n, 0);
  if (!(now.gap > 0)) return;
  const Bounds bounds = bounds_along(n);
  if (try_first_order(now.gap, bounds.speed)) add(time_of_second_order(n, now, bounds.curvature));
}

template <class Part>
typename FreeConvex<Part>::GapAndRate FreeConvex<Part>::shortest_after(const Vec3& n, double s) const {
  const Height of_part = highest_after(part_, n, s);
  const Vec3 turned = n.cross(convex_.turn);
  const Vec3 arm = convex_.support(-(n + s * turned));
  return {n.dot(convex_.position) + n.dot(arm) - of_part.now - lift() - convex_.blur,
          n.dot(convex_.velocity) + turned.dot(arm) - of_part.rate - 2 * margins().rate};
}

/// Any two points bound the root from above, as they bound the gap; a chord to where the gap is not positive bounds it from below.
template <class Part>
double FreeConvex<Part>::time_of_second_order(const Vec3& n, GapAndRate now, double curvature) const {
  double free = 0, hit = infinity;
  GapAndRate nearest = now;
  for (int k = 0; k < most_steps; ++k) {
    const double next = first_root(nearest.gap, nearest.rate, curvature);
    if (!(next < hit) && k > 0) break;
    hit = std::min(next, margins().horizon);
    if (std::isinf(hit)) return infinity;  // neither body turns, because turns are searched in parts: all points move alike
    if (hit <= time_so_far()) break;
    nearest = shortest_after(n, hit);
    const double left = nearest.after(hit, curvature);
    if (left >= 0) return hit < next ? infinity : hit;
    free = std::max(free, hit * (now.gap / (now.gap - left)));
    if (free >= close_enough * hit) break;
  }
  return free;
}

template class FreeConvex<MovingTriangle>;
template class FreeConvex<MovingCell>;

}  // namespace graze::query
