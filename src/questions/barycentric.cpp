/// Weights of a triangle's corners where a line passes through it, from exact volumes.

#include <graze/raycast.h>

#include "body/pair.h"
#include "polytope/axes.h"
#include "ray/convex.h"
#include "ray/probe.h"

namespace graze {
namespace {

using ExactPoint = Vector3<Dyadic>;
using Weights = std::array<double, 3>;

std::optional<Triangle> hit_triangle(const Body& b, const Crossing& crossing) {
  if (const auto* triangle = std::get_if<Triangle>(&b.geometry.shape().value)) return *triangle;
  if (!std::holds_alternative<TriangleMesh>(b.geometry.shape().value)) return std::nullopt;
  const MeshView& mesh = b.geometry.tree()->view();
  const auto i = static_cast<std::size_t>(crossing.feature.triangle);
  return crossing.feature.triangle >= 0 && i < mesh.triangles.size() ? std::optional(mesh.triangle(i)) : std::nullopt;
}

Weights quotients(const std::array<Dyadic, 3>& parts, const Dyadic& whole) {
  return {quotient_nearest(parts[0], whole), quotient_nearest(parts[1], whole), quotient_nearest(parts[2], whole)};
}

/// Of a point at most a rounding off the triangle: that it stays within is seen to.
Weights within_triangle(Weights weights) {
  for (double& w : weights) w = std::clamp(w, 0.0, 1.0);
  return weights;
}

/// Of corners on a line: the weights of its two ends.
Weights along_longest_side(const std::array<ExactPoint, 3>& v, const ExactPoint& p) {
  int longest = 0;
  Dyadic squared = -1;
  for (int i = 0; i < 3; ++i) {
    const ExactPoint side = v[(i + 1) % 3] - v[i];
    if (dot(side, side) <= squared) continue;
    squared = dot(side, side);
    longest = i;
  }
  Weights weights{};
  const int next = (longest + 1) % 3;
  const double share = squared.is_zero() ? 0 : quotient_nearest(dot(p - v[longest], v[next] - v[longest]), squared);
  weights[next] = std::clamp(share, 0.0, 1.0);
  weights[longest] = 1 - weights[next];
  return weights;
}

/// Of a point in the plane of the corners.
Weights at_point(const std::array<ExactPoint, 3>& v, const ExactPoint& p) {
  const ExactPoint normal = cross(v[1] - v[0], v[2] - v[0]);
  if (sat::zeroness(normal) == Sign::zero) return along_longest_side(v, p);
  std::array<Dyadic, 3> areas;
  for (int i = 0; i < 3; ++i) areas[i] = dot(normal, cross(v[(i + 1) % 3] - p, v[(i + 2) % 3] - p));
  return within_triangle(quotients(areas, dot(normal, normal)));
}

/// A corner's weight is the volume that the line makes with the side opposite, by the sum of all three.
Weights weights_at(const distance::Probe& line, const Triangle& triangle, const Pose& pose, const Crossing& crossing) {
  const Vec3 from = distance::rounded_origin(line);
  const auto [origin, direction] = distance::placed_line<Dyadic>(line, from);
  std::array<ExactPoint, 3> v;
  for (int i = 0; i < 3; ++i) v[i] = distance::placed<Dyadic>(pose, triangle.v[i], from);
  std::array<Dyadic, 3> volumes;
  for (int i = 0; i < 3; ++i) volumes[i] = dot(direction, cross(v[(i + 1) % 3] - origin, v[(i + 2) % 3] - origin));
  const Dyadic whole = volumes[0] + volumes[1] + volumes[2];
  if (!whole.is_zero()) return within_triangle(quotients(volumes, whole));
  return at_point(v, lifted<Dyadic>(crossing.point) - lifted<Dyadic>(from));
}

std::optional<Weights> weights_on(const std::optional<distance::Probe>& line, const Body& b, const Crossing& crossing) {
  const auto triangle = hit_triangle(b, crossing);
  if (!line || !triangle || !crossing.point.allFinite()) return std::nullopt;
  return weights_at(*line, *triangle, b.pose, crossing);
}

}  // namespace

std::optional<std::array<double, 3>> barycentric(const Body& a, const Body& b, const Crossing& crossing) {
  return weights_on(distance::as_probe(a.geometry.shape(), a.pose), b, crossing);
}

std::optional<std::array<double, 3>> barycentric(const Ray& ray, const Body& b, const Crossing& crossing) {
  return weights_on(distance::as_probe(ray), b, crossing);
}

}  // namespace graze
