/// Intersects the faces that touch, at the exact time of contact, and rounds the finished points.

#include "polytope/contact/contact_set.h"

#include <algorithm>

#include "polytope/flat_intersection.h"
#include "polytope/short_list.h"

namespace graze::sat {
namespace {

using Indices = ShortList<std::int32_t, 8>;

/// Corners that reach farthest along the direction.
Indices extreme_corners(const Vectors<Dyadic>& corners, const Vector3<Dyadic>& direction) {
  Indices extreme;
  Dyadic farthest;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Dyadic reach = dot(corners[i], direction);
    if (extreme.empty() || reach > farthest) {
      extreme.clear();
      farthest = reach;
    }
    if (reach == farthest) extreme.push_back(static_cast<std::int32_t>(i));
  }
  return extreme;
}

Feature name_of(const Convex& body, const Indices& corners) { return feature_of(body, {corners.data(), corners.size()}); }

/// The frame in which contact is worked out: coordinates times the denominator q of the time p/q, relative to a, from
/// pair.origin(). So moved bodies keep dyadic corners, and points return to the world at the end, divided once.
struct TimeFrame {
  ExactTime time;
  Vector3<Dyadic> relative_velocity;
  Vector3<Dyadic> back_to_world;  ///< q * origin + p * velocity of a

  [[nodiscard]] FlatPoint of_a(const Vector3<Dyadic>& corner) const { return {time.denominator * corner}; }
  [[nodiscard]] FlatPoint of_b(const Vector3<Dyadic>& corner) const {
    return {time.denominator * corner + time.numerator * relative_velocity};
  }
  [[nodiscard]] Vec3 to_world(const FlatPoint& p) const {
    const Vector3<Dyadic> x = p.x + p.w * back_to_world;
    const Dyadic w = p.w * time.denominator;
    return {quotient_nearest(x.x, w), quotient_nearest(x.y, w), quotient_nearest(x.z, w)};
  }
  [[nodiscard]] ContactSet to_world(const FlatPoints& points) const {
    ContactSet set;
    for (const FlatPoint& p : points) set.points.push_back(to_world(p));
    return set;
  }
};

TimeFrame frame_at(const Vec3& origin, const Velocities& v, const ExactTime& time) {
  const Vector3<Dyadic> velocity_a = lifted<Dyadic>(v.a);
  return {time, lifted<Dyadic>(v.b) - velocity_a, time.denominator * lifted<Dyadic>(origin) + time.numerator * velocity_a};
}

template <class ToFrame>
FlatPoints in_frame(const Vectors<Dyadic>& corners, ToFrame to_frame) {
  FlatPoints points;
  for (const auto& c : corners) points.push_back(to_frame(c));
  return points;
}

ExtremeFace extreme_face(const Vectors<Dyadic>& corners, const Vector3<Dyadic>& direction) {
  ExtremeFace face{extreme_corners(corners, direction), {}};
  for (const std::int32_t i : face.corners) face.positions.push_back(corners[i]);
  return face;
}

/// The touching axis, turned so that it points from a to b: against the motion that brought them together or, when they touch from
/// the start, to the side on which b lies. (At contact the projections cannot tell: those of parallel polygons are one point.)
Vector3<Dyadic> contact_normal(const ConvexPair& pair, const TimeFrame& frame, const AxisId& id) {
  const Vector3<Dyadic> axis = axis_vector(id, pair.exact(), pair.span());
  const bool b_is_above =
      frame.time.numerator.is_zero() ? meeting(pair.exact(), axis).below.is_zero() : dot(frame.relative_velocity, axis).sign() < 0;
  return b_is_above ? axis : -axis;
}

/// The placed corners of a body of at most two dimensions, nothing for solids. A polygon is one even where rounding has lifted its
/// corners off their plane: they are laid back onto it, so that the intersection is what was meant, off by no more than they were.
template <class ToFrame>
std::optional<FlatPoints> flat_body(const Convex& body, const Vectors<Dyadic>& corners, ToFrame to_frame) {
  FlatPoints points = in_frame(corners, to_frame);
  if (is_flat(points)) return points;
  if (body.is_box() || body.faces.size() != 1) return std::nullopt;
  return flattened(std::move(points));
}

template <class ToFrame>
FlatSolid solid_body(const Convex& body, const Vectors<Dyadic>& corners, ToFrame to_frame) {
  return {in_frame(corners, to_frame),
          has_box_corners(body) ? all_chords(8) : KeptList<Chord>(body.edges.begin(), body.edges.end())};
}

/// What two placed bodies have in common where one of them is flat, nothing for two solids.
template <class ToFrameA, class ToFrameB>
std::optional<FlatPoints> flat_part(const ConvexPair& pair, ToFrameA of_a, ToFrameB of_b) {
  const Vectors<Dyadic> a = all_corners(pair.exact().a);
  const Vectors<Dyadic> b = all_corners(pair.exact().b);
  const auto flat_a = flat_body(pair.a(), a, of_a);
  const auto flat_b = flat_body(pair.b(), b, of_b);
  if (flat_a && flat_b) return flat_intersection(*flat_a, *flat_b);
  if (flat_a) return flat_intersection(*flat_a, solid_body(pair.b(), b, of_b));
  if (flat_b) return flat_intersection(*flat_b, solid_body(pair.a(), a, of_a));
  return std::nullopt;
}

bool is_at(const FlatPoint& p, const FlatPoint& q) { return zeroness(q.w * p.x - p.w * q.x) == Sign::zero; }

/// Whether p is on the segment between two points.
bool is_between(const FlatPoint& p, const FlatPoint& start, const FlatPoint& end) {
  const Vector3<Dyadic> from_start = start.w * p.x - p.w * start.x;
  const Vector3<Dyadic> to_end = p.w * end.x - end.w * p.x;
  return zeroness(cross(from_start, to_end)) == Sign::zero && dot(from_start, to_end).sign() >= 0;
}

/// What of a face really touches: the corner or the edge that holds the whole contact set, where one does. Faces that meet in a
/// corner or along an edge only do so in ties between axes, and then neither face says where.
Feature touching_feature(const Convex& body, const Indices& corners, const FlatPoints& positions, const FlatPoints& set) {
  const std::size_t n = corners.size();
  if (set.empty() || set.size() > 2 || n < 2) return name_of(body, corners);
  for (std::size_t i = 0; i < n && set.size() == 1; ++i) {
    if (is_at(set[0], positions[i])) return name_of(body, {corners[i]});
  }
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      const auto is_on = [&](const FlatPoint& p) { return is_between(p, positions[i], positions[j]); };
      if (is_at(positions[i], positions[j]) || !std::all_of(set.begin(), set.end(), is_on)) continue;
      const Feature side = name_of(body, {corners[i], corners[j]});
      if (side.kind == FeatureKind::edge) return side;
    }
  }
  return name_of(body, corners);
}

}  // namespace

