/// Compares the axis of a round body with the normal of a plane in exact numbers; between others, facing parts in doubles.

#include "methods/round_rest.h"

#include "methods/facing_contact.h"
#include "views/ball_around.h"
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

/// What lies in the plane of a contact, by the size of the bodies: the normals of curved bodies are right to a few roundings where
/// a flat part is met. No unit. RoundRest.IsAPointWhereABodyIsTiltedByAMillionth
constexpr double level = 0x1p-32;

/// Of a bounded body.
double size_of(const Shape& shape) {
  const auto ball = distance::ball_around(shape);
  return ball ? ball->radius : 0;
}

void describe_facing_parts(Impact& impact, const PosedShape& a, const PosedShape& b, const sat::Velocities& velocities) {
  const double size = std::max(size_of(a.shape), size_of(b.shape));
  const auto then = [&](const PosedShape& s, const Vec3& velocity) {
    return Pose{s.pose.rotation, s.pose.translation + impact.first * velocity};
  };
  const ContactPlane plane{impact.set.points[0], *impact.normal, level * size};
  const auto set = facing_contact(a.shape, then(a, velocities.a), b.shape, then(b, velocities.b), plane);
  if (set && (set->points.size() > 1 || set->radius > 0)) impact.set = *set;
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
  }
  if (impact.set.points.size() == 1 && impact.set.radius == 0) describe_facing_parts(impact, a, b, velocities);
}

}  // namespace graze::query
