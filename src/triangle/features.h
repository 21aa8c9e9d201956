#pragma once
/// Pairs of features of two triangles, segments or points, and the squared distance between them in plain doubles.
///
/// Two disjoint simplices are closest in a pair of edges or in a corner and a face: all other pairs of features lie on the rims of
/// these. The trap: it holds for disjoint ones only. An edge through the middle of a face is far from every feature.

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>

#include <graze/vec.h>

#include "numbers/tolerance.h"
#include "numbers/vector.h"
#include "simd/force_inline.h"

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
  int i = 0;
  int j = 0;
};

/// A pair of features with the parameters of their closest points.
struct NearFeatures {
  FeaturePair pair;
  double squared;            ///< distance; unit of the input, squared
  std::array<double, 2> on;  ///< edge_edge: along edge i and edge j, within [0, 1]; else weights of the face's 2nd and 3rd corner
};

/// The squared distance that closest_edges() and closest_in_face() compute exceeds the exact one by at most this times the square
/// of size_of_pair(), and falls below it by no more. No unit. Both functions return parameters within the features, whatever
/// rounding did to them, so only two errors count. (1) Evaluating |p - q|^2 at given parameters: below 24 u. (2) Parameters that
/// are not optimal. Along an edge the squared distance is a parabola of curvature D / |f|^2, D = |e|^2 |f|^2 - (e.f)^2, and D is
/// off by at most 6 u |e|^2 |f|^2. Where D exceeds 14 u |e|^2 |f|^2 the parameter is off by so little that it costs at most 14 u;
/// where it does not, all parameters differ by at most 20 u. In a face, with D from its own edges, y is as the parameter of an
/// edge, and x the best for y; where D is small, an edge is nearby that costs at most D / (4 |f|^2).
/// TriangleClosest.EstimatesWithinItsBoundEvenForSliversAndNearlyParallelEdges
inline constexpr double squared_rounding = 64 * tolerance::rounding;

/// The square of a length that bounds what squared_rounding is relative to: all edges and the offset of the simplices.
[[nodiscard]] inline double squared_size_of_pair(const Simplex& a, const Simplex& b) {
  double size = (a.v[0] - b.v[0]).squaredNorm();
  for (const Simplex* s : {&a, &b}) size += (s->v[1] - s->v[0]).squaredNorm() + (s->v[2] - s->v[0]).squaredNorm();
  return 2 * size;
}

/// The parameters of the closest points of two features, in numbers of the kind N: double, several of them in lanes, or
/// DoubleDouble where these are too coarse. The bound above holds with the roundings of N.
template <class N>
struct NearestParameters {
  N squared = 0;
  std::array<N, 2> on{};
};

/// For kinds of numbers without lanes; those with lanes have their own.
template <class N>
[[nodiscard]] GRAZE_FORCE_INLINE N chosen(bool first, const N& a, const N& b) {
  return first ? a : b;
}

template <class N>
[[nodiscard]] GRAZE_FORCE_INLINE N clamped_ratio(const N& numerator, const N& denominator) {
  const N below_one = chosen(numerator < denominator, numerator / denominator, N(1));
  return chosen((denominator > N(0)) & (numerator > N(0)), below_one, N(0));
}

/// Closest points of edges p + s e and q + t f; r = p - q. An end is reached exactly or not at all. Edges without length count as
/// their first point. The parameter s is computed again for the t found, which can only shorten the distance.
template <class N>
[[nodiscard]] GRAZE_FORCE_INLINE NearestParameters<N> closest_edges(const Vector3<N>& e, const Vector3<N>& f, const Vector3<N>& r) {
  const N ee = dot(e, e), ff = dot(f, f), ef = dot(e, f), er = dot(e, r), fr = dot(f, r);
  const N of_lines = clamped_ratio(ef * fr - ff * er, ee * ff - ef * ef);
  const N t = clamped_ratio(ef * of_lines + fr, ff);
  const N s = clamped_ratio(t * ef - er, ee);
  const Vector3<N> between = r + s * e - t * f;
  return {dot(between, between), {s, t}};
}

/// What closest_in_face() asks of a face q + x f + y g, whatever the corner.
template <class N>
struct FaceProducts {
  N ff, fg, determinant;
};

template <class N>
[[nodiscard]] GRAZE_FORCE_INLINE FaceProducts<N> face_products(const Vector3<N>& f, const Vector3<N>& g) {
  const N ff = dot(f, f), gg = dot(g, g), fg = dot(f, g);
  return {ff, fg, ff * gg - fg * fg};
}

