#pragma once
/// Whether two boxes meet, by their fifteen axes in doubles: certainly apart, certainly not, or too close to tell.
///
/// Seen in doubles, faces of a have the normals a_i and edges the products n_i x b_j, where n_i = a_i+1 x a_i+2 is a_i but for
/// 2.1 e, if the stored axes are off from orthonormal by e (each product of two). A gap on any of these is a proof, as soon as it
/// is wider than what the reaches are off by: 2.1 e for each half extent and box. Conversely, exact boxes that are apart have a
/// gap on an exact face normal or product of edges; those differ from the axes seen by 2.1 e, so that a gap there would leave an
/// overlap of less than that part of both boxes and of the offset between them. Both generously rounded up: 6 and 18 times the sum
/// of both e.

#include <algorithm>
#include <cmath>
#include <optional>

#include "box/kernels.h"
#include "quick/placed.h"
#include "quick/zonotope_placed.h"
#include "rounded/minkowski_difference.h"

namespace graze::distance {

/// Roundings of an entry of the table, generously: an axis rotated by a pose is off by 4, a product of two such by 12. In parts of
/// half extents. No unit. SimpleBoxes.AgreeWithRationalsNextToTouching
inline constexpr double table_error = 512 * tolerance::rounding;

/// Roundings of the offset between the centres and of its products with the axes, in parts of all coordinates. No unit.
/// SimpleBoxes.AgreeWithRationalsNextToTouching
inline constexpr double center_error = 64 * tolerance::rounding;

/// How far products of the axes of a valid box are from those of an orthonormal frame, each. No unit.
/// SimpleBoxes.MeanTheirStoredAxesEvenIfTheseAreSheared
inline constexpr double valid_shear = tolerance::orthonormal_frame + table_error;

/// The same of the columns of a rotation whose rows are as orthonormal as check_body() asks for, which is thrice as much in the
/// spectral norm, and of the axes of a valid box that it has rotated. SimpleBoxes.MeanTheirPosesEvenIfTheseAreSheared
inline constexpr double posed_shear = 3 * valid_shear;
inline constexpr double rotated_shear = posed_shear + 2 * valid_shear;

/// A box around `anchor + offset`.
struct PlacedBox {
  V anchor;
  V offset;
  V axis[3];  ///< unit, but for what was stored and roundings
  double half[3];
  double size;         ///< bounds the sum of the sizes of the terms that the offset is rounded from
  double known_shear;  ///< bounds |a_i.a_j - delta_ij|, as shear_of() does, which takes as long as a box's axes do
};

[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox placed_box(const Aabb& s) {
  const V half = times(0.5, difference(vector(s.max), vector(s.min)));
  return {vector(s.min), half, {V{1, 0, 0}, V{0, 1, 0}, V{0, 0, 1}}, {half.x, half.y, half.z}, size_of(half), 0};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox placed_box(const Obb& s) {
  const Vec3& h = s.half_extents;
  return {vector(s.center), {}, {vector(s.axes[0]), vector(s.axes[1]), vector(s.axes[2])}, {h[0], h[1], h[2]}, 0, valid_shear};
}

/// The box, given in its own frame, rotated by the pose, with its rotated axes.
[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox moved_box(const PlacedBox& box, const Pose& pose, const V& x, const V& y, const V& z,
                                                     double shear) {
  const V center = sum(box.anchor, box.offset);
  return {vector(pose.translation),
          rotated(pose.rotation, center),
          {x, y, z},
          {box.half[0], box.half[1], box.half[2]},
          2 * size_of(center) + box.size,
          shear};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox moved_box(const Aabb& box, const Pose& pose) {
  const Mat3& r = pose.rotation;
  return moved_box(placed_box(box), pose, vector(r.col(0)), vector(r.col(1)), vector(r.col(2)), posed_shear);
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox moved_box(const Obb& box, const Pose& pose) {
  const auto axis = [&](std::size_t k) __attribute__((always_inline)) { return rotated(pose.rotation, vector(box.axes[k])); };
  return moved_box(placed_box(box), pose, axis(0), axis(1), axis(2), rotated_shear);
}

template <class Box>
[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox placed_box(const Box& box, const Pose& pose) {
  return is_unmoved(pose) ? placed_box(box) : moved_box(box, pose);
}

template <class Box>
[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox placed_box(const Box& box, const Unposed&) {
  return placed_box(box);
}

/// A box for its axes: without asking whether the pose moves it.
template <class Box>
[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox box_in_world(const Box& box, const Unposed&) {
  return placed_box(box);
}
template <class Box>
[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox box_in_world(const Box& box, const Pose& pose) {
  return moved_box(box, pose);
}

/// Bounds |a_i.a_j - delta_ij| but for roundings.
[[nodiscard]] GRAZE_FORCE_INLINE double shear_of(const PlacedBox& box) {
  const V& x = box.axis[0];
  const V& y = box.axis[1];
  const V& z = box.axis[2];
  const double skew = std::fabs(product(x, y)) + std::fabs(product(y, z)) + std::fabs(product(z, x));
  return skew + std::fabs(product(x, x) - 1) + std::fabs(product(y, y) - 1) + std::fabs(product(z, z) - 1);
}

/// How far gaps seen in doubles can be from those of the exact axes.
struct AxisMargin {
  double gap;    ///< a gap is certain beyond this
  double doubt;  ///< an overlap is
};

/// The sizes that roundings are parts of.
struct PairSizes {
  V between;           ///< the offset between the centres
  double halves;       ///< half extents, summed
  double offset_size;  ///< of that offset
  double centers;      ///< sizes of the terms that the offset is rounded from

  GRAZE_FORCE_INLINE PairSizes(const PlacedBox& a, const PlacedBox& b) {
    const V anchors = difference(b.anchor, a.anchor);
    between = sum(anchors, difference(b.offset, a.offset));
    halves = a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2];
    offset_size = size_of(between);
    centers = size_of(anchors) + a.size + b.size;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE bool keeps_products() const { return distance::keeps_products(halves + centers); }

  /// For boxes that are sheared no more than this.
  [[nodiscard]] GRAZE_FORCE_INLINE AxisMargin margin(double shear) const {
    const double relative = 6 * shear + table_error;
    const double absolute = center_error * centers;
    return {relative * halves + absolute, 3 * relative * (halves + offset_size) + absolute};
  }
};

[[nodiscard]] GRAZE_FORCE_INLINE std::optional<bool> decided_by(const BoxGaps& gaps, const AxisMargin& margin) {
  if (gaps.of_all > margin.gap) return false;
  return gaps.of_all < -margin.doubt ? std::optional(true) : std::nullopt;
}

/// How deep boxes must overlap along the normals of their faces so that they meet, whatever is seen across their edges: shared
/// edges would make them products of intervals and rectangles, whose axes are those of the faces. With s the sine between the two
/// edges that are most nearly parallel, one box turned by that angle and made smaller by 3 s of both sizes lies in itself and has
/// such an edge; both made smaller by the doubt are orthonormal. SimpleBoxes.MeetAsRationalsDoWhereEdgesAreNearlyParallel
[[nodiscard]] inline double surely_deep(const PlacedBox& a, const PlacedBox& b, const PairSizes& sizes, const AxisMargin& margin) {
  double least_sine = 1;  // squared
  for (const V& edge : a.axis) {
    const double squares[3] = {product(edge, b.axis[0]) * product(edge, b.axis[0]),
                               product(edge, b.axis[1]) * product(edge, b.axis[1]),
                               product(edge, b.axis[2]) * product(edge, b.axis[2])};
    for (int j = 0; j < 3; ++j) least_sine = std::min(least_sine, squares[(j + 1) % 3] + squares[(j + 2) % 3]);
  }
  return 5 * margin.doubt + 4 * std::sqrt(least_sine) * (sizes.halves + sizes.offset_size);
}

/// With how much the boxes are sheared in fact. Seldom and not inlined, and from the start again: the quick path then keeps nothing
/// in memory.
template <class A, class PoseA, class B, class PoseB>
[[nodiscard, gnu::noinline, gnu::cold]] std::optional<bool> looked_at_again(const A& a, const PoseA& pose_a, const B& b,
                                                                            const PoseB& pose_b, const BoxGaps& gaps) {
  const PlacedBox at_a = box_in_world(a, pose_a);
  const PlacedBox at_b = box_in_world(b, pose_b);
  const PairSizes sizes(at_a, at_b);
  const AxisMargin margin = sizes.margin(shear_of(at_a) + shear_of(at_b));
  if (const auto known = decided_by(gaps, margin)) return known;
  const double deep = surely_deep(at_a, at_b, sizes, margin);
  const auto least = [](const double(&half)[3]) { return std::min(std::min(half[0], half[1]), half[2]); };
  return gaps.of_faces < -deep && std::min(least(at_a.half), least(at_b.half)) > deep ? std::optional(true) : std::nullopt;
}

/// Where its numbers are stored already, so that no copy has to be made.
[[nodiscard]] GRAZE_FORCE_INLINE BoxNumbers numbers_of(const Obb& box, const Unposed&, const PlacedBox&) {
  return {box.axes[0].data(), box.half_extents.data()};
}
[[nodiscard]] GRAZE_FORCE_INLINE BoxNumbers numbers_of(const Aabb&, const Pose& pose, const PlacedBox& placed) {
  return {pose.rotation.data(), placed.half};
}
[[nodiscard]] GRAZE_FORCE_INLINE BoxNumbers numbers_of(const Obb& box, const Pose&, const PlacedBox& placed) {
  return {&placed.axis[0].x, box.half_extents.data()};
}
template <class Box, class Placement>
[[nodiscard]] GRAZE_FORCE_INLINE BoxNumbers numbers_of(const Box&, const Placement&, const PlacedBox& placed) {
  return {&placed.axis[0].x, placed.half};
}

/// Nothing where the boxes are close to touching.
template <class A, class PoseA, class B, class PoseB>
[[nodiscard]] GRAZE_FORCE_INLINE std::optional<bool> boxes_meet(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b) {
  const PlacedBox at_a = box_in_world(a, pose_a);
  const PlacedBox at_b = box_in_world(b, pose_b);
  const PairSizes sizes(at_a, at_b);
  if (!sizes.keeps_products()) return std::nullopt;
  const AxisMargin margin = sizes.margin(at_a.known_shear + at_b.known_shear);
  const BoxGaps gaps =
      sat::box_kernels().widest_gaps(numbers_of(a, pose_a, at_a), numbers_of(b, pose_b, at_b), sizes.between, margin.gap);
  const auto known = decided_by(gaps, margin);
  return known ? known : looked_at_again(a, pose_a, b, pose_b, gaps);
}

}  // namespace graze::distance
