#include "mesh/convex.h"

#include "numbers/tolerance.h"
#include "numbers/bounded.h"
#include "polytope/overlap.h"

namespace graze::query {

namespace {

Vec3 value_of(const Vector3<Bounded>& v) { return {v.x.value, v.y.value, v.z.value}; }
Vec3 error_of(const Vector3<Bounded>& v) { return {v.x.error, v.y.error, v.z.error}; }

}  // namespace

Obb box_around(const sat::Convex& convex) {
  const sat::Corners<Bounded> body = sat::corners_in<Bounded>(convex, Vec3::Zero());
  Vec3 reach = Vec3::Zero();  // of a box beyond its centre
  for (const Vector3<Bounded>& half : body.halves) reach += value_of(half).cwiseAbs() + error_of(half);
  Vec3 low = Vec3::Constant(std::numeric_limits<double>::infinity()), high = -low;
  for (const Vector3<Bounded>& v : body.vertices) {
    low = low.cwiseMin(value_of(v) - error_of(v));
    high = high.cwiseMax(value_of(v) + error_of(v));
  }
  const Vec3 half = (high - low) / 2 + reach;
  // The rounding of the sums above and of the centre.
  const double room = 8 * tolerance::rounding * (low.cwiseAbs() + high.cwiseAbs() + reach).sum();
  return {(low + high) / 2, world_frame(), half.array() + room};
}

bool overlap(const PlacedMesh& mesh, const sat::Convex& convex) {
  return any_triangle(mesh, box_around(convex), [&](const PosedTriangle& triangle) {
    return sat::overlap(sat::as_convex(triangle.local, *triangle.pose), convex).intersect;
  });
}

}  // namespace graze::query
