/// The facing parts of two bodies at the end of a search, up to its tolerance.

#include "questions/turning_set.h"

#include <algorithm>

#include "body/pair.h"
#include "mesh/facing_region.h"
#include "motion/turning/advancement.h"

namespace graze::query {
namespace {

/// Tolerances that a face may still be tilted by when its first corner is within one: of a body that turns about a point no nearer
/// to the face than a third of its size. No unit. TurningSet.AFaceThatLandsIsThePolygon
constexpr double band_in_tolerances = 4;

std::optional<ContactSet> facing_set(const Body& a, const Body& b, const ContactPlane& plane) {
  const auto mesh_a = as_mesh(a), mesh_b = as_mesh(b);
  if (mesh_a && mesh_b) return facing_region(*mesh_a, *mesh_b, plane);
  if (mesh_a) return facing_region(*mesh_a, b, plane, true);
  if (mesh_b) return facing_region(*mesh_b, a, plane, false);
  return facing_contact(a.geometry.shape(), a.pose, b.geometry.shape(), b.pose, plane);
}

}  // namespace

ContactSet turning_set(const Body& a, const Body& b, const Closest& closest, double tolerance) {
  const Vec3 way = closest.points[1] - closest.points[0];
  if (way == Vec3::Zero()) return {{closest.points[0]}};
  const double size = closest.points[0].stableNorm() + a.pose.translation.stableNorm() + b.pose.translation.stableNorm();
  const double band = std::max(band_in_tolerances * tolerance, 8 * advancement_margin * size);
  return facing_set(a, b, {closest.points[0], way.stableNormalized(), band, way.stableNorm()})
      .value_or(ContactSet{{closest.points[0]}});
}

}  // namespace graze::query
