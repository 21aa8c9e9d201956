/// The DiTO frame of a set of points, by its extremal points.

#include "fit/dito.h"

#include "fit/dito_search.h"
#include "geometry/orthonormal_frame.h"

namespace graze {
namespace {

using Extremal = ExtremalPoints<double>;

PointPair<double> longest_of_all_pairs(std::span<const Vec3> points) {
  PointPair<double> longest{points.front(), points.front()};
  double length = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (std::size_t k = i + 1; k < points.size(); ++k) {
      const double candidate = (points[k] - points[i]).squaredNorm();
      if (candidate > length) length = candidate, longest = {points[i], points[k]};
    }
  }
  return longest;
}

/// Few points stand for themselves.
FrameDirections<double> directions_for(std::span<const Vec3> points) {
  if (points.size() <= Extremal::count) return dito_directions(points, longest_of_all_pairs(points));
  Extremal extremal;
  for (const Vec3& p : points) extremal.add(p);
  return dito_directions<double>(extremal.points, longest_pair(extremal));
}

}  // namespace

Frame dito_frame(std::span<const Vec3> points) {
  const FrameDirections<double> directions = directions_for(points);
  return orthonormal_frame(directions.first, directions.second).value_or(world_frame());
}

}  // namespace graze
