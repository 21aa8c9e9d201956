#pragma once
/// The body of squares_from_point, compiled once for each instruction set. Lane k stands for triangle k.

#include <cstring>

#include <graze/distance/point_lanes.h>
#include <graze/distance/triangle_features.h>
#include <graze/simd/double_lanes.h>

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

GRAZE_FORCE_INLINE unsigned squares_from_point_lanes(const Vec3& point, const FourTriangles& triangles, const SquareDoubt& doubt,
                                                     double limit, FourSquares& squares) {
  const Lanes a = corners_in_lanes(triangles, 0), b = corners_in_lanes(triangles, 1), c = corners_in_lanes(triangles, 2);
  const Lanes p{point.x(), point.y(), point.z()};
  const Lanes ab = b - a, bc = c - b, ca = a - c, from_a = p - a;
  const Double4 ab_ab = dot(ab, ab), ca_ca = dot(ca, ca);
  Double4 least = closest_on_edge(ab, ab_ab, from_a).squared;
  least = smaller(closest_on_edge(bc, dot(bc, bc), p - b).squared, least);
  least = smaller(closest_on_edge(ca, ca_ca, p - c).squared, least);
  least = smaller(closest_in_face(ab, -ca, from_a).squared, least);
  const Double4 size = Double4(2) * (dot(from_a, from_a) + (ab_ab + ca_ca));
  const Double4 uncertain = Double4(doubt.of_size) * size + Double4(doubt.of_self) * least + Double4(doubt.absolute);
  std::memcpy(squares.distance, &least.lanes, sizeof squares.distance);
  std::memcpy(squares.doubt, &uncertain.lanes, sizeof squares.doubt);
  std::memcpy(squares.size, &size.lanes, sizeof squares.size);
  const auto is_fit = (size > Double4(doubt.least_size)) & (size < Double4(doubt.greatest_size));
  return ~(((least - uncertain) > Double4(limit)) & is_fit).bits() & 0xFU;
}

}  // namespace graze::distance::GRAZE_SIMD_TARGET
