#pragma once
/// Whether two boxes meet, by their fifteen axes in doubles: certainly apart, certainly not, or too close to tell.
///
/// A gap on any axis is a proof. The other way, exact boxes that are apart have a gap on an exact face normal or an exact product
/// of edges; where the stored axes are off from orthonormal by e (entrywise), those differ from the axes of sat/obb_obb.h by less
/// than 8 e and a few roundings, so that a gap there would leave an overlap of less than that part of both boxes and their distance
/// here.

#include <cmath>
#include <limits>
#include <optional>

#include <graze/distance/difference.h>
#include <graze/distance/simple_placed.h>
#include <graze/distance/zonotope_placed.h>
#include <graze/sat/obb_obb.h>

namespace graze::distance {

/// Roundings of an entry of the table, generously: an axis turned by a pose is off by 4, a product of two such by 12. In parts of
/// half extents. No unit. SimpleBoxes.AgreeWithRationalsNextToTouching
inline constexpr double table_error = 512 * tolerance::rounding;

/// Roundings of the way between the centres and of its products with the axes, in parts of all coordinates. No unit.
/// SimpleBoxes.AgreeWithRationalsNextToTouching
inline constexpr double center_error = 64 * tolerance::rounding;

/// The axes of a valid box, seen as shear_of() does: no unit. Six products, each rounded.
/// SimpleBoxes.MeanTheirStoredAxesEvenIfTheseAreSheared
inline constexpr double valid_shear = 6 * tolerance::orthonormal_frame + table_error;

/// A box around `anchor + offset`.
struct PlacedBox {
  V anchor;
  V offset;
  V axis[3];  ///< unit, but for what was stored and roundings
  double half[3];
  double size;         ///< bounds the sum of the sizes of the terms that the offset is rounded from
  double known_shear;  ///< not below shear_of(), which takes as long as a box's axes do; infinite where nothing is known
};

[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox placed_box(const Aabb& s) {
  const V half = times(0.5, less(vector(s.max), vector(s.min)));
  return {vector(s.min), half, {V{1, 0, 0}, V{0, 1, 0}, V{0, 0, 1}}, {half.x, half.y, half.z}, size_of(half), 0};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox placed_box(const Obb& s) {
  const Vec3& h = s.half_extents;
  return {vector(s.center), {}, {vector(s.axes[0]), vector(s.axes[1]), vector(s.axes[2])}, {h[0], h[1], h[2]}, 0, valid_shear};
}

/// The box, given in its own frame, turned by the pose, with its turned axes.
[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox moved_box(const PlacedBox& box, const Pose& pose, const V& x, const V& y, const V& z) {
  const V center = sum(box.anchor, box.offset);
  return {
      vector(pose.translation),       turned(pose.rotation, center),          {x, y, z}, {box.half[0], box.half[1], box.half[2]},
      2 * size_of(center) + box.size, std::numeric_limits<double>::infinity()};
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox moved_box(const Aabb& box, const Pose& pose) {
  const Mat3& r = pose.rotation;
  return moved_box(placed_box(box), pose, vector(r.col(0)), vector(r.col(1)), vector(r.col(2)));
}

[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox moved_box(const Obb& box, const Pose& pose) {
  const auto axis = [&](std::size_t k) __attribute__((always_inline)) { return turned(pose.rotation, vector(box.axes[k])); };
  return moved_box(placed_box(box), pose, axis(0), axis(1), axis(2));
}

template <class Box>
[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox placed_box(const Box& box, const Pose& pose) {
  return is_unmoved(pose) ? placed_box(box) : moved_box(box, pose);
}

template <class Box>
[[nodiscard]] GRAZE_FORCE_INLINE PlacedBox placed_box(const Box& box, const Unposed&) {
  return placed_box(box);
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
struct AxisRoom {
  double gap;    ///< a gap is certain beyond this
  double doubt;  ///< an overlap is
};

/// Sees one axis after the other until there is a gap.
struct GapOrDoubt {
  const sat::BoxPair<double>& boxes;
  AxisRoom room;
  bool all_overlap = true;

  template <class Axis>
  GRAZE_FORCE_INLINE bool operator()(const Axis& axis) {
    const double gap = std::fabs(axis.along(boxes.translation)) - axis.reach();
    all_overlap &= gap < -room.doubt;
    return gap > room.gap;
  }
};

/// Two boxes in the frame of the first.
struct PlacedPair {
  sat::BoxPair<double> boxes;
  double halves;
  double way;      ///< size of the way between the centres
  double centers;  ///< sizes of the terms that the way is rounded from

  GRAZE_FORCE_INLINE PlacedPair(const PlacedBox& a, const PlacedBox& b) {
    const V anchors = less(b.anchor, a.anchor);
    const V between = sum(anchors, less(b.offset, a.offset));
    for_each_index<3>([&](auto i) __attribute__((always_inline)) {
      for_each_index<3>([&](auto j) __attribute__((always_inline)) { boxes.rotation[i][j] = product(a.axis[i], b.axis[j]); });
      boxes.translation[i] = product(a.axis[i], between);
      boxes.half_a[i] = a.half[i];
      boxes.half_b[i] = b.half[i];
    });
    halves = a.half[0] + a.half[1] + a.half[2] + b.half[0] + b.half[1] + b.half[2];
    way = size_of(between);
    centers = size_of(anchors) + a.size + b.size;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE bool keeps_products() const { return distance::keeps_products(halves + centers); }

  /// For boxes that are sheared no more than this.
  [[nodiscard]] GRAZE_FORCE_INLINE AxisRoom room(double shear) const {
    const double relative = 6 * shear + table_error;
    const double absolute = center_error * centers;
    return {relative * halves + absolute, 3 * relative * (halves + way) + absolute};
  }
};

/// The axes of two boxes that are sheared no more than this.
[[nodiscard]] GRAZE_FORCE_INLINE std::optional<bool> boxes_meet(const PlacedPair& pair, double shear) {
  GapOrDoubt seen{pair.boxes, pair.room(shear)};
  if (sat::any_axis(pair.boxes, seen, sat::CompleteRows{})) return false;
  return seen.all_overlap ? std::optional(true) : std::nullopt;
}

/// The same, seldom and not inlined.
[[nodiscard, gnu::noinline, gnu::cold]] inline std::optional<bool> looked_at_again(const PlacedPair& pair, double shear) {
  return boxes_meet(pair, shear);
}

/// Nothing where the boxes are close to touching, or edges are nearly parallel and no face has a gap.
[[nodiscard]] GRAZE_FORCE_INLINE std::optional<bool> boxes_meet(const PlacedBox& a, const PlacedBox& b) {
  const PlacedPair pair(a, b);
  if (!pair.keeps_products()) return std::nullopt;
  const double known_shear = a.known_shear + b.known_shear;
  if (!(known_shear < std::numeric_limits<double>::infinity())) return boxes_meet(pair, shear_of(a) + shear_of(b));
  const auto known = boxes_meet(pair, known_shear);
  return known ? known : looked_at_again(pair, shear_of(a) + shear_of(b));
}

}  // namespace graze::distance