/// The largest component is divided out before anything can overflow.
Length length_along(const Vector3<Dyadic>& axis, const Dyadic& projected) {
  const Dyadic largest = std::max({abs(axis.x), abs(axis.y), abs(axis.z)});
  const Vec3 scaled(quotient_nearest(axis.x, largest), quotient_nearest(axis.y, largest), quotient_nearest(axis.z, largest));
  return {scaled.normalized(), quotient_nearest(projected, largest) / scaled.norm()};
}

std::array<Feature, 2> extreme_features(const ConvexPair& pair, const Vector3<Dyadic>& normal) {
  return {name_of(pair.a(), extreme_corners(all_corners(pair.exact().a), normal)),
          name_of(pair.b(), extreme_corners(all_corners(pair.exact().b), -normal))};
}

Impact touching_along(const Convex& a, const ExtremeFace& on_a, const Convex& b, const ExtremeFace& on_b,
                      const Vector3<Dyadic>& normal, const Vec3& origin, const Velocities& velocities, const ExactTime& time) {
  const TimeFrame frame = frame_at(origin, velocities, time);
  const auto of_a = [&](const auto& corner) { return frame.of_a(corner); };
  const auto of_b = [&](const auto& corner) { return frame.of_b(corner); };
  Impact impact;
  impact.normal = length_along(normal, 0).direction;
  const FlatPoints face_a = in_frame(on_a.positions, of_a), face_b = in_frame(on_b.positions, of_b);
  const FlatPoints common = intersection_in_plane(normal, face_a, face_b);
  impact.features = {touching_feature(a, on_a.corners, face_a, common), touching_feature(b, on_b.corners, face_b, common)};
  impact.set = frame.to_world(common);
  return impact;
}

