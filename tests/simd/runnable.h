#pragma once
/// The tables of kernels that this processor can run, so that a test can ask all of them.

#include <vector>

#include "simd/processor.h"

namespace graze::test {

template <class Kernels>
std::vector<const Kernels*> runnable(const Kernels& baseline, const Kernels& avx2) {
  if (simd::has_avx2()) return {&baseline, &avx2};
  return {&baseline};
}

}  // namespace graze::test
