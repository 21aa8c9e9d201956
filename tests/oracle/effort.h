#pragma once
/// How many random cases a test tries.

#include <algorithm>
#include <cstdlib>

namespace graze::testing {

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr int sanitizer_slowdown = 10;
#else
inline constexpr int sanitizer_slowdown = 1;
#endif

/// Numbers up to this are cheap enough to keep under a sanitizer, where larger ones shrink to a tenth but not below it: tests that
/// also count what they came across need their cases.
inline constexpr int always_done = 1000;

/// The usual number, times the environment variable GRAZE_EFFORT (100 is the long run: 10^7 pairs), less under a sanitizer.
inline int effort(int usual) {
  const char* wanted = std::getenv("GRAZE_EFFORT");
  const int factor = wanted == nullptr ? 1 : std::max(1, std::atoi(wanted));
  return std::max(std::min(usual, always_done), usual / sanitizer_slowdown) * factor;
}

}  // namespace graze::testing
