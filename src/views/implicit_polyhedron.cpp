/// A filter picks the corners that may be extreme along the normal of a face; only these are decided exactly.

#include "views/implicit_polyhedron.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <vector>

#include "geometry/rounded_face_hull.h"
#include "numbers/kept_blocks.h"
#include "numbers/orient.h"
#include "polytope/axes.h"

namespace graze::distance {
namespace {

using Triple = std::array<std::int32_t, 3>;

bool are_in_line(const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto without = [](const Vec3& v, int k) { return Vec2(v[(k + 1) % 3], v[(k + 2) % 3]); };
  const auto turns = [&](int k) { return orient2d(without(a, k), without(b, k), without(c, k)) != 0; };
  return !turns(0) && !turns(1) && !turns(2);
}

/// Whether the first three corners of the face span the plane of all of them, exactly.
bool starts_with_its_plane(const std::vector<Vec3>& v, const std::vector<std::int32_t>& face) {
  if (face.size() == 3) return true;
  const auto is_flat = [&](std::int32_t i) { return orient3d(v[face[0]], v[face[1]], v[face[2]], v[i]) == 0; };
  return std::all_of(face.begin(), face.end(), is_flat) && !are_in_line(v[face[0]], v[face[1]], v[face[2]]);
}

/// Three corners of every face's plane. Where rounding has lifted corners of a face off their plane, and where the first three are
/// in line, those of the facets of its corners' own hull: planes too many do no harm, since each is moved out to the farthest
/// corner.
KeptList<Triple> face_planes(const ConvexPolyhedron& s) {
  if (has_points_beside_face(s)) {
    std::vector<std::int32_t> all(s.vertices.size());
    std::iota(all.begin(), all.end(), 0);
    const sat::RoundedFaceHull lifted = sat::rounded_face_hull(s.vertices, all);
    return {lifted.planes.begin(), lifted.planes.end()};
  }
  KeptList<Triple> planes;
  for (const auto& face : s.faces) {
    if (starts_with_its_plane(s.vertices, face)) {
      planes.push_back({face[0], face[1], face[2]});
    } else {
      const sat::RoundedFaceHull lifted = sat::rounded_face_hull(s.vertices, face);
      planes.insert(planes.end(), lifted.planes.begin(), lifted.planes.end());
    }
  }
  return planes;
}

/// Corners along an axis in plain doubles, each off by at most `error`.
struct Heights {
  KeptList<double> at;
  double least = std::numeric_limits<double>::infinity();
  double greatest = -std::numeric_limits<double>::infinity();
  double error = 0;
};

class Corners {
 public:
  Corners(const ConvexPolyhedron& s, const Pose& pose, const Vec3& from) {
    for (const Vec3& v : s.vertices) {
      const Vector3<Bounded> x = placed<Bounded>(pose, v, from);
      rounded_.emplace_back(x.x.value, x.y.value, x.z.value);
      size_ = size_.cwiseMax(rounded_.back().cwiseAbs());
      error_ = error_.cwiseMax(Vec3(x.x.error, x.y.error, x.z.error));
    }
  }

  /// A height is three products and two sums: off by 3u times the sum of the products' sizes [Higham02 §3.1], here 4u, and by what
  /// the corners' and the axis' own errors make of it.
  [[nodiscard]] Heights along(const Vector3<Bounded>& axis) const {
    const Vec3 a(axis.x.value, axis.y.value, axis.z.value);
    const Vec3 axis_error(axis.x.error, axis.y.error, axis.z.error);
    Heights h;
    h.at.reserve(rounded_.size());
    for (const Vec3& v : rounded_) {
      const double height = a.x() * v.x() + a.y() * v.y() + a.z() * v.z();
      h.at.push_back(height);
      h.least = std::min(h.least, height);
      h.greatest = std::max(h.greatest, height);
    }
    const double bound = (4 * tolerance::rounding * a.cwiseAbs() + axis_error).dot(size_) + (a.cwiseAbs() + axis_error).dot(error_);
    h.error = bound * detail::bound_inflation + 4 * detail::underflow_bound;
    return h;
  }

 private:
  KeptList<Vec3> rounded_;
  Vec3 size_ = Vec3::Zero();
  Vec3 error_ = Vec3::Zero();
};

Slab<Bounded> slab_between(const Vector3<Bounded>& axis, const Heights& h) {
  return {axis, Bounded(h.least, h.error), Bounded(h.greatest, h.error), false};
}

/// The exact extremes, among the corners that may be; all of them where doubles overflow.
Slab<Dyadic> exact_slab_between(const Vector3<Dyadic>& axis, const Heights& h, const KeptList<Vector3<Dyadic>>& corners) {
  Slab<Dyadic> slab{axis, std::nullopt, std::nullopt, false};
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const bool may_be_lowest = !(h.at[i] > h.least + 2 * h.error);
    const bool may_be_highest = !(h.at[i] < h.greatest - 2 * h.error);
    if (!may_be_lowest && !may_be_highest) continue;
    const Dyadic height = dot(axis, corners[i]);
    if (!slab.lower || height < *slab.lower) slab.lower = height;
    if (!slab.upper || height > *slab.upper) slab.upper = height;
  }
  return slab;
}

template <class N>
Vector3<N> normal(const ConvexPolyhedron& s, const Pose& pose, const Triple& t) {
  return cross(placed_difference<N>(pose, s.vertices[t[0]], s.vertices[t[1]]),
               placed_difference<N>(pose, s.vertices[t[0]], s.vertices[t[2]]));
}

}  // namespace

bool has_points_beside_face(const ConvexPolyhedron& polyhedron) {
  return polyhedron.faces.size() == 1 && polyhedron.faces[0].size() < polyhedron.vertices.size();
}

template <class N>
std::optional<Piece<N>> face_slabs(const ConvexPolyhedron& polyhedron, const Pose& pose, const Vec3& from) {
  const Corners corners(polyhedron, pose, from);
  KeptList<Vector3<Dyadic>> exact_corners;
  if constexpr (std::is_same_v<N, Dyadic>) {
    for (const Vec3& v : polyhedron.vertices) exact_corners.push_back(placed<Dyadic>(pose, v, from));
  }
  Piece<N> piece;
  bool has_inside = false;
  for (const Triple& plane : face_planes(polyhedron)) {
    const Vector3<Bounded> axis = normal<Bounded>(polyhedron, pose, plane);
    const Heights heights = corners.along(axis);
    if constexpr (std::is_same_v<N, Dyadic>) {
      piece.slabs.push_back(exact_slab_between(normal<Dyadic>(polyhedron, pose, plane), heights, exact_corners));
    } else {
      piece.slabs.push_back(slab_between(axis, heights));
    }
    has_inside = has_inside || sign_of(*piece.slabs.back().upper - *piece.slabs.back().lower) == Sign::positive;
  }
  return has_inside ? std::optional(std::move(piece)) : std::nullopt;
}

template std::optional<Piece<Bounded>> face_slabs<Bounded>(const ConvexPolyhedron&, const Pose&, const Vec3&);
template std::optional<Piece<Dyadic>> face_slabs<Dyadic>(const ConvexPolyhedron&, const Pose&, const Vec3&);

}  // namespace graze::distance
