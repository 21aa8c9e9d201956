#pragma once
/// The search for the least box of a solid hull among all that have two faces with an edge each. Internal to fit.

#include <graze/shapes.h>

#include "fit/least_frame.h"

namespace graze {

/// Betters `least` until no box is smaller than least.target(). The vertices of the hull should be of size about 1.
void search_edge_pairs(const ConvexPolyhedron& hull, LeastFrame& least);

}  // namespace graze
