#pragma once
/// Exact rational numbers and the exact triangle-triangle test by clipping, as oracles. Nothing here uses the library's predicates.

#include <algorithm>
#include <array>
#include <vector>

#include <gmpxx.h>

#include <graze/pose.h>
#include <graze/shapes.h>
#include <graze/vec.h>

namespace graze::oracle {

using Rational = mpq_class;
struct RationalVec3 {
  std::array<Rational, 3> coordinate;

  [[nodiscard]] Rational& operator[](int i) { return coordinate[i]; }
  [[nodiscard]] const Rational& operator[](int i) const { return coordinate[i]; }
};

[[nodiscard]] inline RationalVec3 exact(const Vec3& v) { return {Rational(v.x()), Rational(v.y()), Rational(v.z())}; }

[[nodiscard]] inline RationalVec3 operator-(const RationalVec3& a, const RationalVec3& b) {
  return {Rational(a[0] - b[0]), Rational(a[1] - b[1]), Rational(a[2] - b[2])};
}

[[nodiscard]] inline Rational dot(const RationalVec3& a, const RationalVec3& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

[[nodiscard]] inline RationalVec3 cross(const RationalVec3& a, const RationalVec3& b) {
  return {Rational(a[1] * b[2] - a[2] * b[1]), Rational(a[2] * b[0] - a[0] * b[2]), Rational(a[0] * b[1] - a[1] * b[0])};
}

[[nodiscard]] inline bool is_zero(const RationalVec3& a) { return a[0] == 0 && a[1] == 0 && a[2] == 0; }

/// rotation * x + translation without rounding.
[[nodiscard]] inline RationalVec3 posed(const Vec3& x, const Pose& pose) {
  const RationalVec3 in_body = exact(x);
  RationalVec3 world;
  for (int i = 0; i < 3; ++i) world[i] = dot(exact(pose.rotation.row(i).transpose()), in_body) + Rational(pose.translation[i]);
  return world;
}

using RationalTriangle = std::array<RationalVec3, 3>;

[[nodiscard]] inline RationalTriangle exact(const Triangle& t) { return {exact(t.v[0]), exact(t.v[1]), exact(t.v[2])}; }

[[nodiscard]] inline RationalTriangle posed(const Triangle& t, const Pose& pose) {
  return {posed(t.v[0], pose), posed(t.v[1], pose), posed(t.v[2], pose)};
}

/// normal.x >= offset
struct RationalHalfSpace {
  RationalVec3 normal;
  Rational offset;

  [[nodiscard]] Rational height(const RationalVec3& x) const { return dot(normal, x) - offset; }
};

/// The half-space that `normal` points into, with a point of its boundary.
[[nodiscard]] inline RationalHalfSpace half_space(const RationalVec3& normal, const RationalVec3& origin) {
  return {normal, dot(normal, origin)};
}

/// The part of a convex polygon (any number of vertices, flat ones included) inside a closed half-space.
[[nodiscard]] inline std::vector<RationalVec3> clipped(const std::vector<RationalVec3>& polygon,
                                                       const RationalHalfSpace& boundary) {
  std::vector<Rational> height(polygon.size());
  std::transform(polygon.begin(), polygon.end(), height.begin(), [&](const RationalVec3& p) { return boundary.height(p); });
  std::vector<RationalVec3> inside;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const std::size_t next = (i + 1) % polygon.size();
    if (height[i] >= 0) inside.push_back(polygon[i]);
    if (sgn(height[i]) * sgn(height[next]) < 0) {
      const Rational along = height[i] / (height[i] - height[next]);
      const RationalVec3& p = polygon[i];
      const RationalVec3 way = polygon[next] - p;
      inside.push_back({Rational(p[0] + along * way[0]), Rational(p[1] + along * way[1]), Rational(p[2] + along * way[2])});
    }
  }
  return inside;
}

inline void add_plane(std::vector<RationalHalfSpace>& half_spaces, const RationalVec3& normal, const RationalVec3& origin) {
  half_spaces.push_back(half_space(normal, origin));
  half_spaces.push_back(half_space(RationalVec3{} - normal, origin));
}

/// A vector that is not parallel to the given one.
[[nodiscard]] inline RationalVec3 across(const RationalVec3& direction) {
  const RationalVec3 x{1, 0, 0};
  return is_zero(cross(direction, x)) ? RationalVec3{0, 1, 0} : x;
}

/// Half-spaces whose intersection is the segment from p to q, p != q.
[[nodiscard]] inline std::vector<RationalHalfSpace> half_spaces_of_segment(const RationalVec3& p, const RationalVec3& q) {
  const RationalVec3 direction = q - p;
  const RationalVec3 side = cross(direction, across(direction));
  std::vector<RationalHalfSpace> half_spaces{half_space(direction, p), half_space(p - q, q)};
  add_plane(half_spaces, side, p);
  add_plane(half_spaces, cross(direction, side), p);
  return half_spaces;
}

/// Half-spaces whose intersection is the triangle, be it a proper one, a segment or a point.
[[nodiscard]] inline std::vector<RationalHalfSpace> half_spaces_of(const RationalTriangle& t) {
  const RationalVec3 normal = cross(t[1] - t[0], t[2] - t[0]);
  std::vector<RationalHalfSpace> half_spaces;
  if (!is_zero(normal)) {
    add_plane(half_spaces, normal, t[0]);
    for (int i = 0; i < 3; ++i) half_spaces.push_back(half_space(cross(normal, t[(i + 1) % 3] - t[i]), t[i]));
    return half_spaces;
  }
  for (int i = 0; i < 3; ++i) {  // the longest side of three points on a line holds the third point
    const RationalVec3& p = t[i];
    const RationalVec3& q = t[(i + 1) % 3];
    const RationalVec3& r = t[(i + 2) % 3];
    if (dot(p - r, q - r) <= 0 && !is_zero(p - q)) return half_spaces_of_segment(p, q);
  }
  for (int i = 0; i < 3; ++i) add_plane(half_spaces, {Rational(i == 0), Rational(i == 1), Rational(i == 2)}, t[0]);
  return half_spaces;
}

/// Do the closed sets meet?
[[nodiscard]] inline bool overlap(const RationalTriangle& a, const RationalTriangle& b) {
  std::vector<RationalVec3> part_of_a(a.begin(), a.end());
  for (const RationalHalfSpace& boundary : half_spaces_of(b)) {
    part_of_a = clipped(part_of_a, boundary);
    if (part_of_a.empty()) return false;
  }
  return true;
}

[[nodiscard]] inline bool overlap(const Triangle& a, const Triangle& b) { return overlap(exact(a), exact(b)); }

}  // namespace graze::oracle
