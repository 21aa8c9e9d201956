#include <graze/distance/point_proof.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include <graze/distance/triangle_closest.h>

namespace graze::distance {
namespace {

/// With R the greatest distance of a corner: |p - q| of a place q of a face, whose weights exceed 1 by three roundings, is off by
/// 16 of R; a product of the way with an offset by 8 of R times the way. TriangleClosest.OfPointsHasTinyRelativeErrorForEveryGap
constexpr double rounding_of_all = 16 * tolerance::rounding;

/// Squares of shorter ways lose digits: those of a normal of tiny slivers. Unit of the input to the fourth power at most.
/// PointProof.IsNotFooledByWaysWhoseSquareVanishes
constexpr double least_squared_way = 0x1p-900;

/// Square to the feature, towards it. Any way proves, but one that leans by an angle loses that angle times the size of the
/// feature: the way to the place leans by roundings of the size over the gap, these by roundings only.
Vec3 way_to(const Vec3& point, const Simplex& other, const PointFinding& found) {
  const auto& v = other.v;
  const int i = found.feature.index;
  if (found.feature.kind == FeatureKind::vertex) return v[i] - point;
  const Vec3 way = found.place - point;
  if (found.feature.kind == FeatureKind::edge) {
    const Vec3 edge = v[other.edge_end(i)] - v[i];
    return way - way.dot(edge) / edge.squaredNorm() * edge;
  }
  const Vec3 normal = (v[1] - v[0]).cross(v[2] - v[0]);
  return normal.dot(way) < 0 ? Vec3(-normal) : normal;
}

}  // namespace

bool is_proven(const Vec3& point, const Simplex& other, const PointFinding& found, double placing) {
  const Vec3 way = way_to(point, other, found);
  double farthest = 0, nearest = std::numeric_limits<double>::infinity();
  for (const Vec3& corner : other.v) {
    const Vec3 to_corner = corner - point;
    farthest = std::max(farthest, to_corner.squaredNorm());
    nearest = std::min(nearest, way.dot(to_corner));
  }
  const double squared_way = way.squaredNorm();
  const double reach = std::sqrt(squared_way);
  const double loss = std::max(0.0, found.length * reach - nearest) + (rounding_of_all * std::sqrt(farthest) + placing) * reach;
  return squared_way > least_squared_way && loss < trusted_error / 2 * found.length * reach;
}

}  // namespace graze::distance
