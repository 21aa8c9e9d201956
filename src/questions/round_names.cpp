/// Parts by the points and normals of an answer.

#include "questions/round_names.h"

#include <algorithm>
#include <limits>
#include <vector>

#include "body/pair.h"
#include "body/view_of.h"
#include "geometry/mirrored.h"
#include "methods/rounded_closest.h"
#include "numbers/kept_blocks.h"
#include "polytope/convex.h"
#include "questions/body_end.h"
#include "views/ball_around.h"
#include "views/corner_points.h"
#include "views/round_feature.h"

namespace graze::query {
namespace {

Vec3 in_body(const Pose& pose, const Vec3& point) { return pose.rotation.transpose() * (point - pose.translation); }

/// The part of a linear body that is nearest to a point; nothing of other bodies.
std::optional<Feature> nearest_part(const Body& body, const Pose& pose, const Vec3& point) {
  const auto found = distance::closest_points(Shape{Point{point}}, Pose{}, body.geometry.shape(), pose);
  return found ? std::optional(named_in_plane(found->features[1], body)) : std::nullopt;
}

/// Of a linear body, what reaches farthest along a direction.
std::optional<Feature> part_along(const Body& body, const Vec3& direction) {
  if (const auto round = round_feature_along(body.geometry.shape(), body.pose.rotation.transpose() * direction)) return round;
  if (is_mesh(body) || is_round(body.geometry.shape())) return std::nullopt;
  const auto outline = sat::as_outline(body.geometry.shape(), body.pose);
  if (!outline) return Feature{FeatureKind::face, 0};
  // a direction from a search is off by about the root of its tolerance: what is as far up to that belongs to it
  constexpr double as_far = 0x1p-20;
  KeptList<Vec3> corners = corner_points(body.geometry.shape());
  double farthest = -std::numeric_limits<double>::infinity(), size = 0;
  for (Vec3& c : corners) {
    c = body.pose.rotation * c;
    farthest = std::max(farthest, direction.dot(c));
    size = std::max(size, (c - corners.front()).stableNorm());
  }
  KeptList<std::int32_t> ends;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    if (direction.dot(corners[i]) >= farthest - as_far * size) ends.push_back(static_cast<std::int32_t>(i));
  }
  return named_in_plane(sat::feature_of(*outline, ends), body);
}

/// Of a ball or capsule whose nearest point was found by its core.
bool has_core_name(const Body& body, const Feature& feature) {
  return distance::is_rounded(body.geometry.shape()) && (feature.kind == FeatureKind::vertex || feature.kind == FeatureKind::edge);
}

Feature around_core_of(const Body& body, const Feature& of_core) {
  const auto& shape = body.geometry.shape().value;
  if (const auto* capsule = std::get_if<Capsule>(&shape)) return around_core(*capsule, of_core);
  return around_core(std::get<Sphere>(shape), of_core);
}

bool has_round(const Body& a, const Body& b) { return is_round(a.geometry.shape()) || is_round(b.geometry.shape()); }

/// The part of a triangle of a mesh that is nearest to a point.
Feature nearest_part_of_mesh(const Body& mesh, const Pose& pose, const Feature& of_triangle, const Vec3& point) {
  if (of_triangle.triangle < 0) return of_triangle;
  const Triangle triangle = view_of(mesh.geometry).triangle(static_cast<std::size_t>(of_triangle.triangle));
  const auto found = distance::closest_points(Shape{Point{point}}, Pose{}, Shape{triangle}, pose);
  return {found->features[1].kind, found->features[1].index, of_triangle.triangle};
}

Feature nearest_part(const Body& body, const Pose& pose, const Feature& known, const Vec3& point) {
  if (is_mesh(body)) return nearest_part_of_mesh(body, pose, known, point);
  return nearest_part(body, pose, point).value_or(known);
}

/// Linear against curved bodies have no names yet; against balls and capsules they have.
bool lacks_name(const Body& body, const Body& other) {
  if (is_round(body.geometry.shape())) return false;
  const Shape& shape = other.geometry.shape();
  return is_round(shape) && !distance::is_rounded(shape) && !std::holds_alternative<Torus>(shape.value);
}

/// Of a segment or polygon the middle, which lies on no part of its own rim; of a disc its centre.
Vec3 middle_of(const ContactSet& set) {
  if (set.radius > 0) return set.points[0];
  Vec3 sum = Vec3::Zero();
  for (const Vec3& p : set.points) sum += p;
  return sum / static_cast<double>(set.points.size());
}

/// How far a point is moved away from a body that it touches, by the body's size, to see which part it touches. No unit.
constexpr double away = 0x1p-12;

}  // namespace

