#pragma once
/// Pairs of features of two triangles, segments or points, and the squared distance between them in plain doubles.
///
/// Two disjoint simplices are closest in a pair of edges or in a corner and a face: all other pairs of features lie on the rims of
/// these. The trap: it holds for disjoint ones only. An edge through the middle of a face is far from every feature.

#include <algorithm>
#include <array>
#include <cstdint>

#include <graze/core/tolerance.h>
#include <graze/core/vec.h>

namespace graze::distance {

/// The convex hull of one, two or three points: a point, a segment or a triangle.
struct Simplex {
  std::array<Vec3, 3> v{Vec3::Zero(), Vec3::Zero(), Vec3::Zero()};  ///< those beyond `corners` repeat the last
  int corners = 3;

  /// A point counts as an edge from itself to itself, so that edges alone reach every rim.
  [[nodiscard]] int edges() const { return corners == 3 ? 3 : 1; }
  [[nodiscard]] int faces() const { return corners == 3 ? 1 : 0; }
  [[nodiscard]] int edge_end(int edge) const { return corners == 1 ? 0 : (edge + 1) % 3; }
};

enum class PairKind : std::uint8_t { edge_edge, corner_face, face_corner };

/// Edge i of the first and j of the second; or corner i (j) and the face of the other.
struct FeaturePair {
  PairKind kind = PairKind::edge_edge;
  std::int8_t i = 0;
  std::int8_t j = 0;
};

/// A pair of features with the places in them that are closest.
struct NearFeatures {
  FeaturePair pair;
  double squared = 0;        ///< distance; unit of the input, squared
  std::array<double, 2> on;  ///< edge_edge: along edge i and edge j, within [0, 1]; else weights of the face's 2nd and 3rd corner
};

/// The squared distance that closest_edges() and closest_in_face() compute exceeds the exact one by at most this times the square
/// of size_of_pair(), and falls below it by no more. No unit. Both functions return places that belong to the features, whatever
/// rounding did to them, so only two errors count. (1) Evaluating |p - q|^2 at given places: below 24 u. (2) Places that are not
/// optimal. Along an edge the squared distance is a parabola of curvature D / |f|^2, D = |e|^2 |f|^2 - (e.f)^2, and D is off by at
/// most 6 u |e|^2 |f|^2. Where D exceeds 14 u |e|^2 |f|^2 the place is off by so little that it costs at most 14 u; where it does
/// not, all places differ by at most 20 u. The same holds with the Gram matrix of a face.
/// TriangleClosest.EstimatesWithinItsBoundEvenForSliversAndNearlyParallelEdges
inline constexpr double squared_rounding = 64 * tolerance::rounding;

/// The square of a length that bounds what squared_rounding is relative to: all edges and the offset of the simplices.
[[nodiscard]] inline double squared_size_of_pair(const Simplex& a, const Simplex& b) {
  double size = (a.v[0] - b.v[0]).squaredNorm();
  for (const Simplex* s : {&a, &b}) size += (s->v[1] - s->v[0]).squaredNorm() + (s->v[2] - s->v[0]).squaredNorm();
  return 2 * size;
}

[[nodiscard]] inline double clamped_ratio(double numerator, double denominator) {
  return denominator > 0 ? std::clamp(numerator / denominator, 0.0, 1.0) : 0.0;
}

/// Closest places of edges p + s e and q + t f; r = p - q. An end is reached exactly or not at all. Edges without length count as
/// their first point.
[[nodiscard]] inline NearFeatures closest_edges(const Vec3& e, const Vec3& f, const Vec3& r) {
  const double ee = e.squaredNorm(), ff = f.squaredNorm(), ef = e.dot(f), er = e.dot(r), fr = f.dot(r);
  double s = clamped_ratio(ef * fr - ff * er, ee * ff - ef * ef);
  double t = ff > 0 ? (ef * s + fr) / ff : 0;
  if (!(t > 0 && t < 1)) {
    t = t > 0 ? 1 : 0;
    s = clamped_ratio(t * ef - er, ee);
  }
  return {{}, (r + s * e - t * f).squaredNorm(), {s, t}};
}

/// Closest place of the face q + x f + y g to the corner q + r, when it is within the face; otherwise the edges know better.
[[nodiscard]] inline bool closest_in_face(const Vec3& f, const Vec3& g, const Vec3& r, NearFeatures& near) {
  const double ff = f.squaredNorm(), gg = g.squaredNorm(), fg = f.dot(g), fr = f.dot(r), gr = g.dot(r);
  const double determinant = ff * gg - fg * fg;
  const double x = gg * fr - fg * gr, y = ff * gr - fg * fr;
  if (!(x >= 0 && y >= 0 && x + y <= determinant && determinant > 0)) return false;
  near.on = {x / determinant, y / determinant};
  near.squared = (r - near.on[0] * f - near.on[1] * g).squaredNorm();
  return true;
}

/// Calls on_pair(NearFeatures) for every pair of edges, and every corner above the inside of a face.
template <class OnPair>
void for_each_near_features(const Simplex& a, const Simplex& b, OnPair&& on_pair) {
  std::array<Vec3, 3> along_a, along_b;
  for (int i = 0; i < a.edges(); ++i) along_a[i] = a.v[a.edge_end(i)] - a.v[i];
  for (int j = 0; j < b.edges(); ++j) along_b[j] = b.v[b.edge_end(j)] - b.v[j];
  for (int i = 0; i < a.edges(); ++i) {
    for (int j = 0; j < b.edges(); ++j) {
      NearFeatures near = closest_edges(along_a[i], along_b[j], a.v[i] - b.v[j]);
      near.pair = {PairKind::edge_edge, static_cast<std::int8_t>(i), static_cast<std::int8_t>(j)};
      on_pair(near);
    }
  }
  NearFeatures near;
  for (std::int8_t i = 0; b.faces() != 0 && i < a.corners; ++i) {
    near.pair = {PairKind::corner_face, i, 0};
    if (closest_in_face(along_b[0], -along_b[2], a.v[i] - b.v[0], near)) on_pair(near);
  }
  for (std::int8_t j = 0; a.faces() != 0 && j < b.corners; ++j) {
    near.pair = {PairKind::face_corner, 0, j};
    if (closest_in_face(along_a[0], -along_a[2], b.v[j] - a.v[0], near)) on_pair(near);
  }
}

/// The nearest pair of features of disjoint simplices, within squared_rounding.
[[nodiscard]] inline NearFeatures nearest_features(const Simplex& a, const Simplex& b) {
  NearFeatures best;
  best.squared = -1;
  for_each_near_features(a, b, [&](const NearFeatures& near) {
    if (best.squared < 0 || near.squared < best.squared) best = near;
  });
  return best;
}

}  // namespace graze::distance
