#pragma once
/// Which kernels this processor runs. The only place that asks it what it can do.

namespace graze::simd {

/// AVX2 and fused products. Some kernels use both; no processor has only the first.
[[nodiscard]] bool has_avx2();

/// A room that has kernels has a table of them for each instruction set, with the same entries; callers fetch it once before a
/// loop.
template <class Kernels>
[[nodiscard]] inline const Kernels& of_processor(const Kernels& baseline, const Kernels& avx2) {
  return has_avx2() ? avx2 : baseline;
}

}  // namespace graze::simd
