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

/// `offset` points from the centre of a to that of b. A search may end once it has found a gap wider than `wide`.
using WidestGaps = BoxGaps (*)(const BoxNumbers& a, const BoxNumbers& b, const Vector3<double>& offset, double wide);

}  // namespace graze::distance
