#pragma once
/// The kernels about triangles, one table for each instruction set: what is asked so often that it is worth the widest registers of
/// the processor.

#include "simd/processor.h"
#include "triangle/closest_lanes.h"
#include "triangle/motion_lanes.h"
#include "triangle/overlap_lanes.h"
#include "triangle/point_lanes.h"

namespace graze::sat {

struct TriangleKernels {
  CertainMeeting certain_meeting;
  PlaceTriangle place;
  MeetingInLanes meeting;
  EarliestMeeting earliest_meeting;
  distance::LeastSquared least_squared;
  distance::SquaresFromPoint squares_from_point;
  distance::FewSquaresFromPoint few_squares_from_point;
};

extern const TriangleKernels triangle_kernels_baseline;
extern const TriangleKernels triangle_kernels_avx2;

[[nodiscard]] inline const TriangleKernels& triangle_kernels() {
  return simd::of_processor(triangle_kernels_baseline, triangle_kernels_avx2);
}

/// Entries of triangle_kernels_avx2 whose bounds have room for fused products: kernels_fused_avx2.cpp.
[[nodiscard]] Verdict certain_meeting_fused_avx2(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack);
void place_fused_avx2(const Pose& pose, double error, const Vec3& v0, const Vec3& v1, const Vec3& v2, TriangleInLanes& placed);
[[nodiscard]] Verdict meeting_fused_avx2(const TriangleInLanes& a, const TriangleInLanes& b);

}  // namespace graze::sat
