#pragma once
/// Two polytopes with many corners: by what their questions are asked, and which planes through a touching point are named.

#include "polytope/contact/contact_set.h"
#include "rounded/extreme_corners.h"

namespace graze::distance {

/// Whether a search among the corners is quicker than a list of axes.
[[nodiscard]] bool has_many_corners(const sat::Convex& a, const sat::Convex& b);

/// The corners of either body that are extreme along a normal from a to b.
struct FacingFaces {
  sat::ExtremeFace of_a;
  sat::ExtremeFace of_b;
};

[[nodiscard]] FacingFaces facing_faces(const MinkowskiDifference& difference, const Vector3<Dyadic>& normal);
[[nodiscard]] std::array<Feature, 2> names_of(const FacingFaces& faces, const sat::Convex& a, const sat::Convex& b);

/// A touch in one point of the difference, x / w with w > 0.
struct Touch {
  Vector3<Dyadic> normal;  ///< from a to b, one of perhaps many
  Vector3<Dyadic> x;
  Dyadic w = 1;
  Vector3<Dyadic>
      motion;  ///< of b, which it was brought about by: no normal is across it; zero for bodies that touch from the start
};

/// Where the bodies touch in a corner or an edge they do so along many normals, and the axes name a face of a before one of b
/// before a pair of edges, the first of its kind. This finds the same, or else the normal given.
[[nodiscard]] Vector3<Dyadic> preferred_normal(const MinkowskiDifference& difference, const sat::Convex& a, const sat::Convex& b,
                                               const Touch& touch);

}  // namespace graze::distance
