#pragma once
/// How far points reach along three axes, eight points at a time.

#include <cstddef>

namespace graze::tree {

/// Points by coordinate, at least eight.
struct PointRows {
  const float* x;
  const float* y;
  const float* z;
  std::size_t count;
};

struct AxesInLanes {
  float reference[3];
  float axes[3][3];  ///< [i][k]: component k of axis i
};

/// Of axis · (point - reference), each rounded as the terms a0 d0 + a1 d1 + a2 d2, from left to right.
struct ExtentInLanes {
  float lo[3];
  float hi[3];
};

/// All variants give the same bits.
using ExtentAlong = ExtentInLanes (*)(const PointRows& points, const AxesInLanes& axes);

}  // namespace graze::tree
