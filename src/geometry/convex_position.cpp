/// Points normalised, spans by farthest points, hulls of the plane and the test of convex polygons, all in doubles.

#include "geometry/convex_position.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>
#include <Eigen/Geometry>

#include "numbers/tolerance.h"

namespace graze {
namespace {

/// Index of the point with the largest key.
template <class Key>
std::size_t argmax(std::size_t count, Key key) {
  std::size_t best = 0;
  for (std::size_t i = 1; i < count; ++i)
    if (key(i) > key(best)) best = i;
  return best;
}

double turn(const Vec2& a, const Vec2& b, const Vec2& c) {
  return (b.x() - a.x()) * (c.y() - a.y()) - (b.y() - a.y()) * (c.x() - a.x());
}

bool before(const Vec2& a, const Vec2& b) { return a.x() < b.x() || (a.x() == b.x() && a.y() < b.y()); }

/// Appends one of the two chains of the hull; `order` is sorted forth for the lower chain, back for the upper one.
template <class Order>
void append_chain(std::span<const Vec2> points, const Order& order, std::vector<std::int32_t>& loop) {
  const std::size_t start = loop.size();
  for (const std::int32_t i : order) {
    while (loop.size() >= start + 2 && turn(points[loop[loop.size() - 2]], points[loop.back()], points[i]) <= 0) loop.pop_back();
    loop.push_back(i);
  }
  loop.pop_back();  // the next chain starts there
}

double closed_length(std::span<const Vec2> points) {
  double length = 0;
  for (std::size_t i = 0; i < points.size(); ++i) length += (points[(i + 1) % points.size()] - points[i]).norm();
  return length;
}

/// A closed path through points is at least as long as their hull's boundary, and equally long only when it is that boundary run
/// through once: one comparison finds dents, crossings and multiple windings, and does not mind repeated or aligned vertices.
Result<void> check_perimeter(std::span<const Vec2> points) {
  std::vector<Vec2> corners;
  for (const std::int32_t i : hull_loop(points)) corners.push_back(points[i]);
  if (closed_length(points) <= closed_length(corners) * (1 + tolerance::convex_perimeter)) return {};
  return fail(ErrorCode::bad_shape, "v: not convex, or not in order around the polygon");
}

Vec3 in_space(const Vec2& v) { return {v.x(), v.y(), 0.0}; }

}  // namespace

std::vector<Vec3> normalised(std::span<const Vec3> points) {
  double largest = 0;
  for (const Vec3& p : points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  std::vector<Vec3> result(points.begin(), points.end());
  if (largest == 0) return result;
  const auto scale = [&](double size) {
    for (Vec3& p : result)
      for (double& x : p) x = std::ldexp(x, -std::ilogb(size) - 1);
  };
  scale(largest);  // twice: the first makes the differences safe from overflow
  Vec3 low = result.front(), high = result.front();
  for (const Vec3& p : result) {
    low = low.cwiseMin(p);
    high = high.cwiseMax(p);
  }
  const Vec3 centre = (low + high) / 2;
  for (Vec3& p : result) p -= centre;
  if (const double half_side = (high - low).maxCoeff() / 2; half_side > 0) scale(half_side);
  return result;
}

AffineSpan affine_span(std::span<const Vec3> points, double flatness) {
  AffineSpan span;
  const std::size_t n = points.size();
  const std::size_t first = argmax(n, [&](std::size_t i) { return (points[i] - points[0]).squaredNorm(); });
  span.origin = points[first];
  const auto offset = [&](std::size_t i) -> Vec3 { return points[i] - span.origin; };
  const auto rest = [&](std::size_t i) -> Vec3 {  // what the axes found so far leave of it
    Vec3 r = offset(i);
    for (int k = 0; k < span.rank; ++k) r -= span.axes[k].dot(r) * span.axes[k];
    return r;
  };
  for (; span.rank < 3; ++span.rank) {
    span.farthest = argmax(n, [&](std::size_t i) { return rest(i).squaredNorm(); });
    const Vec3 direction = rest(span.farthest);
    span.thickness = direction.norm();
    if (span.thickness <= flatness) break;
    span.axes[span.rank] = direction / span.thickness;
    for (int k = 0; k < span.rank; ++k) span.axes[span.rank] -= span.axes[k].dot(span.axes[span.rank]) * span.axes[k];
    span.axes[span.rank].normalize();
  }
  if (span.rank == 1) span.axes[1] = span.axes[0].unitOrthogonal();
  if (span.rank == 1 || span.rank == 2) span.axes[2] = span.axes[0].cross(span.axes[1]);
  return span;
}

std::vector<Vec2> projected(std::span<const Vec3> points, const AffineSpan& span) {
  std::vector<Vec2> result;
  result.reserve(points.size());
  for (const Vec3& p : points) {
    const Vec3 offset = p - span.origin;
    result.emplace_back(span.axes[0].dot(offset), span.axes[1].dot(offset));
  }
  return result;
}

std::vector<std::int32_t> hull_loop(std::span<const Vec2> points) {
  std::vector<std::int32_t> order(points.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::int32_t i, std::int32_t j) { return before(points[i], points[j]); });
  const auto same = [&](std::int32_t i, std::int32_t j) { return points[i] == points[j]; };
  order.erase(std::unique(order.begin(), order.end(), same), order.end());
  if (order.size() < 3) return order;
  std::vector<std::int32_t> loop;
  append_chain(points, order, loop);
  std::reverse(order.begin(), order.end());
  append_chain(points, order, loop);
  return loop;
}

Result<void> check_convex_loop(std::span<const Vec2> vertices) {
  std::vector<Vec3> lifted;
  lifted.reserve(vertices.size());
  for (const Vec2& v : vertices) lifted.push_back(in_space(v));
  return check_convex_loop(lifted);
}

Result<void> check_convex_loop(std::span<const Vec3> vertices) {
  if (vertices.size() <= 3) return {};
  const std::vector<Vec3> points = normalised(vertices);
  const AffineSpan span = affine_span(points, tolerance::flat_polygon);
  if (span.rank == 3)
    return fail(ErrorCode::bad_shape,
                fmt::format("v[{}]: off the polygon's plane by {:.3g} of its size", span.farthest, span.thickness));
  return check_perimeter(projected(points, span));
}

}  // namespace graze
