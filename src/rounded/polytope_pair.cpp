/// Chooses between corners and axes, and among the normals of a touch the one that the axes would name.

#include "rounded/polytope_pair.h"

#include <algorithm>

namespace graze::distance {
namespace {

/// From so many corners of both bodies on the search is quicker, by a factor of two at once; two boxes have 16, and few axes.
/// Measured; answers do not depend on it but for the choice among equally good normals. PolytopeSweep.AnswersAsTheAxesDo
constexpr std::size_t many_corners = 18;

using Normals = std::vector<Vector3<Dyadic>>;

/// Of the plane of a loop's first corners that span one; zero when none do.
Vector3<Dyadic> loop_normal(const sat::Loop& loop, const sat::Vectors<Dyadic>& corners) {
  Vector3<Dyadic> normal;
  for (std::size_t k = 2; k < loop.size() && sat::zeroness(normal) == Sign::zero; ++k) {
    normal = cross(corners[1] - corners[0], corners[k] - corners[0]);
  }
  return normal;
}

/// Of the faces that hold one of these corners. Faces whose corners rounding has lifted off one plane may give any normal.
template <class ExactCorner>
Normals normals_beside(const sat::Convex& body, const sat::ExtremeFace& face, const Vec3& origin, ExactCorner exact_corner) {
  if (sat::has_box_corners(body)) {
    const auto normals = sat::corners_in<Dyadic>(body, origin).normals;
    return {normals.begin(), normals.end()};
  }
  Normals normals;
  const auto is_extreme = [&](std::int32_t i) {
    return std::find(face.corners.begin(), face.corners.end(), i) != face.corners.end();
  };
  for (const sat::Loop& loop : body.faces) {
    if (std::none_of(loop.begin(), loop.end(), is_extreme)) continue;
    sat::Vectors<Dyadic> corners;
    for (const std::int32_t i : loop) corners.push_back(exact_corner(i));
    normals.push_back(loop_normal(loop, corners));
  }
  return normals;
}

/// Whether all of the difference lies below the plane through the point with this normal, and b comes from above.
bool touches(const MinkowskiDifference& d, const Touch& touch, const Vector3<Dyadic>& normal) {
  if (sat::zeroness(touch.motion) != Sign::zero && dot(touch.motion, normal).sign() >= 0) return false;
  const Vector3<Dyadic> farthest = d.exact(least_generator(d, ExactDirection(-normal)));
  return dot(normal, touch.w * farthest - touch.x).sign() <= 0;
}

}  // namespace

bool has_many_corners(const sat::Convex& a, const sat::Convex& b) { return a.corner_count() + b.corner_count() >= many_corners; }

FacingFaces facing_faces(const MinkowskiDifference& d, const Vector3<Dyadic>& normal) {
  FacingFaces faces{{extreme_corners_of_a(d, ExactDirection(normal)), {}}, {extreme_corners_of_b(d, ExactDirection(-normal)), {}}};
  for (const std::int32_t i : faces.of_a.corners) faces.of_a.positions.push_back(d.exact_a(i));
  for (const std::int32_t j : faces.of_b.corners) faces.of_b.positions.push_back(d.exact_b(j));
  return faces;
}

std::array<Feature, 2> names_of(const FacingFaces& faces, const sat::Convex& a, const sat::Convex& b) {
  const auto name = [](const sat::Convex& body, const sat::ExtremeFace& face) {
    return sat::feature_of(body, {face.corners.data(), face.corners.size()});
  };
  return {name(a, faces.of_a), name(b, faces.of_b)};
}

/// Two faces of a body that hold the same point share a corner, so only those beside the extreme ones need a look.
Vector3<Dyadic> preferred_normal(const MinkowskiDifference& d, const sat::Convex& a, const sat::Convex& b, const Touch& touch) {
  const FacingFaces faces = facing_faces(d, touch.normal);
  const Normals of_a = normals_beside(a, faces.of_a, d.origin, [&](std::int32_t i) { return d.exact_a(i); });
  const Normals of_b = normals_beside(b, faces.of_b, d.origin, [&](std::int32_t j) { return d.exact_b(j); });
  for (const Normals* normals : {&of_a, &of_b}) {
    for (const Vector3<Dyadic>& n : *normals) {
      if (sat::zeroness(n) == Sign::zero) continue;
      if (touches(d, touch, n)) return n;
      if (touches(d, touch, -n)) return -n;
    }
  }
  return touch.normal;
}

}  // namespace graze::distance
