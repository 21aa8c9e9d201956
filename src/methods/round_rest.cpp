/// Compares the axis of a round body with the normal of a plane in exact numbers.

#include "methods/round_rest.h"

#include "views/rounded_body.h"

namespace graze::query {
namespace {

/// The two ends of the axis, in body coordinates, and which of them are flat.
struct RoundAxis {
  std::array<Vec3, 2> ends{Vec3::Zero(), Vec3::Zero()};
  double radius = 0;
  bool is_cone = false;  ///< from its base, which is flat, to its apex
};

std::optional<RoundAxis> axis_of(const Shape& shape) {
  if (const auto* cylinder = std::get_if<Cylinder>(&shape.value)) return RoundAxis{cylinder->v, cylinder->radius, false};
  if (const auto* cone = std::get_if<Cone>(&shape.value)) return RoundAxis{{cone->base, cone->apex}, cone->radius, true};
  return std::nullopt;
}

bool is_zero_vector(const Vector3<Dyadic>& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

/// `down` is unit, from the round body to the plane.
void describe(Impact& impact, const PosedShape& round, const RoundAxis& axis, const Vec3& velocity, const Vector3<Dyadic>& normal,
              const Vec3& down) {
  const Vector3<Dyadic> along = sat::rotated<Dyadic>(round.pose, lifted<Dyadic>(axis.ends[1]) - lifted<Dyadic>(axis.ends[0]));
  if (is_zero_vector(along)) return;
  const auto end = [&](int k) -> Vec3 { return round.pose.to_world(axis.ends[k]) + impact.first * velocity; };
  if (is_zero_vector(cross(along, normal))) {
    const int lower = down.dot(end(1) - end(0)) > 0 ? 1 : 0;
    if (axis.is_cone && lower == 1) return;  // on its tip
    impact.set = {{end(lower)}, axis.radius};
  } else if (!axis.is_cone && dot(along, normal).is_zero()) {
    impact.set = {{end(0) + axis.radius * down, end(1) + axis.radius * down}};
  }
}

}  // namespace

void describe_round_rest(Impact& impact, const PosedShape& a, const PosedShape& b, const sat::Velocities& velocities) {
  if (!impact.normal || impact.set.points.size() != 1) return;
  for (const bool a_is_round : {true, false}) {
    const PosedShape &round = a_is_round ? a : b, &flat = a_is_round ? b : a;
    const auto axis = axis_of(round.shape);
    const auto plane = distance::boundary_plane_of(flat.shape);
    if (!axis || !plane) continue;
    const Vec3 down = a_is_round ? *impact.normal : Vec3(-*impact.normal);
    describe(impact, round, *axis, a_is_round ? velocities.a : velocities.b,
             sat::rotated<Dyadic>(flat.pose, lifted<Dyadic>(plane->normal)), down);
    return;
  }
}

}  // namespace graze::query