void name_round_parts(Closest& closest, const Body& a, const Body& b) {
  if (!has_round(a, b)) return;
  const std::array bodies{&a, &b};
  const bool is_apart = closest.distance > 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const Body& body = *bodies[k];
    if (is_round(body.geometry.shape())) {
      closest.features[k] = is_apart && has_core_name(body, closest.features[k])
                                ? around_core_of(body, closest.features[k])
                                : round_feature_at(body.geometry.shape(), in_body(body.pose, closest.points[k]), is_apart);
    } else if (lacks_name(body, *bodies[1 - k])) {
      closest.features[k] = nearest_part(body, body.pose, closest.features[k], closest.points[1 - k]);
    }
  }
}

void name_round_parts(Impact& impact, const Body& a, const Body& b) {
  if (!has_round(a, b) || impact.set.points.empty()) return;
  const std::array bodies{&a, &b};
  const Vec3 point = middle_of(impact.set);
  for (std::size_t k = 0; k < 2; ++k) {
    const Body& body = *bodies[k];
    const Pose pose{body.pose.rotation, body.pose.translation + impact.first * body.motion.velocity};
    if (is_round(body.geometry.shape())) {
      impact.features[k] = round_feature_at(body.geometry.shape(), in_body(pose, point), impact.normal.has_value());
    } else if (lacks_name(body, *bodies[1 - k]) && impact.normal) {
      const auto ball = distance::ball_around(bodies[1 - k]->geometry.shape());
      const double step = away * (ball ? ball->radius : 1.0);
      const Vec3 outside = point + (k == 0 ? step : -step) * *impact.normal;
      impact.features[k] = nearest_part(body, pose, impact.features[k], outside);
    }
  }
}

void name_facing_parts(Impact& impact, const Body& a, const Body& b) {
  if (!impact.normal || impact.set.points.size() < 2 || impact.set.radius > 0 || is_mesh(a) || is_mesh(b)) return;
  const auto is_polytope = [](const Body& body) { return sat::as_outline(body.geometry.shape(), body.pose).has_value(); };
  const bool is_polytope_a = is_polytope(a), is_polytope_b = is_polytope(b);
  if (is_polytope_a == is_polytope_b) return;
  const Body& body = is_polytope_a ? a : b;
  const Vec3 outward = is_polytope_a ? *impact.normal : Vec3(-*impact.normal);
  Feature& feature = impact.features[is_polytope_a ? 0 : 1];
  feature = part_along(body, outward).value_or(feature);
}

void name_round_parts(Penetration& penetration, const Body& a, const Body& b) {
  if (!has_round(a, b)) return;
  const std::array bodies{&a, &b};
  for (std::size_t k = 0; k < 2; ++k) {
    const bool is_named = !is_round(bodies[k]->geometry.shape()) && !lacks_name(*bodies[k], *bodies[1 - k]);
    if (is_named) continue;
    const Vec3 outward = k == 0 ? penetration.normal : Vec3(-penetration.normal);
    penetration.features[k] = part_along(*bodies[k], outward).value_or(penetration.features[k]);
  }
}

}  // namespace graze::query
