#pragma once
/// The least distance of any two features of two triangles, several pairs at a time in the widest registers of the processor.

#include <array>

#include <graze/vec.h>

namespace graze::distance {

using Corners = std::array<Vec3, 3>;

/// The square of it, which is what nearest_features() finds of disjoint triangles, to the same bound.
using LeastSquared = double (*)(const Corners& a, const Corners& b);

}  // namespace graze::distance