/// Closest point of the face q + x f + y g to the corner q + r, when it is within the face; otherwise infinitely far: then an edge
/// is nearer. The trap: x by the formula that gives y would have an error as large as y's but independent of it, and for slivers
/// such a point is far from the best one.
template <class N>
[[nodiscard]] GRAZE_FORCE_INLINE NearestParameters<N> closest_in_face(const Vector3<N>& f, const Vector3<N>& g,
                                                                      const FaceProducts<N>& own, const Vector3<N>& r) {
  const auto& [ff, fg, determinant] = own;
  const N fr = dot(f, r), gr = dot(g, r);
  const N y = (ff * gr - fg * fr) / determinant, x = (fr - y * fg) / ff;
  const auto is_within = (x >= N(0)) & (y >= N(0)) & (x + y <= N(1)) & (determinant > N(0));
  const Vector3<N> between = r - x * f - y * g;
  return {chosen(is_within, dot(between, between), N(std::numeric_limits<double>::infinity())), {x, y}};
}

template <class N>
[[nodiscard]] GRAZE_FORCE_INLINE NearestParameters<N> closest_in_face(const Vector3<N>& f, const Vector3<N>& g,
                                                                      const Vector3<N>& r) {
  return closest_in_face(f, g, face_products(f, g), r);
}

/// Closest point of the edge q + t f to the point q + r: closest_edges() with a point for the first edge, the same roundings.
template <class N>
[[nodiscard]] GRAZE_FORCE_INLINE NearestParameters<N> closest_on_edge(const Vector3<N>& f, const N& ff, const Vector3<N>& r) {
  const N t = clamped_ratio(dot(f, r), ff);
  const Vector3<N> between = r - t * f;
  return {dot(between, between), {0, t}};
}

/// Calls on_pair(NearFeatures) for every pair of edges, and every corner above the inside of a face.
template <class OnPair>
void for_each_near_features(const Simplex& a, const Simplex& b, OnPair&& on_pair) {
  const auto between = [](const Vec3& p, const Vec3& q) { return lifted<double>(q - p); };
  std::array<Vector3<double>, 3> along_a, along_b;
  for (int i = 0; i < a.edges(); ++i) along_a[i] = between(a.v[i], a.v[a.edge_end(i)]);
  for (int j = 0; j < b.edges(); ++j) along_b[j] = between(b.v[j], b.v[b.edge_end(j)]);
  for (int i = 0; i < a.edges(); ++i) {
    for (int j = 0; j < b.edges(); ++j) {
      const auto near = closest_edges(along_a[i], along_b[j], between(b.v[j], a.v[i]));
      on_pair(NearFeatures{{PairKind::edge_edge, i, j}, near.squared, near.on});
    }
  }
  for (int i = 0; b.faces() != 0 && i < a.corners; ++i) {
    const auto near = closest_in_face(along_b[0], -along_b[2], between(b.v[0], a.v[i]));
    if (std::isfinite(near.squared)) on_pair(NearFeatures{{PairKind::corner_face, i, 0}, near.squared, near.on});
  }
  for (int j = 0; a.faces() != 0 && j < b.corners; ++j) {
    const auto near = closest_in_face(along_a[0], -along_a[2], between(a.v[0], b.v[j]));
    if (std::isfinite(near.squared)) on_pair(NearFeatures{{PairKind::face_corner, 0, j}, near.squared, near.on});
  }
}

/// nearest_features() of a point, the first, and a triangle.
[[nodiscard]] inline NearFeatures nearest_features_of_point(const Vec3& point, const std::array<Vec3, 3>& v) {
  std::array<Vector3<double>, 3> along, from;
  for (int j = 0; j < 3; ++j) along[j] = lifted<double>(v[(j + 1) % 3] - v[j]), from[j] = lifted<double>(point - v[j]);
  NearFeatures best{{}, std::numeric_limits<double>::infinity(), {}};
  for (int j = 0; j < 3; ++j) {
    const auto near = closest_on_edge(along[j], dot(along[j], along[j]), from[j]);
    if (j == 0 || near.squared < best.squared) best = {{PairKind::edge_edge, 0, j}, near.squared, near.on};
  }
  const auto near = closest_in_face(along[0], -along[2], from[0]);
  if (near.squared < best.squared) best = {{PairKind::corner_face, 0, 0}, near.squared, near.on};
  return best;
}

/// The nearest pair of features of disjoint simplices, within squared_rounding.
[[nodiscard]] inline NearFeatures nearest_features(const Simplex& a, const Simplex& b) {
  if (a.corners == 1 && b.corners == 3) return nearest_features_of_point(a.v[0], b.v);
  NearFeatures best{{}, -1, {}};
  for_each_near_features(a, b, [&](const NearFeatures& near) {
    if (best.squared < 0 || near.squared < best.squared) best = near;
  });
  return best;
}

}  // namespace graze::distance
