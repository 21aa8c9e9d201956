#pragma once
/// The bodies of squares_from_point and few_squares_from_point, compiled once for each instruction set. Lane k stands for triangle
/// k.

#include <cstring>
#include <limits>

#include "simd/double_lanes.h"
#include "triangle/features.h"
#include "triangle/point_lanes.h"

namespace graze::distance::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Double4;
using Lanes = Vector3<Double4>;

GRAZE_FORCE_INLINE Lanes corners_in_lanes(const FourTriangles& triangles, std::size_t corner) {
  using simd::GRAZE_SIMD_TARGET::DoubleRegister;
  const Vec3& p = triangles.vertices[(*triangles.corners[0])[corner]];
  const Vec3& q = triangles.vertices[(*triangles.corners[1])[corner]];
  const Vec3& r = triangles.vertices[(*triangles.corners[2])[corner]];
  const Vec3& s = triangles.vertices[(*triangles.corners[3])[corner]];
  return {Double4(DoubleRegister{p.x(), q.x(), r.x(), s.x()}), Double4(DoubleRegister{p.y(), q.y(), r.y(), s.y()}),
          Double4(DoubleRegister{p.z(), q.z(), r.z(), s.z()})};
}

/// Four triangles by the numbers of their corners, with what FourInLanes has of them.
struct GatheredLanes {
  Lanes corners[3], edges[3];
  FaceProducts<Double4> products;

  GRAZE_FORCE_INLINE explicit GatheredLanes(const FourTriangles& triangles)
      : corners{corners_in_lanes(triangles, 0), corners_in_lanes(triangles, 1), corners_in_lanes(triangles, 2)},
        edges{corners[1] - corners[0], corners[2] - corners[1], corners[0] - corners[2]},
        products(face_products(edges[0], -edges[2])) {}

  GRAZE_FORCE_INLINE const Lanes& corner(int k) const { return corners[k]; }
  GRAZE_FORCE_INLINE const Lanes& edge(int k) const { return edges[k]; }
  GRAZE_FORCE_INLINE Double4 square(int k) const { return k == 0 ? products.ff : dot(edges[k], edges[k]); }
  GRAZE_FORCE_INLINE const FaceProducts<Double4>& face() const { return products; }
};

GRAZE_FORCE_INLINE Double4 loaded(const double (&x)[4]) {
  Double4 out;
  std::memcpy(&out.lanes, x, sizeof x);
  return out;
}

/// The same as they are stored, loaded where they are needed: they are more than there are registers.
struct StoredLanes {
  const FourInLanes& four;

  static GRAZE_FORCE_INLINE Lanes vector(const double (&x)[3][4]) { return {loaded(x[0]), loaded(x[1]), loaded(x[2])}; }
  GRAZE_FORCE_INLINE Lanes corner(int k) const { return vector(four.corners[k]); }
  GRAZE_FORCE_INLINE Lanes edge(int k) const { return vector(four.edges[k]); }
  GRAZE_FORCE_INLINE Double4 square(int k) const { return loaded(four.squares[k]); }
  GRAZE_FORCE_INLINE FaceProducts<Double4> face() const { return {square(0), loaded(four.slant), loaded(four.determinant)}; }
};

GRAZE_FORCE_INLINE void store(const Double4& x, double (&out)[4]) { std::memcpy(out, &x.lanes, sizeof out); }

/// What is found of four triangles, still in lanes.
struct SquaresInLanes {
  Double4 least, doubt, size;
};

/// The nearest of some places.
struct NearestPlaces {
  Double4 squared, on;

  /// Bit k is set where it was.
  GRAZE_FORCE_INLINE unsigned take_if_nearer(const NearestParameters<Double4>& near) {
    const auto is_nearer = near.squared < squared;
    squared = chosen(is_nearer, near.squared, squared);
    on = chosen(is_nearer, near.on[1], on);
    return is_nearer.bits();
  }
};

template <class FourLanes>
GRAZE_FORCE_INLINE SquaresInLanes seen_from(const Lanes& p, const FourLanes& four, const SquareDoubt& doubt, FourSquares& squares) {
  const Lanes from_a = p - four.corner(0);
  const NearestParameters<Double4> first = closest_on_edge(four.edge(0), four.square(0), from_a);
  const NearestParameters<Double4> face = closest_in_face(four.edge(0), -four.edge(2), four.face(), from_a);
  NearestPlaces nearest{first.squared, first.on[1]};
  const unsigned on_edge_1 = nearest.take_if_nearer(closest_on_edge(four.edge(1), four.square(1), p - four.corner(1)));
  const unsigned on_edge_2 = nearest.take_if_nearer(closest_on_edge(four.edge(2), four.square(2), p - four.corner(2)));
  const unsigned in_face = nearest.take_if_nearer(face);
  const Double4 size = Double4(2) * (dot(from_a, from_a) + (four.square(0) + four.square(2)));
  const Double4 uncertain = Double4(doubt.of_size) * size + Double4(doubt.of_self) * nearest.squared + Double4(doubt.absolute);
  store(nearest.squared, squares.distance);
  store(uncertain, squares.doubt);
  store(size, squares.size);
  store(face.on[0], squares.on[0]);
  store(nearest.on, squares.on[1]);
  squares.in_face = in_face;
  squares.on_edge_2 = on_edge_2;
  squares.on_edge_1 = on_edge_1;
  return {nearest.squared, uncertain, size};
}

GRAZE_FORCE_INLINE auto are_fit(const Double4& size, const SquareDoubt& doubt) {
  return (size > Double4(doubt.least_size)) & (size < Double4(doubt.greatest_size));
}

GRAZE_FORCE_INLINE unsigned squares_from_point_lanes(const Vec3& point, const FourTriangles& triangles, const SquareDoubt& doubt,
                                                     double limit, FourSquares& squares) {
  const SquaresInLanes seen = seen_from({point.x(), point.y(), point.z()}, GatheredLanes(triangles), doubt, squares);
  return ~(((seen.least - seen.doubt) > Double4(limit)) & are_fit(seen.size, doubt)).bits() & 0xFU;
}

GRAZE_FORCE_INLINE double least_of(const Double4& x) {
  double least = x.lanes[0];
  for (int k = 1; k < 4; ++k) least = x.lanes[k] < least ? x.lanes[k] : least;
  return least;
}

/// Two passes without a branch on what is found: which triangle is near is hard to foresee.
GRAZE_FORCE_INLINE std::uint32_t few_squares_from_point_lanes(const Vec3& point, const FewTriangles& triangles,
                                                              const SquareDoubt& doubt, FewSquares& squares) {
  const Lanes p{point.x(), point.y(), point.z()};
  const std::size_t fours = triangles.fours.size();
  Double4 high(std::numeric_limits<double>::infinity());
  unsigned fit = 0xFU;
  for (std::size_t k = 0; k < fours; ++k) {
    const SquaresInLanes seen = seen_from(p, StoredLanes{triangles.fours[k]}, doubt, squares.four[k]);
    high = smaller(seen.least + seen.doubt, high);
    fit &= are_fit(seen.size, doubt).bits();
  }
  const double limit = least_of(high);
  squares.limit = fit == 0xFU ? limit : -1;
  std::uint32_t left = 0;
  for (std::size_t k = 0; k < fours; ++k) {
    const FourSquares& four = squares.four[k];
    left |= ((loaded(four.distance) - loaded(four.doubt)) <= Double4(limit)).bits() << 4 * k;
  }
  static_assert(FewTriangles::most < 32);
  return left & ((std::uint32_t{1} << triangles.count) - 1);
}

}  // namespace graze::distance::GRAZE_SIMD_TARGET
