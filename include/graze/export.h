#pragma once
/// Marks what the shared library offers; everything else is hidden (the build sets -fvisibility=hidden).

#if defined(_WIN32)
#define GRAZE_API
#else
#define GRAZE_API __attribute__((visibility("default")))
#endif

#if defined(__FAST_MATH__)
#error "graze promises exact answers: -ffast-math breaks the error bounds they rest on"
#endif
