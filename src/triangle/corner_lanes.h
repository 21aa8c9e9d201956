#pragma once
/// Three points side by side, for kernels about triangles. Lane k stands for point k; the fourth repeats the first.

#include <graze/vec.h>

#include "numbers/vector.h"
#include "simd/double_lanes.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

using simd::GRAZE_SIMD_TARGET::Double4;
using Lanes = Vector3<Double4>;

GRAZE_FORCE_INLINE Lanes in_lanes(const Vec3& p, const Vec3& q, const Vec3& r) {
  return {Double4(simd::GRAZE_SIMD_TARGET::DoubleRegister{p.x(), q.x(), r.x(), p.x()}),
          Double4(simd::GRAZE_SIMD_TARGET::DoubleRegister{p.y(), q.y(), r.y(), p.y()}),
          Double4(simd::GRAZE_SIMD_TARGET::DoubleRegister{p.z(), q.z(), r.z(), p.z()})};
}

GRAZE_FORCE_INLINE Lanes only(int k, const Lanes& v) { return {only(k, v.x), only(k, v.y), only(k, v.z)}; }

}  // namespace graze::sat::GRAZE_SIMD_TARGET
