#pragma once
/// Distances of edges, corners and faces as exact fractions, for gaps that are smaller than rounding.

#include <array>
#include <optional>

#include <graze/pose.h>

#include "numbers/dyadic.h"
#include "numbers/fraction.h"
#include "numbers/vector.h"
#include "triangle/features.h"
#include "triangle/overlap.h"

namespace graze::distance {

/// rotation * x + translation without rounding.
[[nodiscard]] Vector3<Dyadic> exact_world(const Vec3& in_body, const Pose& pose);

using ExactCorners = std::array<Vector3<Dyadic>, 3>;
[[nodiscard]] ExactCorners exact_corners(const PosedTriangle& triangle);

/// A pair of features measured exactly. The parameters are as in NearFeatures.
struct ExactFeatures {
  FeaturePair pair;
  Fraction squared;
  std::array<Fraction, 2> on;
};

/// Nothing when the corner is not above the face: then a pair of edges is at least as close.
[[nodiscard]] std::optional<ExactFeatures> measured(const ExactCorners& a, const ExactCorners& b, const Simplex& shape_a,
                                                    const Simplex& shape_b, FeaturePair pair);

/// Within 2^-52 of the number, relative. Many times faster than the nearest double, which takes a long division.
[[nodiscard]] double approximate(const Dyadic& x);
[[nodiscard]] Vec3 approximate(const Vector3<Dyadic>& v);

/// The fraction within 2^-49, relative, for any size of the numbers.
[[nodiscard]] double approximate(const Fraction& fraction);

/// The square root of a fraction, likewise.
[[nodiscard]] double square_root(const Fraction& squared);

}  // namespace graze::distance
