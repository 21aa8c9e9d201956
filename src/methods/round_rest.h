#pragma once
/// Cylinders and cones that stand or lie on something: their contact is a disc, a segment, a polygon or what these share.

#include "methods/shape_sweep.h"

namespace graze::query {

/// The set of bodies of which one is curved; others keep their point. Whether a cylinder stands or lies on a plane or half-space,
/// or a cone on its base, is decided exactly for the stored numbers; of other pairs, and of cones on their side, what is level up
/// to 2^-32 of the bodies' size belongs to the set.
void describe_round_rest(Impact& impact, const PosedShape& a, const PosedShape& b, const sat::Velocities& velocities);

}  // namespace graze::query
