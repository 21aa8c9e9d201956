#include "motion/turning/support_sum.h"

#include <algorithm>

#include "fit/frame.h"

namespace graze::query {

struct ToParts {
  using Answer = std::optional<ConvexParts>;

  Answer operator()(const Point& s) const { return corners<1>({s.p}); }
  Answer operator()(const Segment& s) const { return along(s.v); }
  Answer operator()(const Triangle& s) const { return corners<3>(s.v); }
  Answer operator()(const Tetrahedron& s) const { return corners<4>(s.v); }
  Answer operator()(const ConvexPolygon& s) const { return many(s.vertices); }
  Answer operator()(const ConvexPolyhedron& s) const { return many(s.vertices); }

  Answer operator()(const Sphere& s) const {
    ConvexParts parts = corners<1>({s.center});
    parts.ball_ = s.radius;
    return parts;
  }
  Answer operator()(const Capsule& s) const {
    ConvexParts parts = along(s.v);
    parts.ball_ = s.radius;
    return parts;
  }
  Answer operator()(const Cylinder& s) const { return with_disc(along(s.v), s.radius); }
  Answer operator()(const Cone& s) const {
    ConvexParts parts = with_disc(along({s.base, s.apex}), s.radius);
    parts.is_cone_ = true;
    return parts;
  }
  Answer operator()(const Ellipsoid& s) const {
    ConvexParts parts = in_frame(s.center, s.axes);
    parts.round_ = scaled(s.axes, s.half_extents);
    return parts;
  }
  Answer operator()(const Obb& s) const {
    ConvexParts parts = in_frame(s.center, s.axes);
    parts.halves_ = scaled(s.axes, s.half_extents);
    return parts;
  }
  Answer operator()(const Aabb& s) const {
    ConvexParts parts = corners<1>({0.5 * s.min + 0.5 * s.max});
    parts.halves_ = scaled(world_frame(), 0.5 * s.max - 0.5 * s.min);
    return parts;
  }
  template <class Other>
  Answer operator()(const Other&) const {
    return std::nullopt;
  }

 private:
  template <std::size_t n>
  static ConvexParts corners(const std::array<Vec3, n>& v) {
    ConvexParts parts;
    std::copy(v.begin(), v.end(), parts.few_.begin());
    parts.few_count_ = n;
    return parts;
  }
  static Answer many(std::span<const Vec3> vertices) {
    if (vertices.empty()) return std::nullopt;
    ConvexParts parts;
    parts.many_ = vertices;
    return parts;
  }
  static ConvexParts along(const std::array<Vec3, 2>& ends) {
    ConvexParts parts = corners<2>(ends);
    const Vec3 axis = ends[1] - ends[0];
    parts.frame_ = orthonormal_frame(axis, any_perpendicular(axis)).value_or(world_frame());
    return parts;
  }
  /// Across the first axis of the frame: written in two normals of it, so that the disc stays flat whatever the direction.
  static ConvexParts with_disc(ConvexParts parts, double radius) {
    parts.round_ = scaled(parts.frame_, Vec3(0, radius, radius));
    return parts;
  }
  static ConvexParts in_frame(const Vec3& center, const Frame& axes) {
    ConvexParts parts = corners<1>({center});
    parts.frame_ = orthonormal_frame(axes[0], axes[1]).value_or(world_frame());
    return parts;
  }
  static std::array<Vec3, 3> scaled(const Frame& axes, const Vec3& by) {
    return {by[0] * axes[0], by[1] * axes[1], by[2] * axes[2]};
  }
};

std::optional<ConvexParts> ConvexParts::of(const Shape& shape) { return std::visit(ToParts{}, shape.value); }

Vec3 ConvexParts::farthest(const Vec3& direction) const {
  const Vec3 core = farthest_of_core(direction);
  return ball_ > 0 ? Vec3(core + (ball_ / direction.norm()) * direction) : core;
}

Vec3 ConvexParts::farthest_of_core(const Vec3& direction) const {
  const Vec3 round = farthest_round(direction);
  if (is_cone_) {
    const Vec3 rim = few_[0] + round;
    return direction.dot(rim - few_[1]) > 0 ? rim : few_[1];
  }
  Vec3 sum = farthest_corner(direction) + round;
  for (const Vec3& half : halves_) sum += direction.dot(half) < 0 ? Vec3(-half) : half;
  return sum;
}

Vec3 ConvexParts::farthest_corner(const Vec3& direction) const {
  const std::span<const Vec3> corners = many_.empty() ? std::span(few_).first(few_count_) : many_;
  return *std::max_element(corners.begin(), corners.end(),
                           [&](const Vec3& x, const Vec3& y) { return direction.dot(x) < direction.dot(y); });
}

Vec3 ConvexParts::farthest_round(const Vec3& direction) const {
  const Vec3 x(direction.dot(round_[0]), direction.dot(round_[1]), direction.dot(round_[2]));
  const double size = x.norm();
  if (!(size > 0)) return Vec3::Zero();
  return (x[0] / size) * round_[0] + (x[1] / size) * round_[1] + (x[2] / size) * round_[2];
}

}  // namespace graze::query
