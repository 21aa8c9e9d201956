/// Time, point and normal of contacts whose kind is known, in double-doubles with bounds.
///
/// The touching plane has the normal n of the face or of both edges. Corners p of a and q of b in it meet it at the time t with
/// n.(p - q) = t n.v, v the velocity of b relative to a.

#include <algorithm>
#include <array>
#include <cmath>

#include "numbers/bounded_double_double.h"
#include "numbers/vector.h"
#include "triangle/first_contact_filter.h"

namespace graze::sat {
namespace {

using ContactNumber = BoundedDoubleDouble;
using ContactVector = Vector3<ContactNumber>;

ContactVector corner_of(const PosedTriangle& t, int k) {
  return rotated<ContactNumber>(*t.pose, lifted<ContactNumber>(t.local.v[k])) + lifted<ContactNumber>(t.pose->translation);
}

ContactVector edge_of(const PosedTriangle& t, int k) {
  return rotated<ContactNumber>(*t.pose, lifted<ContactNumber>(t.local.v[(k + 1) % 3]) - lifted<ContactNumber>(t.local.v[k]));
}

ContactVector normal_of(const PosedTriangle& t) { return cross(edge_of(t, 0), edge_of(t, 1)); }

std::optional<Vec3> nearest(const ContactVector& v) {
  const auto x = graze::nearest(v.x), y = graze::nearest(v.y), z = graze::nearest(v.z);
  if (!x || !y || !z) return std::nullopt;
  return Vec3(*x, *y, *z);
}

/// As length_along() has it: the largest component is divided out, each quotient is rounded once, and the rest is in doubles.
std::optional<Vec3> direction_of(const ContactVector& v) {
  const std::array<ContactNumber, 3> components{v.x, v.y, v.z};
  const std::array<double, 3> sizes{std::fabs(v.x.value.hi), std::fabs(v.y.value.hi), std::fabs(v.z.value.hi)};
  const auto most = std::max_element(sizes.begin(), sizes.end()) - sizes.begin();
  const ContactNumber largest = components[most].value.hi < 0 ? -components[most] : components[most];
  Vec3 scaled;
  for (int k = 0; k < 3; ++k) {
    const auto ratio =
        k == most ? std::optional(std::copysign(1.0, components[k].value.hi)) : graze::nearest(components[k] / largest);
    if (!ratio || (k != most && !(std::fabs(*ratio) < 1))) return std::nullopt;
    scaled[k] = *ratio;
  }
  return scaled.normalized();
}

std::array<Feature, 2> features_of(const FirstContact& contact) {
  switch (contact.kind) {
    case FirstContactKind::corner_of_a: return {{{FeatureKind::vertex, contact.i}, {FeatureKind::face, 0}}};
    case FirstContactKind::corner_of_b: return {{{FeatureKind::face, 0}, {FeatureKind::vertex, contact.j}}};
    case FirstContactKind::edges: return {{{FeatureKind::edge, contact.i}, {FeatureKind::edge, contact.j}}};
    case FirstContactKind::at_start: break;
  }
  return {};
}

/// p + s e = q + u f + t v for edges e and f, so s (e x f) = (q - p + t v) x f.
ContactNumber parameter_on_edge(const ContactVector& across, const ContactVector& f, const ContactVector& normal) {
  return dot(cross(across, f), normal) / dot(normal, normal);
}

}  // namespace

std::optional<Impact> impact_of(const FirstContact& contact, const PosedTriangle& a, const PosedTriangle& b,
                                const Velocities& velocities) {
  if (contact.kind == FirstContactKind::at_start) return std::nullopt;
  const bool of_edges = contact.kind == FirstContactKind::edges;
  const ContactVector velocity_a = lifted<ContactNumber>(velocities.a), velocity_b = lifted<ContactNumber>(velocities.b);
  const ContactVector velocity = velocity_b - velocity_a, p = corner_of(a, contact.i), q = corner_of(b, contact.j);
  const ContactVector edge_a = of_edges ? edge_of(a, contact.i) : ContactVector{},
                      edge_b = of_edges ? edge_of(b, contact.j) : ContactVector{};
  const ContactVector normal = of_edges ? cross(edge_a, edge_b) : normal_of(contact.kind == FirstContactKind::corner_of_a ? b : a);
  const ContactNumber speed = dot(normal, velocity), time = dot(normal, p - q) / speed;
  const ContactVector met = contact.kind == FirstContactKind::corner_of_b ? q + time * velocity_b : p + time * velocity_a;
  const ContactVector point = of_edges ? met + parameter_on_edge(q - p + time * velocity, edge_b, normal) * edge_a : met;
  const auto first = rounded_down(time);
  const auto near = nearest(point), direction = direction_of(sign_of(speed) == Sign::negative ? normal : -normal);
  if (!first || !near || !direction) return std::nullopt;
  Impact impact;
  impact.first = *first;
  impact.set.points = {*near};
  impact.normal = *direction;
  impact.features = features_of(contact);
  return impact;
}

}  // namespace graze::sat
