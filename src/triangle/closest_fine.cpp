/// Places the corners of two triangles and measures their features in double-doubles.

#include "triangle/closest_fine.h"

#include <algorithm>
#include <cmath>

namespace graze::distance {
namespace {

using FineCorner = Vector3<DoubleDouble>;

/// rotation * x + translation.
FineCorner fine_world(const Vec3& x, const Pose& pose) {
  if (pose.is_identity()) return lifted<DoubleDouble>(x);
  const auto row = [&](int k) {
    const DoubleDouble rotated = exact_product(pose.rotation(k, 0), x[0]) + exact_product(pose.rotation(k, 1), x[1]);
    return rotated + exact_product(pose.rotation(k, 2), x[2]) + DoubleDouble(pose.translation[k]);
  };
  return {row(0), row(1), row(2)};
}

/// PosedTriangle::error is above 2^-53 of |rotation| |x| + |translation|, to which the three sums here and the one that moves the
/// origin are off by at most 2^-102 each. Coordinates that were not fine_world are only moved.
double error_of(const PosedTriangle& a, const PosedTriangle& b) {
  const auto reach = [](const PosedTriangle& t) {
    double most = 0;
    for (const Vec3& v : t.world.v) most = std::max(most, v.cwiseAbs().maxCoeff());
    return most;
  };
  return 4 * DoubleDouble::unit * (reach(a) + reach(b) + 0x1p53 * (a.error + b.error));
}

}  // namespace

FineTriangles::FineTriangles(const PosedTriangle& a, const PosedTriangle& b) : placement_error_(error_of(a, b)) {
  const FineCorner origin = fine_world(a.local.v[0], *a.pose);
  for (int i = 0; i < 3; ++i) {
    a_[i] = fine_world(a.local.v[i], *a.pose) - origin;
    b_[i] = fine_world(b.local.v[i], *b.pose) - origin;
  }
}

Simplex FineTriangles::rounded(const FineCorners& corners, int count) {
  Simplex simplex;
  simplex.corners = count;
  for (int i = 0; i < 3; ++i) simplex.v[i] = Vec3(corners[i].x.hi, corners[i].y.hi, corners[i].z.hi);
  return simplex;
}

std::optional<FineFeatures> FineTriangles::measured(const Simplex& shape_a, const Simplex& shape_b, FeaturePair pair) const {
  if (pair.kind == PairKind::edge_edge) {
    const FineCorner e = a_[shape_a.edge_end(pair.i)] - a_[pair.i], f = b_[shape_b.edge_end(pair.j)] - b_[pair.j];
    return FineFeatures{pair, closest_edges(e, f, a_[pair.i] - b_[pair.j])};
  }
  const bool of_b = pair.kind == PairKind::corner_face;
  const FineCorners& face = of_b ? b_ : a_;
  const FineCorner& corner = of_b ? a_[pair.i] : b_[pair.j];
  const auto near = closest_in_face(face[1] - face[0], face[2] - face[0], corner - face[0]);
  return std::isfinite(near.squared.hi) ? std::optional(FineFeatures{pair, near}) : std::nullopt;
}

}  // namespace graze::distance
