#include "box/gap_lanes.h"

#include <algorithm>
#include <cstddef>
#include <limits>

#include "box/axes.h"
#include "box/eight_lanes.h"

namespace graze::distance {
namespace {

struct WidestGap {
  const sat::BoxPair<double>& boxes;
  double wide;
  double widest = -std::numeric_limits<double>::infinity();

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    widest = std::max(widest, std::fabs(axis.along(boxes.translation)) - axis.reach());
    return widest > wide;
  }
};

}  // namespace

WidestGaps widest_gaps() {
  static const WidestGaps chosen = sat::has_avx2() ? widest_gaps_avx2 : widest_gaps_baseline;
  return chosen;
}

/// Registers of two doubles are no faster than one axis after the other, which stops at the first wide gap.
BoxGaps widest_gaps_baseline(const BoxNumbers& a, const BoxNumbers& b, const Vector3<double>& way, double wide) {
  sat::BoxPair<double> boxes;
  for (int i = 0; i < 3; ++i) {
    const double* axis = a.axes + std::ptrdiff_t{3} * i;
    for (int j = 0; j < 3; ++j) {
      const double* other = b.axes + std::ptrdiff_t{3} * j;
      boxes.rotation[i][j] = axis[0] * other[0] + axis[1] * other[1] + axis[2] * other[2];
    }
    boxes.translation[i] = axis[0] * way.x + axis[1] * way.y + axis[2] * way.z;
    boxes.half_a[i] = a.half[i];
    boxes.half_b[i] = b.half[i];
  }
  WidestGap seen{boxes, wide};
  double absolute[3][3];
  if (sat::any_face_axis(boxes, absolute, seen)) return {seen.widest, seen.widest};
  const double of_faces = seen.widest;
  sat::any_edge_axis(boxes, absolute, seen);
  return {of_faces, seen.widest};
}

}  // namespace graze::distance
