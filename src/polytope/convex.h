#pragma once
/// A convex polytope as the method of separating axes sees it: corners, edge directions and face normals of the stored numbers.
///
/// More axes than needed are harmless (a gap on any axis is a gap), fewer are not: where rounding has lifted the corners of a face
/// off its plane, all its chords and triples are listed.
///
/// One description serves every bounded linear shape of two and three dimensions, in any number type: `corners_in<Bounded>` for the
/// filter, `corners_in<Dyadic>` for the decision. A shape of the plane is a shape of z = 0.

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <graze/answers.h>
#include <graze/pose.h>
#include <graze/shapes.h>

#include "numbers/vector.h"
#include "polytope/short_list.h"

namespace graze::sat {

using IndexPair = std::array<std::int32_t, 2>;

using IndexTriple = std::array<std::int32_t, 3>;

/// Lists hold a triangle without allocating: meshes ask about many triangles.
using Vertices = ShortList<Vec3, 3>;
using Loop = ShortList<std::int32_t, 4>;

/// A convex body in the world: shape numbers as stored and the pose as stored. It means their image in real arithmetic.
struct Convex {
  Vertices vertices;                            ///< in body coordinates; of a box only the centre
  ShortList<IndexPair, 3> edges;                ///< every edge of the hull, perhaps with chords; empty for a box
  ShortList<IndexTriple, 1> planes;             ///< three corners of every face of the hull, perhaps of more; likewise
  ShortList<Loop, 1> faces;                     ///< loops of corners, to name them; empty for a box
  std::optional<std::array<Vec3, 3>> box_axes;  ///< of an oriented box, with `half_extents`
  Vec3 half_extents = Vec3::Zero();
  Pose pose;
  bool lacks_axes = false;  ///< edges and planes of faces that rounding has lifted off their planes are not listed: see completed()

  [[nodiscard]] bool is_box() const { return box_axes.has_value(); }
  [[nodiscard]] std::size_t corner_count() const { return is_box() ? 8 : vertices.size(); }
};

/// The polytope of a bounded linear shape; nothing for curved or unbounded shapes, point clouds and meshes.
[[nodiscard]] std::optional<Convex> as_convex(const Shape& shape, const Pose& pose);
[[nodiscard]] Convex as_convex(const Triangle& triangle, const Pose& pose);

/// The same where corners and names of faces are enough: large faces are not looked at closely, and their axes may be lacking.
[[nodiscard]] std::optional<Convex> as_outline(const Shape& shape, const Pose& pose);

/// With the axes that an outline lacks.
[[nodiscard]] Convex completed(const Convex& outline);

/// The name of the face that a set of corners spans: the corner itself, the edge through two, the face through more.
[[nodiscard]] Feature feature_of(const Convex& body, std::span<const std::int32_t> corners);

/// The two corners of an edge that feature_of() named.
[[nodiscard]] IndexPair edge_ends(const Convex& body, std::int32_t edge);

/// Whether corners are numbered by their signs along three axes, as those of Aabb and Obb are.
[[nodiscard]] bool has_box_corners(const Convex& body);

template <class N>
using Vectors = ShortList<Vector3<N>, 8>;

/// The numbers of a Convex in number type N, in world axes, seen from `origin`.
template <class N>
struct Corners {
  Vectors<N> vertices;    ///< of a box: its centre alone
  Vectors<N> halves;      ///< of a box: its three half edges, otherwise empty
  Vectors<N> directions;  ///< of the edges, in the order of Convex::edges; of a box its three half edges
  Vectors<N> normals;     ///< of the planes; zero for three collinear corners

  [[nodiscard]] bool is_box() const { return !halves.empty(); }
};

template <class N>
[[nodiscard]] Vector3<N> rotated(const Pose& pose, const Vector3<N>& v) {
  if (pose.rotation == Mat3::Identity()) return v;
  const auto along_row = [&](int i) {
    const Mat3& r = pose.rotation;
    return N(r(i, 0)) * v.x + N(r(i, 1)) * v.y + N(r(i, 2)) * v.z;
  };
  return {along_row(0), along_row(1), along_row(2)};
}

/// Corners, directions and normals in number type N. Directions are rotated differences, not differences of placed corners: the
/// same numbers in exact arithmetic, and smaller errors in the filter.
template <class N>
[[nodiscard]] Corners<N> corners_in(const Convex& body, const Vec3& origin) {
  Corners<N> out;
  const Vector3<N> shift = lifted<N>(body.pose.translation) - lifted<N>(origin);
  for (const Vec3& v : body.vertices) out.vertices.push_back(rotated<N>(body.pose, lifted<N>(v)) + shift);
  if (body.is_box()) {
    for (int i = 0; i < 3; ++i) {
      out.halves.push_back(rotated<N>(body.pose, N(body.half_extents[i]) * lifted<N>((*body.box_axes)[i])));
      out.directions.push_back(out.halves[i]);
    }
    for (int i = 0; i < 3; ++i) out.normals.push_back(cross(out.halves[(i + 1) % 3], out.halves[(i + 2) % 3]));
    return out;
  }
  const auto direction = [&](std::int32_t from, std::int32_t to) {
    return rotated<N>(body.pose, lifted<N>(body.vertices[to]) - lifted<N>(body.vertices[from]));
  };
  for (const IndexPair& e : body.edges) out.directions.push_back(direction(e[0], e[1]));
  for (const IndexTriple& p : body.planes) out.normals.push_back(cross(direction(p[0], p[1]), direction(p[0], p[2])));
  return out;
}

/// All corners one by one: of a box the eight, numbered by the signs along its axes.
template <class N>
[[nodiscard]] Vectors<N> all_corners(const Corners<N>& body) {
  if (!body.is_box()) return body.vertices;
  Vectors<N> corners;
  for (int k = 0; k < 8; ++k) {
    Vector3<N> corner = body.vertices[0];
    for (int i = 0; i < 3; ++i) corner = (k >> i & 1) != 0 ? corner + body.halves[i] : corner - body.halves[i];
    corners.push_back(corner);
  }
  return corners;
}

}  // namespace graze::sat
