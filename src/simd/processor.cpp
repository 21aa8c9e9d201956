/// Which instruction sets this processor has.

#include "simd/processor.h"

namespace graze::simd {

/// The compiler's library has asked the processor before the first constructor of a program runs; this reads two bits of it.
bool has_avx2() {
#if defined(__x86_64__) || defined(__i386__)
  return __builtin_cpu_supports("avx2") != 0 && __builtin_cpu_supports("fma") != 0;
#else
  return false;
#endif
}

}  // namespace graze::simd
