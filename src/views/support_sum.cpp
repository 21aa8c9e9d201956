/// Writes each convex shape as a sum of corners, a box, an ellipsoid or disc, and a ball, and finds its support points.

#include "views/support_sum.h"

#include <algorithm>

#include "geometry/orthonormal_frame.h"
#include "geometry/shape_kinds.h"

namespace graze::query {

struct ToSupportSum {
  using Answer = std::optional<SupportSum>;

  Answer operator()(const Point& s) const { return corners<1>({s.p}); }
  Answer operator()(const Segment& s) const { return along(s.v); }
  Answer operator()(const Triangle& s) const { return corners<3>(s.v); }
  Answer operator()(const Tetrahedron& s) const { return corners<4>(s.v); }
  Answer operator()(const ConvexPolygon& s) const { return many(s.vertices); }
  Answer operator()(const ConvexPolyhedron& s) const { return many(s.vertices); }

  Answer operator()(const Sphere& s) const {
    SupportSum sum = corners<1>({s.center});
    sum.ball_ = s.radius;
    return sum;
  }
  Answer operator()(const Capsule& s) const {
    SupportSum sum = along(s.v);
    sum.ball_ = s.radius;
    return sum;
  }
  Answer operator()(const Cylinder& s) const { return with_disc(along(s.v), s.radius); }
  Answer operator()(const Cone& s) const {
    SupportSum sum = with_disc(along({s.base, s.apex}), s.radius);
    sum.is_cone_ = true;
    return sum;
  }
  Answer operator()(const Ellipsoid& s) const {
    SupportSum sum = in_frame(s.center, s.axes);
    sum.round_ = scaled(s.axes, s.half_extents);
    return sum;
  }
  Answer operator()(const Obb& s) const {
    SupportSum sum = in_frame(s.center, s.axes);
    sum.halves_ = scaled(s.axes, s.half_extents);
    return sum;
  }
  Answer operator()(const Aabb& s) const {
    SupportSum sum = corners<1>({0.5 * s.min + 0.5 * s.max});
    sum.halves_ = scaled(world_frame(), 0.5 * s.max - 0.5 * s.min);
    return sum;
  }
  template <class Other>
    requires UnboundedShape<Other> || ManyPieces<Other> || RingShape<Other>
  Answer operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  template <std::size_t n>
  static SupportSum corners(const std::array<Vec3, n>& v) {
    SupportSum sum;
    std::copy(v.begin(), v.end(), sum.few_.begin());
    sum.few_count_ = n;
    return sum;
  }
  static Answer many(std::span<const Vec3> vertices) {
    if (vertices.empty()) return std::nullopt;
    SupportSum sum;
    sum.many_ = vertices;
    return sum;
  }
  static SupportSum along(const std::array<Vec3, 2>& ends) {
    SupportSum sum = corners<2>(ends);
    const Vec3 axis = ends[1] - ends[0];
    sum.frame_ = orthonormal_frame(axis, any_perpendicular(axis)).value_or(world_frame());
    return sum;
  }
  /// Across the first axis of the frame: written in two normals of it, so that the disc stays flat whatever the direction.
  static SupportSum with_disc(SupportSum sum, double radius) {
    sum.round_ = scaled(sum.frame_, Vec3(0, radius, radius));
    return sum;
  }
  static SupportSum in_frame(const Vec3& center, const Frame& axes) {
    SupportSum sum = corners<1>({center});
    sum.frame_ = orthonormal_frame(axes[0], axes[1]).value_or(world_frame());
    return sum;
  }
  static std::array<Vec3, 3> scaled(const Frame& axes, const Vec3& by) {
    return {by[0] * axes[0], by[1] * axes[1], by[2] * axes[2]};
  }
};

std::optional<SupportSum> SupportSum::of(const Shape& shape) { return std::visit(ToSupportSum{}, shape.value); }

Vec3 SupportSum::support(const Vec3& direction) const {
  const Vec3 core = core_support(direction);
  return ball_ > 0 ? Vec3(core + (ball_ / direction.norm()) * direction) : core;
}

Vec3 SupportSum::core_support(const Vec3& direction) const {
  const Vec3 round = round_support(direction);
  if (is_cone_) {
    const Vec3 rim = few_[0] + round;
    return direction.dot(rim - few_[1]) > 0 ? rim : few_[1];
  }
  Vec3 sum = corner_support(direction) + round;
  for (const Vec3& half : halves_) sum += direction.dot(half) < 0 ? Vec3(-half) : half;
  return sum;
}

Vec3 SupportSum::corner_support(const Vec3& direction) const {
  const std::span<const Vec3> corners = many_.empty() ? std::span(few_).first(few_count_) : many_;
  return *std::max_element(corners.begin(), corners.end(),
                           [&](const Vec3& x, const Vec3& y) { return direction.dot(x) < direction.dot(y); });
}

Vec3 SupportSum::round_support(const Vec3& direction) const {
  const Vec3 x(direction.dot(round_[0]), direction.dot(round_[1]), direction.dot(round_[2]));
  const double size = x.norm();
  if (!(size > 0)) return Vec3::Zero();
  return (x[0] / size) * round_[0] + (x[1] / size) * round_[1] + (x[2] / size) * round_[2];
}

}  // namespace graze::query
