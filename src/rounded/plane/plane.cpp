/// Sides of shapes, and intersections of two or three planes, decided exactly.

#include "rounded/plane/plane.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "numbers/roots.h"
#include "polytope/axes.h"
#include "polytope/contact/contact_set.h"
#include "rounded/plane/plane_support.h"
#include "views/implicit_form.h"

namespace graze::distance {
namespace {

Sign classified(const Sign above, const Sign below) {
  if (below == Sign::negative) return Sign::positive;
  if (above == Sign::negative) return Sign::negative;
  return above == Sign::unknown || below == Sign::unknown ? Sign::unknown : Sign::zero;
}

struct PlaneInPose {
  const Plane& plane;
  const Pose& pose;
};

template <class N>
Sign side_in(const PlaneInPose& at, const Shape& shape, const Pose& pose) {
  const Vec3& from = pose.translation;
  const auto plane = placed_plane<N>(at.pose, at.plane.normal, at.plane.offset, from);
  const auto body = generators<N>(shape, pose, from);
  return classified(reach_beyond(body, plane.normal, plane.offset), reach_beyond(body, -plane.normal, -plane.offset));
}

PlaneSide side(const PlaneInPose& plane, const Shape& shape, const Pose& pose) {
  Sign sign = side_in<Bounded>(plane, shape, pose);
  if (sign == Sign::unknown) sign = side_in<Dyadic>(plane, shape, pose);
  return sign == Sign::positive ? PlaneSide::front : sign == Sign::negative ? PlaneSide::back : PlaneSide::straddling;
}

std::optional<PlaneSide> side_of_points(const PlaneInPose& plane, const std::vector<Vec3>& points, const Pose& pose) {
  std::optional<PlaneSide> all;
  for (const Vec3& p : points) {
    const PlaneSide one = side(plane, Shape{Point{p}}, pose);
    if (all && one != *all) return PlaneSide::straddling;
    all = one;
  }
  return all;
}

template <class N>
N height(const Plane& plane, const Vec3& point) {
  return dot(lifted<N>(plane.normal), lifted<N>(point)) - N(plane.offset);
}

/// A plane in exact numbers.
struct ExactPlane {
  explicit ExactPlane(const Plane& plane) : normal(lifted<Dyadic>(plane.normal)), offset(plane.offset) {}
  explicit ExactPlane(const PosedPlane& posed) {
    const auto placed = placed_plane<Dyadic>(posed.pose, posed.plane.normal, posed.plane.offset, Vec3::Zero());
    normal = placed.normal;
    offset = placed.offset;
  }
  Vector3<Dyadic> normal;
  Dyadic offset;
};

/// The line two planes share, if they are not parallel: through point / dot(direction, direction).
struct CommonLine {
  Vector3<Dyadic> direction;
  Vector3<Dyadic> point;

