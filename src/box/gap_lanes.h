#pragma once
/// The widest gap of two boxes along the fifteen axes of box/axes.h, in the widest registers of the processor.

#include "numbers/vector.h"

namespace graze::distance {

/// What the axes are made of, by reference.
struct BoxNumbers {
  const double* axes;  ///< nine numbers, one axis after the other
  const double* half;
};

/// Gaps over the length of an axis, which for two edges is the sine of their angle; negative where the boxes overlap.
struct BoxGaps {
  double of_faces;
  double of_all;
};

/// A box in a frame that is turned by a rotation, column after column, by reference.
struct TurnedBox {
  BoxNumbers box;
  const double* rotation;
};

/// `offset` points from the centre of a to that of b. A search may end once it has found a gap wider than `wide`.
using WidestGaps = BoxGaps (*)(const BoxNumbers& a, const BoxNumbers& b, const Vector3<double>& offset, double wide);

/// Whether the gap of two turned boxes is wider than `wide` along one of the axes; `offset` as seen where both are turned to.
using HaveGap = bool (*)(const TurnedBox& a, const TurnedBox& b, const Vector3<double>& offset, double wide);

}  // namespace graze::distance
