/// The undecided axes of two boxes in double-doubles with error bounds.

#include "quick/box_box_fine.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "box/axes.h"
#include "quick/box_box.h"
#include "quick/fine_box.h"
#include "quick/zonotope_units.h"

namespace graze::distance {
namespace {

AxisNumber magnitude_of(const AxisNumber& a) { return {abs(a.value), a.error}; }

sat::BoxPair<double> in_frame_of_first(const PlacedBox& a, const PlacedBox& b, const V& offset) {
  sat::BoxPair<double> boxes;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) boxes.rotation[i][j] = product(a.axis[i], b.axis[j]);
    boxes.translation[i] = product(a.axis[i], offset);
    boxes.half_a[i] = a.half[i];
    boxes.half_b[i] = b.half[i];
  }
  return boxes;
}

/// An axis of the same direction: what points along a coordinate axis is that axis, without error.
AxisVector simplified(const AxisVector& axis) {
  const bool is_zero[3] = {sign_of(axis.x) == Sign::zero, sign_of(axis.y) == Sign::zero, sign_of(axis.z) == Sign::zero};
  const auto along = [](const AxisNumber& n) { return sign_of(n) == Sign::unknown ? n : AxisNumber(n.value.hi > 0 ? 1 : -1); };
  if (is_zero[0] && is_zero[1] && !is_zero[2]) return {0.0, 0.0, along(axis.z)};
  if (is_zero[1] && is_zero[2] && !is_zero[0]) return {along(axis.x), 0.0, 0.0};
  if (is_zero[2] && is_zero[0] && !is_zero[1]) return {0.0, along(axis.y), 0.0};
  return axis;
}

/// Axes that doubles cannot decide, a bit for each in the order of any_axis(); where they see a gap it is certain.
struct UndecidedAxes {
  const sat::BoxPair<double>& boxes;
  AxisMargin margin;
  unsigned open = 0;
  unsigned seen = 0;

  template <class Axis>
  bool operator()(const Axis& axis) {
    const double gap = std::fabs(axis.along(boxes.translation)) - axis.reach();
    if (!(gap < -margin.doubt)) open |= 1U << seen;
    ++seen;
    return gap > margin.gap;
  }
};

class FineBoxPair {
 public:
  FineBoxPair(const FineBox& a, const FineBox& b) : a_(a), b_(b), offset_(b.center - a.center) {}

  /// Of the exact normal of a face or product of edges, numbered as any_axis() visits them.
  [[nodiscard]] Sign gap_sign(int number) const {
    if (number < 6) {
      const FineBox& box = number < 3 ? a_ : b_;
      const int k = number % 3, next = (k + 1) % 3, last = (k + 2) % 3;
      const AxisVector normal = simplified(cross(box.axis[next], box.axis[last]));
      const AxisNumber reach = of_edge(normal, box, k) + all_edges(normal, number < 3 ? b_ : a_);
      return sign_of(magnitude_of(dot(normal, offset_)) - reach);
    }
    const int i = (number - 6) / 3, j = (number - 6) % 3;
    const AxisVector axis = simplified(cross(a_.axis[i], b_.axis[j]));
    const AxisNumber reach = other_edges(axis, a_, i) + other_edges(axis, b_, j);
    return sign_of(magnitude_of(dot(axis, offset_)) - reach);
  }

 private:
  [[nodiscard]] static AxisNumber of_edge(const AxisVector& axis, const FineBox& box, int k) {
    return box.half[k] * magnitude_of(dot(axis, box.axis[k]));
  }
  /// Along an axis that is across edge k.
  [[nodiscard]] static AxisNumber other_edges(const AxisVector& axis, const FineBox& box, int k) {
    return of_edge(axis, box, (k + 1) % 3) + of_edge(axis, box, (k + 2) % 3);
  }
  [[nodiscard]] static AxisNumber all_edges(const AxisVector& axis, const FineBox& box) {
    return of_edge(axis, box, 0) + other_edges(axis, box, 0);
  }

  const FineBox& a_;
  const FineBox& b_;
  AxisVector offset_;
};

template <class A, class B>
std::optional<bool> meet_by_axes(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b, bool are_parallel) {
  const PlacedBox at_a = placed_box(a, pose_a);
  const PlacedBox at_b = placed_box(b, pose_b);
  const PairSizes sizes(at_a, at_b);
  if (!sizes.keeps_products()) return std::nullopt;
  const sat::BoxPair<double> boxes = in_frame_of_first(at_a, at_b, sizes.between);
  UndecidedAxes doubts{boxes, sizes.margin(shear_of(at_a) + shear_of(at_b))};
  if (sat::any_axis(boxes, doubts, sat::CompleteRows{})) return false;
  const FineBox fine_a = fine_box(a, pose_a, nullptr);
  const FineBox fine_b = fine_box(b, pose_b, are_parallel ? &fine_a : nullptr);
  const FineBoxPair fine(fine_a, fine_b);
  bool is_certain = true;
  // Where edges are parallel, the normals of one box's faces are all axes.
  for (unsigned open = are_parallel ? doubts.open & 7U : doubts.open; open != 0; open &= open - 1) {
    const Sign sign = fine.gap_sign(std::countr_zero(open));
    if (sign == Sign::positive) return false;
    is_certain = is_certain && sign != Sign::unknown;
  }
  return is_certain ? std::optional(true) : std::nullopt;
}

}  // namespace

std::optional<bool> boxes_meet_by_undecided_axes(const Zonotope& a, const Zonotope& b, double unit) {
  using Kind = Zonotope::Kind;
  if (a.kind < Kind::aligned_box || b.kind < Kind::aligned_box || a.radius > 0 || b.radius > 0) return std::nullopt;
  const InUnits in_a{a, 1 / unit}, in_b{b, 1 / unit};
  const Pose pose_a = in_a.pose(), pose_b = in_b.pose();
  const bool are_parallel = have_equal_axes(a, b);
  const auto with_b = [&](const auto& box_a) {
    return b.kind == Kind::aligned_box ? meet_by_axes(box_a, pose_a, in_b.aligned_box(), pose_b, are_parallel)
                                       : meet_by_axes(box_a, pose_a, in_b.oriented_box(), pose_b, are_parallel);
  };
  return a.kind == Kind::aligned_box ? with_b(in_a.aligned_box()) : with_b(in_a.oriented_box());
}

}  // namespace graze::distance
