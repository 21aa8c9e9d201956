/// Heights of the corners of a body over a plane in exact numbers, and the separation that follows from them.

#include "rounded/plane/plane_distance.h"

#include <algorithm>
#include <limits>

#include "numbers/magnitude.h"
#include "polytope/flat_intersection.h"
#include "rounded/feature_names.h"
#include "rounded/plane/plane_filter.h"

namespace graze::distance {
namespace {

/// A body in exact numbers, corners on demand.
struct ExactBody {
  std::optional<BodyView> core;  ///< of a body that is no plane
  Vector3<Dyadic> point;         ///< of a plane, times w
  Dyadic w = 1;
  std::vector<Vector3<Dyadic>> rays;

  [[nodiscard]] Vector3<Dyadic> corner_at(std::int32_t i) const { return core ? corner<Dyadic>(*core, i, Vec3::Zero()) : point; }
};

Vector3<Dyadic> across_normal(const Vector3<Dyadic>& n) {
  const bool along_x = n.y.is_zero() && n.z.is_zero();
  return cross(n, along_x ? Vector3<Dyadic>{0, 1, 0} : Vector3<Dyadic>{1, 0, 0});
}

ExactBody exact_body(const Rounded& body) {
  ExactBody out;
  if (!body.boundary) {
    out.core = body_view(body);
    for (const Vec3& d : body.rays) out.rays.push_back(sat::rotated<Dyadic>(body.core.pose, lifted<Dyadic>(d)));
    return out;
  }
  const ExactWorldPlane plane = exact_world_plane(*body.boundary, body.core.pose);
  out.w = dot(plane.normal, plane.normal);
  out.point = plane.offset * plane.normal;
  const Vector3<Dyadic> u = across_normal(plane.normal);
  const Vector3<Dyadic> v = cross(plane.normal, u);
  out.rays = {u, -u, v, -v};
  if (plane.solid) out.rays.push_back(-plane.normal);
  return out;
}

/// Corners that may be the lowest: those that filtered numbers do not prove to be higher than another.
std::vector<std::int32_t> perhaps_lowest(const ExactBody& body, const WorldPlane<Bounded>& plane, bool downward) {
  if (!body.core) return {0};
  std::vector<Bounded> heights;
  double limit = std::numeric_limits<double>::infinity();
  for (std::int32_t i = 0; i < body.core->corner_count(); ++i) {
    const Bounded height = dot(plane.normal, corner<Bounded>(*body.core, i, Vec3::Zero())) - plane.offset;
    heights.push_back(downward ? -height : height);
    limit = std::min(limit, heights.back().value + heights.back().error);
  }
  std::vector<std::int32_t> candidates;
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (!(heights[i].value - heights[i].error > limit)) candidates.push_back(static_cast<std::int32_t>(i));
  }
  return candidates;
}

/// How far the body reaches down along the plane's normal, or up when `downward` flips all heights.
Reach reach_of(const ExactBody& body, const ExactWorldPlane& plane, const WorldPlane<Bounded>& filter, bool downward) {
  Reach out;
  for (const auto& ray : body.rays) {
    if (dot(plane.normal, ray).sign() == (downward ? 1 : -1)) out.ray = ray;
  }
  for (const std::int32_t i : perhaps_lowest(body, filter, downward)) {
    const Vector3<Dyadic> at = body.corner_at(i);
    const Dyadic upward = dot(plane.normal, at) - body.w * plane.offset;
    const Dyadic height = downward ? -upward : upward;
    if (out.corners.empty() || height < out.height) {
      out.corners.clear();
      out.at = at;
      out.height = height;
    }
    if (height == out.height) out.corners.push_back(i);
  }
  return out;
}

Vec3 point_of(const Vector3<Dyadic>& p, const Dyadic& w) {
  const Magnitude divisor = w;
  return {(Magnitude(p.x) / divisor).to_double(), (Magnitude(p.y) / divisor).to_double(), (Magnitude(p.z) / divisor).to_double()};
}

/// A point that the body's core shares with the plane or half-space: its low end or, where that is below a plane, where the segment
/// up from there crosses it.
Vec3 common_point(const PlanePair& pair) {
  const Reach& low = pair.low;
  const Reach& high = pair.high;
  const bool above = low.height.sign() > 0;  // then a ray leads down
  if (low.height.is_zero() || (pair.plane.solid && !above)) return point_of(low.at, pair.w);
  const Vector3<Dyadic> upward_direction = above ? *low.ray : high.ray ? *high.ray : high.at - low.at;
  const Dyadic slope = dot(pair.plane.normal, upward_direction);  // never zero, against the sign of the height
  const int sign = slope.sign();
  const Dyadic divisor = sign < 0 ? -slope : slope;
  // at/w - (height/w)/slope * upward_direction
  const Dyadic step = sign < 0 ? low.height : -low.height;
  const Vector3<Dyadic> p = divisor * low.at + step * upward_direction;
  return point_of(p, divisor * pair.w);
}

}  // namespace

ExactWorldPlane exact_world_plane(const BoundaryPlane& plane, const Pose& pose) {
  const WorldPlane<Dyadic> exact = world_plane<Dyadic>(plane, pose);
  return {exact.normal, exact.offset, plane.solid};
}

