#pragma once
/// Whether doubles measured well how far a point is from a simplex, and how far it is where they did not.

#include <array>
#include <optional>

#include <graze/answers.h>

#include "triangle/features.h"

namespace graze::distance {

/// What doubles found of a point and another simplex.
struct PointFinding {
  Vec3 nearest;     ///< point of the other simplex, rounded
  Feature feature;  ///< that it is in
  double length;    ///< from the point to it
};

/// By what nearest_features() finds of a point and a triangle. One formula for all features, because branches on them are hard to
/// predict: an edge is a side of the face without a share of its first, and an end is reached exactly.
[[nodiscard]] inline PointFinding finding_of(const std::array<Vec3, 3>& v, const NearFeatures& near, double length) {
  const bool is_face = near.pair.kind == PairKind::corner_face;
  const int start = near.pair.j, end = is_face ? 2 : (start + 1) % 3;
  const double along = near.on[1];
  const bool is_at_end = !is_face && along == 1, is_corner = !is_face && (along == 0 || along == 1);
  const Vec3& base = v[is_at_end ? end : start];
  const double first = is_face ? near.on[0] : 0, second = is_at_end ? 0 : along;
  const FeatureKind kind = is_face ? FeatureKind::face : is_corner ? FeatureKind::vertex : FeatureKind::edge;
  return {base + first * (v[1] - v[0]) + second * (v[end] - v[start]), {kind, is_at_end ? end : start}, length};
}

/// True only if the length is the distance within trusted_error / 2 of it, when placing has moved neither by more than half of
/// `placing`. Proves more than the bound of a squared distance does where the point is near a large triangle: up to a 256th of its
/// size.
[[nodiscard]] bool is_proven(const Vec3& point, const Simplex& other, const PointFinding& found, double placing);

/// The distance of the point, measured in twice the digits of doubles at the feature that these have found, within 2^-42 of it;
/// nothing where they may have found the wrong one, or the point is closer than 2^-24 of the distance of the farthest corner.
[[nodiscard]] std::optional<double> fine_length(const Vec3& point, const std::array<Vec3, 3>& corners, const NearFeatures& near);

}  // namespace graze::distance
