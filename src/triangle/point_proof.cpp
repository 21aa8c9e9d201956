/// Proves a distance from a point by a separating direction, and measures it again in double-doubles where that fails.

#include "triangle/point_proof.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "numbers/double_double.h"
#include "triangle/closest.h"

namespace graze::distance {
namespace {

/// With R the greatest distance of a corner: |p - q| of a point q of a face, whose weights exceed 1 by three roundings, is off by
/// 16 of R; a product of the direction with an offset by 8 of R times its length.
/// TriangleClosest.OfPointsHasTinyRelativeErrorForEveryGap
constexpr double rounding_of_all = 16 * tolerance::rounding;

/// Squares of shorter directions lose digits: those of a normal of tiny slivers. Unit of the input to the fourth power at most.
/// PointProof.IsNotFooledByDirectionsWhoseSquareVanishes
constexpr double least_squared_direction = 0x1p-900;

/// Perpendicular to the feature, towards it. Any direction gives a lower bound, but one tilted by an angle loses that angle times
/// the size of the feature: the offset of the nearest point is tilted by roundings of the size over the gap, these by roundings
/// only.
Vec3 direction_to(const Vec3& point, const Simplex& other, const PointFinding& found) {
  const auto& v = other.v;
  const int i = found.feature.index;
  if (found.feature.kind == FeatureKind::vertex) return v[i] - point;
  const Vec3 offset = found.nearest - point;
  if (found.feature.kind == FeatureKind::edge) {
    const Vec3 edge = v[other.edge_end(i)] - v[i];
    return offset - offset.dot(edge) / edge.squaredNorm() * edge;
  }
  const Vec3 normal = (v[1] - v[0]).cross(v[2] - v[0]);
  return normal.dot(offset) < 0 ? Vec3(-normal) : normal;
}

/// With R the distance of the farthest corner: offsets of corners and of points with weights within [0, 1] are off by 8 roundings
/// of it, sideways of an edge or a face too. PointProof.MeasuresWithinItsBoundWhateverTheFeature
constexpr double rounding_of_offsets = 16 * tolerance::rounding;

/// Lengths are at least this part of R, so that points are within 2^-25 of a length of their exact positions: that costs 2^-51 of
/// it. No unit. PointProof.MeasuresWithinItsBoundWhateverTheFeature
constexpr double least_part = 0x1p-24;

/// A point is not farther than this part of a length from the perpendicular foot: that costs 2^-45 of it. No unit.
/// PointProof.MeasuresWithinItsBoundWhateverTheFeature
constexpr double most_aside = 0x1p-23;

/// Sine of the corner of a triangle: products of twice the digits, off by 2^-96 of the edges and R, are then off by 2^-52 of those
/// with heights. No unit. PointProof.MeasuresWithinItsBoundWhateverTheFeature
constexpr double least_sine = 0x1p-20;

using FineVector = Vector3<DoubleDouble>;

/// Without error.
FineVector fine_offset(const Vec3& to, const Vec3& from) {
  return {exact_sum(to.x(), -from.x()), exact_sum(to.y(), -from.y()), exact_sum(to.z(), -from.z())};
}

Vec3 rounded(const FineVector& v) { return {v.x.hi, v.y.hi, v.z.hi}; }

/// No point of the plane is nearer than the projection of the point, which must be in the triangle up to `most_aside`.
std::optional<double> fine_height(const Vec3& point, const std::array<Vec3, 3>& v, const std::array<double, 2>& weights) {
  const Vec3 e = v[1] - v[0], f = v[2] - v[0], d = point - v[0];
  const FineVector fine_normal = cross(fine_offset(v[1], v[0]), fine_offset(v[2], v[0]));
  const Vec3 normal = rounded(fine_normal), from_nearest = d - weights[0] * e - weights[1] * f;
  const double across = normal.norm();
  const double height = std::abs(dot(fine_offset(point, v[0]), fine_normal).hi) / across;
  const bool is_below = from_nearest.cross(normal).lpNorm<1>() <= most_aside * across * height;
  return is_below && across >= least_sine * e.norm() * f.norm() ? std::optional(height) : std::nullopt;
}

/// No point of a triangle is nearer than an edge if the third corner is behind it, seen from the point: certainly, for the error of
/// offsets of corners and points that are within 2 R.
std::optional<double> fine_distance_to_edge(const Vec3& point, const std::array<Vec3, 3>& v, int edge, double parameter,
                                            double farthest) {
  const Vec3 &start = v[edge], &end = v[(edge + 1) % 3], &other = v[(edge + 2) % 3];
  const Vec3 e = end - start, from_nearest = (point - start) - parameter * e, to_other = (other - start) - parameter * e;
  const double certain = 8 * rounding_of_offsets * farthest * farthest, along = e.norm();
  if (!(-to_other.dot(from_nearest) > certain)) return std::nullopt;
  const double length = rounded(cross(fine_offset(point, start), fine_offset(end, start))).norm() / along;
  const bool is_beside = std::abs(from_nearest.dot(e)) <= most_aside * along * length;
  return is_beside ? std::optional(length) : std::nullopt;
}

/// The same for a corner and both others, whose offsets have all their digits.
std::optional<double> distance_to_corner(const Vec3& point, const std::array<Vec3, 3>& v, int corner) {
  const Vec3 offset = v[corner] - point;
  for (const int other : {(corner + 1) % 3, (corner + 2) % 3}) {
    const Vec3 e = v[other] - v[corner];
    if (!(e.dot(offset) > rounding_of_offsets * e.lpNorm<1>() * offset.lpNorm<1>())) return std::nullopt;
  }
  return offset.norm();
}

std::optional<double> length_at(const Vec3& point, const std::array<Vec3, 3>& v, const NearFeatures& near, double farthest) {
  if (near.pair.kind == PairKind::corner_face) return fine_height(point, v, near.on);
  const int edge = near.pair.j;
  const double parameter = near.on[1];
  if (parameter > 0 && parameter < 1) return fine_distance_to_edge(point, v, edge, parameter, farthest);
  return distance_to_corner(point, v, parameter > 0 ? (edge + 1) % 3 : edge);
}

}  // namespace

std::optional<double> fine_length(const Vec3& point, const std::array<Vec3, 3>& corners, const NearFeatures& near) {
  double farthest = 0;
  for (const Vec3& corner : corners) farthest = std::max(farthest, (corner - point).norm());
  const std::optional<double> length = length_at(point, corners, near, farthest);
  return length && *length >= least_part * farthest ? length : std::nullopt;
}

bool is_proven(const Vec3& point, const Simplex& other, const PointFinding& found, double placing) {
  const Vec3 direction = direction_to(point, other, found);
  double farthest = 0, nearest = std::numeric_limits<double>::infinity();
  for (const Vec3& corner : other.v) {
    const Vec3 to_corner = corner - point;
    farthest = std::max(farthest, to_corner.squaredNorm());
    nearest = std::min(nearest, direction.dot(to_corner));
  }
  const double squared_direction = direction.squaredNorm();
  const double reach = std::sqrt(squared_direction);
  const double loss = std::max(0.0, found.length * reach - nearest) + (rounding_of_all * std::sqrt(farthest) + placing) * reach;
  return squared_direction > least_squared_direction && loss < trusted_error / 2 * found.length * reach;
}

}  // namespace graze::distance