  [[nodiscard]] Dyadic weight() const { return dot(direction, direction); }
};

bool is_zero(const Vector3<Dyadic>& v) { return sat::zeroness(v) == Sign::zero; }

CommonLine common_line(const ExactPlane& a, const ExactPlane& b) {
  const Vector3<Dyadic> direction = cross(a.normal, b.normal);
  return {direction, a.offset * cross(b.normal, direction) + b.offset * cross(direction, a.normal)};
}

/// For parallel planes.
bool are_same(const ExactPlane& a, const ExactPlane& b) { return is_zero(a.offset * b.normal - b.offset * a.normal); }

Vec3 quotient(const Vector3<Dyadic>& v, const Dyadic& by) {
  return {quotient_nearest(v.x, by), quotient_nearest(v.y, by), quotient_nearest(v.z, by)};
}

Shape rounded(const CommonLine& line) {
  return {Line{quotient(line.point, line.weight()), sat::length_along(line.direction, 0).direction}};
}

/// Three planes whose normals lie in one plane; `line` is shared by two of them.
std::optional<Shape> line_in_plane(const CommonLine& line, const ExactPlane& third) {
  const Dyadic off = dot(third.normal, line.point) - third.offset * line.weight();
  return off.is_zero() ? std::optional(rounded(line)) : std::nullopt;
}

/// x / w, exactly.
struct WeightedPoint {
  Vector3<Dyadic> x;
  Dyadic w;
};

WeightedPoint common_point(const ExactPlane& p, const ExactPlane& q, const ExactPlane& r) {
  return {p.offset * cross(q.normal, r.normal) + q.offset * cross(r.normal, p.normal) + r.offset * cross(p.normal, q.normal),
          dot(cross(p.normal, q.normal), r.normal)};
}

/// Of planes that all have a direction in common, a line of two of them.
std::optional<Shape> line_in_all(const CommonLine& line, const std::vector<ExactPlane>& planes) {
  const auto holds = [&](const ExactPlane& plane) { return line_in_plane(line, plane).has_value(); };
  return std::all_of(planes.begin(), planes.end(), holds) ? std::optional(rounded(line)) : std::nullopt;
}

std::optional<Shape> point_in_all(const WeightedPoint& point, const std::vector<ExactPlane>& planes) {
  const auto holds = [&](const ExactPlane& plane) { return (dot(plane.normal, point.x) - plane.offset * point.w).is_zero(); };
  if (!std::all_of(planes.begin(), planes.end(), holds)) return std::nullopt;
  return Shape{Point{quotient(point.x, point.w)}};
}

Plane rounded(const ExactPlane& plane) {
  return {Vec3(plane.normal.x.to_double(), plane.normal.y.to_double(), plane.normal.z.to_double()), plane.offset.to_double()};
}

}  // namespace

std::optional<Shape> intersection(std::span<const PosedPlane> posed) {
  std::vector<ExactPlane> planes;
  for (const PosedPlane& p : posed) planes.emplace_back(p);
  const ExactPlane& first = planes.front();
  const auto other =
      std::find_if(planes.begin(), planes.end(), [&](const ExactPlane& p) { return !is_zero(cross(first.normal, p.normal)); });
  if (other == planes.end()) {
    const auto is_first = [&](const ExactPlane& p) { return are_same(first, p); };
    return std::all_of(planes.begin(), planes.end(), is_first) ? std::optional(Shape{rounded(first)}) : std::nullopt;
  }
  const CommonLine line = common_line(first, *other);
  const auto across =
      std::find_if(planes.begin(), planes.end(), [&](const ExactPlane& p) { return !dot(line.direction, p.normal).is_zero(); });
  return across == planes.end() ? line_in_all(line, planes) : point_in_all(common_point(first, *other, *across), planes);
}

double signed_distance(const Plane& plane, const Vec3& point) {
  const Bounded filtered = height<Bounded>(plane, point);
  const double length = plane.normal.norm();
  if (is_trusted(filtered) && std::isnormal(length * length)) return filtered.value / length;
  return sat::length_along(lifted<Dyadic>(plane.normal), height<Dyadic>(plane, point)).length;
}

double distance(const Plane& plane, const Vec3& point) { return std::fabs(signed_distance(plane, point)); }

std::optional<PlaneSide> classify(const Plane& plane, const Pose& plane_pose, const Shape& shape, const Pose& shape_pose) {
  const PlaneInPose posed{plane, plane_pose};
  if (const auto points = listed_points(shape)) return side_of_points(posed, *points, shape_pose);
  return side(posed, shape, shape_pose);
}

std::optional<PlaneSide> classify(const Plane& plane, const Shape& shape, const Pose& pose) {
  return classify(plane, Pose{}, shape, pose);
}

std::optional<Shape> intersection(const Plane& a, const Plane& b) {
  const ExactPlane first(a);
  const ExactPlane second(b);
  const CommonLine line = common_line(first, second);
  if (!is_zero(line.direction)) return rounded(line);
  return are_same(first, second) ? std::optional(Shape{a}) : std::nullopt;
}

std::optional<Shape> intersection(const Plane& a, const Plane& b, const Plane& c) {
  const ExactPlane planes[] = {ExactPlane(a), ExactPlane(b), ExactPlane(c)};
  const auto& [p, q, r] = planes;
  const Dyadic determinant = dot(cross(p.normal, q.normal), r.normal);
  if (!determinant.is_zero()) {
    const Vector3<Dyadic> point =
        p.offset * cross(q.normal, r.normal) + q.offset * cross(r.normal, p.normal) + r.offset * cross(p.normal, q.normal);
    return Shape{Point{quotient(point, determinant)}};
  }
  for (int i = 0; i < 3; ++i) {
    const CommonLine line = common_line(planes[i], planes[(i + 1) % 3]);
    if (!is_zero(line.direction)) return line_in_plane(line, planes[(i + 2) % 3]);
  }
  return are_same(p, q) && are_same(p, r) ? std::optional(Shape{a}) : std::nullopt;
}

}  // namespace graze::distance
