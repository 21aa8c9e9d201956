/// Intersects the extreme faces of two cores, laid onto each other along the normal, in exact arithmetic.

#include "methods/facing_part.h"

#include <algorithm>
#include <functional>

namespace graze::distance {
namespace {

using ExactVector = Vector3<Dyadic>;

/// What reaches farthest along a direction: corners, and directions in which it never ends.
struct FarthestFace {
  sat::FlatPoints corners;
  std::vector<ExactVector> rays;

  [[nodiscard]] bool is_point() const { return corners.size() == 1 && rays.empty(); }
};

FarthestFace farthest_face(std::int32_t count, const std::function<ExactVector(std::int32_t)>& corner,
                           const ExactVector& direction) {
  FarthestFace face;
  Dyadic farthest;
  for (std::int32_t i = 0; i < count; ++i) {
    const ExactVector at = corner(i);
    const Dyadic reach = dot(at, direction);
    if (!face.corners.empty() && reach < farthest) continue;
    if (face.corners.empty() || farthest < reach) {
      face.corners.clear();
      farthest = reach;
    }
    face.corners.push_back({at});
  }
  return face;
}

FarthestFace face_of_a(const MinkowskiDifference& d, const ExactVector& normal) {
  FarthestFace face = farthest_face(d.core_a->corner_count(), [&](std::int32_t i) { return d.exact_a(i); }, normal);
  for (std::size_t k = 0; k < d.rays.size(); ++k) {
    if (!d.rays[k].of_b && dot(d.exact_ray(k), normal).is_zero()) face.rays.push_back(d.exact_ray(k));
  }
  return face;
}

FarthestFace face_of_b(const MinkowskiDifference& d, const ExactVector& normal) {
  FarthestFace face = farthest_face(d.core_b->corner_count(), [&](std::int32_t j) { return d.exact_b(j); }, -normal);
  for (std::size_t k = 0; k < d.rays.size(); ++k) {
    if (d.rays[k].of_b && dot(d.exact_ray(k), normal).is_zero()) face.rays.push_back(-d.exact_ray(k));
  }
  return face;
}

/// The face without its rays, as long as it is beside the corners of a bounded one: a line or ray has one corner.
void cut_to(FarthestFace& face, const FarthestFace& bounded) {
  const sat::FlatPoint start = face.corners.front();
  for (const ExactVector& ray : face.rays) {
    const Dyadic square = dot(ray, ray);
    Dyadic most = 0;
    for (const sat::FlatPoint& p : bounded.corners) most = std::max(most, dot(p.x - start.x, ray));
    face.corners.push_back({square * start.x + most * ray, square});
  }
  face.rays.clear();
}

/// Along the normal onto the plane across it through a point with denominator 1.
sat::FlatPoints laid_onto(const sat::FlatPoints& points, const ExactVector& normal, const sat::FlatPoint& origin) {
  const Dyadic square = dot(normal, normal);
  sat::FlatPoints out;
  for (const sat::FlatPoint& p : points) {
    const Dyadic height = dot(normal, p.x - p.w * origin.x);
    out.push_back({square * p.x - height * normal, square * p.w});
  }
  return out;
}

}  // namespace

sat::FlatPoints facing_part(const MinkowskiDifference& d, const Vector3<Dyadic>& normal) {
  if (dot(normal, normal).is_zero()) return {};  // of cores that meet
  FarthestFace a = face_of_a(d, normal);
  if (a.is_point()) return a.corners;
  FarthestFace b = face_of_b(d, normal);
  if (!a.rays.empty() && !b.rays.empty()) return {};
  if (b.is_point() && !a.rays.empty()) return {};  // a point of the line, which is no corner of it
  cut_to(a, b);
  cut_to(b, a);
  return sat::intersection_in_plane(normal, a.corners, laid_onto(b.corners, normal, a.corners.front()));
}

Vec3 in_world(const MinkowskiDifference& d, const sat::FlatPoint& p) {
  const ExactVector x = p.x + p.w * lifted<Dyadic>(d.origin);
  return {quotient_nearest(x.x, p.w), quotient_nearest(x.y, p.w), quotient_nearest(x.z, p.w)};
}

}  // namespace graze::distance