PlanePair plane_pair(const Rounded& plane, const Rounded& other) {
  PlanePair pair;
  pair.plane = exact_world_plane(*plane.boundary, plane.core.pose);
  pair.squared_normal = dot(pair.plane.normal, pair.plane.normal);
  const ExactBody body = exact_body(other);
  const WorldPlane<Bounded> filter = world_plane<Bounded>(*plane.boundary, plane.core.pose);
  pair.low = reach_of(body, pair.plane, filter, false);
  pair.high = reach_of(body, pair.plane, filter, true);
  pair.w = body.w;
  pair.radius = plane.radius + other.radius;
  return pair;
}

int PlanePair::compare_with_radius(const Dyadic& height) const {
  if (height.sign() <= 0) return radius > 0 ? -1 : height.sign();
  const Dyadic limit = Dyadic(radius) * w;
  return (height * height - limit * limit * squared_normal).sign();
}

double PlanePair::beyond_radius(const Dyadic& height) const {
  const Magnitude per_length = Magnitude(w) * root(Magnitude(squared_normal));
  const Magnitude away = Magnitude(abs(height)) / per_length;
  if (radius == 0) return height.sign() < 0 ? -away.to_distance() : away.to_distance();
  if (height.sign() <= 0) return -(away + Magnitude(radius)).to_double();
  const Dyadic limit = Dyadic(radius) * w;
  const Dyadic excess = height * height - limit * limit * squared_normal;
  return (Magnitude(excess) / (per_length * per_length * (away + Magnitude(radius)))).to_distance();
}

Vec3 unit_normal(const PlanePair& pair) {
  const Magnitude length = root(Magnitude(pair.squared_normal));
  const Vector3<Dyadic>& n = pair.plane.normal;
  return {(Magnitude(n.x) / length).to_double(), (Magnitude(n.y) / length).to_double(), (Magnitude(n.z) / length).to_double()};
}

Feature feature_across(const Rounded& body, const Reach& reach) {
  if (body.boundary) return {FeatureKind::face, 0};
  if (reach.ray || body.rays.size() > 1) return {FeatureKind::edge, 0};
  return sat::feature_of(body.core, reach.corners);
}

std::vector<Vec3> corners_at(const PlanePair& pair, const Rounded& body, const Reach& reach) {
  if (body.boundary || reach.ray) return {};
  const BodyView core = body_view(body);
  sat::FlatPoints corners;
  for (const std::int32_t i : reach.corners) corners.push_back({corner<Dyadic>(core, i, Vec3::Zero())});
  if (corners.size() > 1) corners = sat::intersection_in_plane(pair.plane.normal, corners, corners);
  std::vector<Vec3> out;
  for (const sat::FlatPoint& p : corners) out.push_back(point_of(p.x, p.w));
  return out;
}

bool runs_along(const PlanePair& pair, const Rounded& body) {
  return body.boundary || std::any_of(body.rays.begin(), body.rays.end(), [&](const Vec3& ray) {
           return dot(pair.plane.normal, sat::rotated<Dyadic>(body.core.pose, lifted<Dyadic>(ray))).is_zero();
         });
}

PlaneSeparation separation_from_plane(const PlanePair& pair, const Rounded& other) {
  const bool above = pair.ends_above() && pair.low.height.sign() > 0;
  const bool below = pair.ends_below() && pair.high.height.sign() > 0;
  const Reach& reach = below ? pair.high : pair.low;
  PlaneSeparation out;
  CoreSeparation& s = out.separation;
  out.of_other = feature_across(other, reach);
  s.cores_meet = !above && !below;
  if (s.cores_meet) {
    s.on_a = s.on_b = common_point(pair);
    s.relation = pair.radius > 0 ? Relation::overlapping : Relation::touching;
    s.gap = -pair.radius;
    return out;
  }
  const int side = pair.compare_with_radius(reach.height);
  s.relation = side > 0 ? Relation::apart : side == 0 ? Relation::touching : Relation::overlapping;
  s.gap = pair.beyond_radius(reach.height);
  s.core_distance = (Magnitude(reach.height) / (Magnitude(pair.w) * root(Magnitude(pair.squared_normal)))).to_distance();
  s.normal = below ? Vec3(-unit_normal(pair)) : unit_normal(pair);
  s.on_b = point_of(reach.at, pair.w);
  const Dyadic height = below ? -reach.height : reach.height;
  s.on_a = point_of(pair.squared_normal * reach.at - height * pair.plane.normal, pair.squared_normal * pair.w);
  return out;
}

PlaneSeparation separation_from_plane(const Rounded& plane, const Rounded& other, Wanted wanted) {
  if (!other.boundary) {
    if (auto found = filtered_separation({*plane.boundary, plane.core.pose}, body_view(other), wanted)) {
      const std::span<const std::int32_t> lowest{found->lowest.data(), found->lowest.size()};
      const Feature nearest = lowest.empty() ? Feature{FeatureKind::edge, 0} : sat::feature_of(other.core, lowest);
      return {std::move(found->separation), nearest};
    }
  }
  return separation_from_plane(plane_pair(plane, other), other);
}

}  // namespace graze::distance
