/// Four corners far apart, chosen in doubles, whose volume is decided exactly.

#include "rounded/spanning_tetrahedron.h"

#include <cmath>

#include "numbers/kept_blocks.h"

namespace graze::distance {
namespace {

/// The point for which the measure is greatest.
template <class Measure>
std::size_t most(const sat::Vectors<double>& points, const Measure& measure) {
  std::size_t best = 0;
  double greatest = -1;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double value = measure(points[i]);
    if (!(value > greatest)) continue;
    best = i;
    greatest = value;
  }
  return best;
}

double squared(const Vector3<double>& v) { return dot(v, v); }

/// Four points far apart: from the first, from their line, from their plane.
std::array<std::size_t, 4> far_apart(const sat::Vectors<double>& points) {
  const Vector3<double>& p = points[0];
  const std::size_t second = most(points, [&](const auto& x) { return squared(x - p); });
  const Vector3<double> along = points[second] - p;
  const std::size_t third = most(points, [&](const auto& x) { return squared(cross(along, x - p)); });
  const Vector3<double> normal = cross(along, points[third] - p);
  return {0, second, third, most(points, [&](const auto& x) { return std::fabs(dot(normal, x - p)); })};
}

}  // namespace

/// The differences with one corner of either body held fast span what all of them span.
std::optional<std::array<ExactCorner, 4>> spanning_tetrahedron(const MinkowskiDifference& d) {
  KeptList<Generator> ids;
  for (std::size_t i = 0; i < d.a.size(); ++i) ids.push_back({static_cast<std::int32_t>(i), 0});
  for (std::size_t j = 1; j < d.b.size(); ++j) ids.push_back({0, static_cast<std::int32_t>(j)});
  sat::Vectors<double> points;
  for (const Generator& id : ids) points.push_back(d.rounded(id));
  const auto far = far_apart(points);
  const std::array<ExactCorner, 4> corners{ExactCorner(d, ids[far[0]]), ExactCorner(d, ids[far[1]]), ExactCorner(d, ids[far[2]]),
                                           ExactCorner(d, ids[far[3]])};
  if (side_of_plane(corners[0], corners[1], corners[2], corners[3]) == 0) return std::nullopt;
  return corners;
}

bool is_surely_solid(const sat::Convex& body) {
  const BodyView core = body_view(body);
  const MinkowskiDifference with_itself(core, core);
  return is_surely_solid(with_itself.a, with_itself.error);
}

bool is_surely_solid(const sat::Vectors<double>& corners, double error) {
  const auto far = far_apart(corners);
  const auto rough = [&](std::size_t i) -> Vector3<Bounded> {
    return {Bounded(corners[i].x, error), Bounded(corners[i].y, error), Bounded(corners[i].z, error)};
  };
  const Vector3<Bounded> p = rough(far[0]);
  const Bounded volume = dot(cross(rough(far[1]) - p, rough(far[2]) - p), rough(far[3]) - p);
  return sign_of(volume) == Sign::positive || sign_of(volume) == Sign::negative;
}

}  // namespace graze::distance
