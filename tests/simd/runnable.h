#pragma once
/// The kernels that this processor can run, so that a test can ask all of them.

#include <vector>

#include "simd/processor.h"

namespace graze::test {

/// The tables.
template <class Kernels>
std::vector<const Kernels*> runnable(const Kernels& baseline, const Kernels& avx2) {
  if (simd::has_avx2()) return {&baseline, &avx2};
  return {&baseline};
}

/// One entry of each.
template <class Kernels, class Kernel>
std::vector<Kernel> runnable(const Kernels& baseline, const Kernels& avx2, Kernel Kernels::* entry) {
  std::vector<Kernel> all;
  for (const Kernels* kernels : runnable(baseline, avx2)) all.push_back(kernels->*entry);
  return all;
}

}  // namespace graze::test
