/// The kernels of turning searches for processors with AVX2, with every rounding.

#include "motion/turning/axis_lanes_kernel.h"
#include "motion/turning/kernels.h"

namespace graze::query {

const TurningKernels turning_kernels_avx2{.axis_times = GRAZE_SIMD_TARGET::axis_times_lanes};

}  // namespace graze::query
