#pragma once
/// Offer point to the origin of a simplex whose last corner is new.
///
/// Where [Gilbert88] tests signs of determinants to find the face that holds the nearest point, and [VanDenBergen99] and
/// [Montanari17] repair what rounding does to those signs, here every face that contains the new corner offers the nearest point of
/// its plane, provided all weights are positive, and the nearest offer wins. Any such offer is a point of the simplex, so a wrong
/// sign costs progress, never validity.

#include <array>
#include <utility>

#include "numbers/search_number.h"

namespace graze::distance::gjk {

/// A point of the difference b - a, and the point of a it came from.
template <class N>
struct Corner {
  Vector3<N> point;
  Vector3<N> on_a;
};

/// Up to four corners and the weights that make their nearest point to the origin.
template <class N>
struct GjkSimplex {
  int size = 0;
  std::array<Corner<N>, 4> corners;
  std::array<N, 4> weights;
  Vector3<N> nearest;    ///< sum of weights * corners
  Vector3<N> direction;  ///< of `nearest`, but better known; not unit

  [[nodiscard]] bool contains(const Vector3<N>& p) const {
    for (int i = 0; i < size; ++i) {
      const Vector3<N>& c = corners[i].point;
      if (c.x == p.x && c.y == p.y && c.z == p.z) return true;
    }
    return false;
  }
};

namespace detail {

/// The best offer so far.
template <class N>
struct Offer {
  std::array<N, 4> weights{};
  Vector3<N> point;
  Vector3<N> direction;
  N squared{};
};

/// Whether the weights' point is the nearest so far.
template <class N>
bool consider(Offer<N>& best, const GjkSimplex<N>& s, const std::array<N, 4>& weights) {
  Vector3<N> point;
  for (int i = 0; i < s.size; ++i) point = point + weights[i] * s.corners[i].point;
  const N squared = dot(point, point);
  if (!(squared < best.squared)) return false;
  best = {weights, point, point, squared};
  return true;
}

/// Takes out of the direction what rounding has left of it along an edge. The nearest point is off by a rounding of the corners: of
/// a long edge and a near origin that is an angle large enough to lift an end of the edge by more than the bounds may differ.
template <class N>
void square_to(Offer<N>& best, const Vector3<N>& edge, const N& edge_squared) {
  best.direction = best.direction - (dot(edge, best.direction) / edge_squared) * edge;
}

template <class N>
void offer_edge(Offer<N>& best, const GjkSimplex<N>& s, int i) {
  const int last = s.size - 1;
  const Vector3<N>& w = s.corners[last].point;
  const Vector3<N> e = s.corners[i].point - w;
  const N squared = dot(e, e);
  const N along = -dot(w, e);
  if (!(N(0) < along && along < squared)) return;
  std::array<N, 4> weights{};
  weights[i] = along / squared;
  weights[last] = N(1) - weights[i];
  if (consider(best, s, weights)) square_to(best, e, squared);
}

/// By orthogonalising the shorter edge against the longer: the square of the Gram determinant's condition never enters.
template <class N>
void offer_triangle(Offer<N>& best, const GjkSimplex<N>& s, int i, int j) {
  const int last = s.size - 1;
  const Vector3<N>& w = s.corners[last].point;
  Vector3<N> longer = s.corners[i].point - w;
  Vector3<N> shorter = s.corners[j].point - w;
  if (dot(longer, longer) < dot(shorter, shorter)) {
    std::swap(longer, shorter);
    std::swap(i, j);
  }
  const N longer_squared = dot(longer, longer);
  if (!(N(0) < longer_squared)) return;
  const N lean = dot(longer, shorter) / longer_squared;
  const Vector3<N> height = shorter - lean * longer;
  const N height_squared = dot(height, height);
  if (!(N(0) < height_squared)) return;
  const N of_j = -dot(w, height) / height_squared;
  const N of_i = -dot(w, longer) / longer_squared - of_j * lean;
  const N of_last = N(1) - of_i - of_j;
  if (!(N(0) < of_i && N(0) < of_j && N(0) < of_last)) return;
  std::array<N, 4> weights{};
  weights[i] = of_i;
  weights[j] = of_j;
  weights[last] = of_last;
  if (!consider(best, s, weights)) return;
  if (height_squared < best.squared) {
    square_to(best, longer, longer_squared);
  } else {  // the normal, off by rounding over the height, is surer than the nearest point
    const Vector3<N> normal = cross(longer, height);
    best.direction = dot(normal, best.point) < N(0) ? -normal : normal;
  }
}

template <class N>
void offer_tetrahedron(Offer<N>& best, const GjkSimplex<N>& s) {
  const Vector3<N>& w = s.corners[3].point;
  const Vector3<N> e0 = s.corners[0].point - w;
  const Vector3<N> e1 = s.corners[1].point - w;
  const Vector3<N> e2 = s.corners[2].point - w;
  const Vector3<N> n0 = cross(e1, e2);
  const N volume = dot(e0, n0);
  if (volume == N(0)) return;
  const N of_0 = -dot(w, n0) / volume;
  const N of_1 = -dot(w, cross(e2, e0)) / volume;
  const N of_2 = -dot(w, cross(e0, e1)) / volume;
  const N of_3 = N(1) - of_0 - of_1 - of_2;
  if (!(N(0) < of_0 && N(0) < of_1 && N(0) < of_2 && N(0) < of_3)) return;
  static_cast<void>(consider(best, s, {of_0, of_1, of_2, of_3}));
}

template <class N>
[[nodiscard]] GjkSimplex<N> kept(const GjkSimplex<N>& s, const Offer<N>& best) {
  GjkSimplex<N> out;
  for (int i = 0; i < s.size; ++i) {
    if (!(N(0) < best.weights[i])) continue;
    out.corners[out.size] = s.corners[i];
    out.weights[out.size++] = best.weights[i];
  }
  out.nearest = best.point;
  out.direction = best.direction;
  return out;
}

}  // namespace detail

/// The face of the simplex with one more corner that holds its nearest point.
template <class N>
[[nodiscard]] GjkSimplex<N> extended(GjkSimplex<N> s, const Corner<N>& corner) {
  const int last = s.size;
  s.corners[last] = corner;
  s.size = last + 1;
  detail::Offer<N> best;
  best.weights[last] = N(1);
  best.point = best.direction = corner.point;
  best.squared = dot(corner.point, corner.point);
  for (int i = 0; i < last; ++i) detail::offer_edge(best, s, i);
  for (int i = 0; i < last; ++i) {
    for (int j = i + 1; j < last; ++j) detail::offer_triangle(best, s, i, j);
  }
  if (last == 3) detail::offer_tetrahedron(best, s);
  return detail::kept(s, best);
}

}  // namespace graze::distance::gjk
