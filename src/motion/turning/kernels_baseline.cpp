/// The kernels of turning searches for every processor.

#include "motion/turning/axis_lanes_kernel.h"
#include "motion/turning/kernels.h"

namespace graze::query {

const TurningKernels turning_kernels_baseline{.axis_times = GRAZE_SIMD_TARGET::axis_times_lanes};

}  // namespace graze::query
