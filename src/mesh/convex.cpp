/// Decides whether the surface of a mesh meets a convex body.

#include "mesh/convex.h"

#include "polytope/overlap.h"
#include "views/bound.h"

namespace graze::query {

bool overlap(const PlacedMesh& mesh, const sat::Convex& convex) {
  return any_triangle(mesh, box_around(convex), [&](const PosedTriangle& triangle) {
    return sat::overlap(sat::as_convex(triangle.local, *triangle.pose), convex).intersect;
  });
}

}  // namespace graze::query
