#pragma once
/// Distances of edges, corners and faces in double-double: far cheaper than fractions, and enough for all but the smallest gaps.

#include <array>
#include <optional>

#include "numbers/double_double.h"
#include "triangle/features.h"
#include "triangle/overlap.h"

namespace graze::distance {

/// squared_rounding with the roundings of DoubleDouble. No unit. TriangleClosest.HasTinyRelativeErrorForEveryGap
inline constexpr double fine_squared_rounding = 64 * DoubleDouble::unit;

/// The square of size_of_pair() from which products of four edges that matter, 2^-100 of the size, keep all their digits. Unit of
/// the input, squared. TriangleClosest.HasTinyRelativeErrorForTinyEdges
inline constexpr double least_fine_squared_size = 0x1p-250;

struct FineFeatures {
  FeaturePair pair;
  NearestParameters<DoubleDouble> near;
};

/// The corners of two posed triangles, seen from the first corner of a.
class FineTriangles {
 public:
  FineTriangles(const PosedTriangle& a, const PosedTriangle& b);

  /// Of each coordinate at most.
  [[nodiscard]] double placement_error() const { return placement_error_; }

  /// The corners rounded to doubles; `corners` of them count.
  [[nodiscard]] Simplex rounded_a(int corners) const { return rounded(a_, corners); }
  [[nodiscard]] Simplex rounded_b(int corners) const { return rounded(b_, corners); }

  /// Nothing when the corner is not above the face. Of the shapes only the numbers of corners are used.
  [[nodiscard]] std::optional<FineFeatures> measured(const Simplex& shape_a, const Simplex& shape_b, FeaturePair pair) const;

 private:
  using FineCorners = std::array<Vector3<DoubleDouble>, 3>;
  [[nodiscard]] static Simplex rounded(const FineCorners& corners, int count);

  FineCorners a_, b_;
  double placement_error_;
};

}  // namespace graze::distance
