#pragma once
/// The kernels of turning searches, one table for each instruction set.

#include "motion/turning/axis_lanes.h"
#include "simd/processor.h"

namespace graze::query {

struct TurningKernels {
  AxisTimes axis_times;
};

extern const TurningKernels turning_kernels_baseline;
extern const TurningKernels turning_kernels_avx2;

[[nodiscard]] inline const TurningKernels& turning_kernels() {
  return simd::of_processor(turning_kernels_baseline, turning_kernels_avx2);
}

}  // namespace graze::query