Impact touching_at(const ConvexPair& pair, const Velocities& velocities, const ExactContact& contact) {
  Impact impact;
  const TimeFrame frame = frame_at(pair.origin(), velocities, contact.first);
  const auto of_a = [&](const auto& corner) { return frame.of_a(corner); };
  const auto of_b = [&](const auto& corner) { return frame.of_b(corner); };
  if (contact.axis) {
    const Vector3<Dyadic> normal = contact_normal(pair, frame, *contact.axis);
    const ExtremeFace on_a = extreme_face(all_corners(pair.exact().a), normal);
    const ExtremeFace on_b = extreme_face(all_corners(pair.exact().b), -normal);
    return touching_along(pair.a(), on_a, pair.b(), on_b, normal, pair.origin(), velocities, contact.first);
  }
  if (const auto common = flat_part(pair, of_a, of_b)) {
    impact.set = frame.to_world(*common);
  }
  return impact;
}

FlatPoints common_part_at(const ConvexPair& pair, const Velocities& velocities, const ExactTime& time) {
  const TimeFrame frame = frame_at(pair.origin(), velocities, time);
  FlatPoints points;
  const auto common = flat_part(
      pair, [&](const auto& corner) { return frame.of_a(corner); }, [&](const auto& corner) { return frame.of_b(corner); });
  if (!common) return points;
  for (const FlatPoint& p : *common) points.push_back({p.x + p.w * frame.back_to_world, p.w * time.denominator});
  return points;
}

FlatPoints corners_at(const Convex& body, const Vec3& velocity, const ExactTime& time) {
  const Vector3<Dyadic> way = time.numerator * lifted<Dyadic>(velocity);
  FlatPoints points;
  for (const auto& corner : all_corners(corners_in<Dyadic>(body, Vec3::Zero())))
    points.push_back({time.denominator * corner + way, time.denominator});
  return points;
}

std::optional<ContactSet> flat_intersection(const ConvexPair& pair) {
  const TimeFrame frame = frame_at(pair.origin(), {}, {});
  const auto to_frame = [&](const auto& corner) { return frame.of_a(corner); };
  const auto a = flat_body(pair.a(), all_corners(pair.exact().a), to_frame);
  const auto b = flat_body(pair.b(), all_corners(pair.exact().b), to_frame);
  if (!a || !b) return std::nullopt;
  return frame.to_world(flat_intersection(*a, *b));
}

std::optional<ContactSet> flat_or_solid_intersection(const ConvexPair& pair) {
  const TimeFrame frame = frame_at(pair.origin(), {}, {});
  const auto to_frame = [&](const auto& corner) { return frame.of_a(corner); };
  const auto common = flat_part(pair, to_frame, to_frame);
  if (!common) return std::nullopt;
  return frame.to_world(*common);
}

std::optional<ContactSet> flat_part_in_plane(const Convex& body, const Vector3<Dyadic>& normal, const Dyadic& offset,
                                             bool half_space) {
  const TimeFrame frame{};
  const auto to_frame = [&](const auto& corner) { return frame.of_a(corner); };
  const Vectors<Dyadic> corners = all_corners(corners_in<Dyadic>(body, Vec3::Zero()));
  const FlatPoint origin{offset * normal, dot(normal, normal)};
  if (const auto flat = flat_body(body, corners, to_frame); flat && half_space) {
    return frame.to_world(part_below(*flat, normal, origin));
  }
  const auto is_below = [&](const Vector3<Dyadic>& corner) { return (dot(normal, corner) - offset).sign() < 0; };
  if (half_space && std::any_of(corners.begin(), corners.end(), is_below)) return std::nullopt;
  return frame.to_world(section(solid_body(body, corners, to_frame), normal, origin));
}

}  // namespace graze::sat
