/// Lanes as processors with AVX2 and fused products have them, whatever the rest of the tests is compiled for.

#if defined(__GNUC__) && !defined(__clang__) && defined(__x86_64__)
#define GRAZE_TESTS_AVX2 1
#pragma GCC target("avx2,fma")
// Before version 13 g++ reads ahead of its own pragma and leaves these out.
#if !defined(__AVX2__)
#define __AVX2__ 1
#define __FMA__ 1
#endif
#endif

#include "simd/lane_table_body.h"

namespace graze::testing {

const LaneTable* avx2_lanes() {
#if defined(GRAZE_TESTS_AVX2)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma")) return nullptr;
  static const LaneTable table = simd::GRAZE_SIMD_TARGET::lane_table();
  return &table;
#else
  return nullptr;
#endif
}

}  // namespace graze::testing
