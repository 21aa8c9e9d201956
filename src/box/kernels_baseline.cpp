/// The kernels about boxes for every processor. Of two boxes alone, registers of two doubles are no faster than one axis after the
/// other, which stops at the first wide gap.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>

#include "box/axes.h"
#include "box/eight_lanes_kernel.h"
#include "box/eight_sweep_lanes_kernel.h"
#include "box/kernels.h"

namespace graze::sat {
namespace {

struct WidestGap {
  const BoxPair<double>& boxes;
  double wide;
  double widest = -std::numeric_limits<double>::infinity();

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    widest = std::max(widest, std::fabs(axis.along(boxes.translation)) - axis.reach());
    return widest > wide;
  }
};

BoxPair<double> box_pair(const distance::BoxNumbers& a, const distance::BoxNumbers& b, const Vector3<double>& offset) {
  BoxPair<double> boxes;
  for (int i = 0; i < 3; ++i) {
    const double* axis = a.axes + std::ptrdiff_t{3} * i;
    for (int j = 0; j < 3; ++j) {
      const double* other = b.axes + std::ptrdiff_t{3} * j;
      boxes.rotation[i][j] = axis[0] * other[0] + axis[1] * other[1] + axis[2] * other[2];
    }
    boxes.translation[i] = axis[0] * offset.x + axis[1] * offset.y + axis[2] * offset.z;
    boxes.half_a[i] = a.half[i];
    boxes.half_b[i] = b.half[i];
  }
  return boxes;
}

distance::BoxGaps widest_gaps(const distance::BoxNumbers& a, const distance::BoxNumbers& b, const Vector3<double>& offset,
                              double wide) {
  const BoxPair<double> boxes = box_pair(a, b, offset);
  WidestGap seen{boxes, wide};
  double absolute[3][3];
  if (any_face_axis(boxes, absolute, seen)) return {seen.widest, seen.widest};
  const double of_faces = seen.widest;
  any_edge_axis(boxes, absolute, seen);
  return {of_faces, seen.widest};
}

void turn(const distance::TurnedBox& box, double (&axes)[9]) {
  const double* r = box.rotation;
  for (int j = 0; j < 3; ++j) {
    const double* axis = box.box.axes + std::ptrdiff_t{3} * j;
    for (int k = 0; k < 3; ++k) axes[3 * j + k] = r[k] * axis[0] + r[3 + k] * axis[1] + r[6 + k] * axis[2];
  }
}

bool have_gap(const distance::TurnedBox& a, const distance::TurnedBox& b, const Vector3<double>& offset, double wide) {
  double axes_a[9], axes_b[9];
  turn(a, axes_a);
  turn(b, axes_b);
  return widest_gaps({axes_a, a.box.half}, {axes_b, b.box.half}, offset, wide).of_all > wide;
}

}  // namespace

const BoxKernels box_kernels_baseline{.may_overlap = may_overlap,
                                      .may_overlap_during = may_overlap_during,
                                      .may_overlap_eight = GRAZE_SIMD_TARGET::may_overlap_eight_lanes,
                                      .may_overlap_eight_during = GRAZE_SIMD_TARGET::may_overlap_eight_during_lanes,
                                      .widest_gaps = widest_gaps,
                                      .have_gap = have_gap};

}  // namespace graze::sat
