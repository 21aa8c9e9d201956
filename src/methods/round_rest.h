#pragma once
/// Cylinders and cones that stand or lie on a plane: their contact is a disc or a segment.

#include "methods/shape_sweep.h"

namespace graze::query {

/// The set of bodies of which one is a plane or half-space and the other a cylinder across or along it, or a cone on its base;
/// others keep their point. Whether they stand or lie is decided exactly for the stored numbers.
void describe_round_rest(Impact& impact, const PosedShape& a, const PosedShape& b, const sat::Velocities& velocities);

}  // namespace graze::query
