#pragma once
/// Distances and overlaps of simple shapes by other libraries, each only where it was found. All get their shapes, transforms and
/// whatever else they keep ready made; only the question itself is timed.

namespace graze::bench {

void register_fcl_distances();
void register_bullet_distances();
void register_ode_distances();

}  // namespace graze::bench
