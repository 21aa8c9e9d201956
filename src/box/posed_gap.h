#pragma once
/// Two posed boxes told apart at once, before anything else is computed from their poses: all that is stored is orthonormal within
/// what validation allows, and the margin takes it to be no better.

#include <graze/pose.h>
#include <graze/shapes.h>

#include "box/kernels.h"
#include "numbers/bounded.h"
#include "numbers/tolerance.h"

namespace graze::sat {

/// How far the axes of two boxes are from orthonormal once valid rotations have turned them, beyond their own defects: rows of a
/// rotation by 2^-18 each, 3 * 2^-18 in the spectral norm, and a quarter of that for second order. No unit.
/// PosedGap.NeverPartsBoxesThatMeet
inline constexpr double rotations_shear = 8 * tolerance::orthonormal_frame;

/// Of numbers in the frame of one box: three products of matrices, 4 u an entry each, times sqrt(3) with each that follows;
/// generously. In parts of the half extents. No unit. PosedGap.NeverPartsBoxesThatMeet
inline constexpr double turned_error = 512 * tolerance::rounding;

/// The same of the offset, in parts of its coordinates. No unit. PosedGap.NeverPartsBoxesThatMeet
inline constexpr double turned_offset_error = 64 * tolerance::rounding;

/// Whether an axis of the two separates their sets for certain, as box/margin.h derives. `offset` is from the centre of a to that
/// of b in the world, each coordinate off by `offset_error` at most, and short enough for its square to be finite; `defects` bounds
/// the sum of both orthonormality_defect().
[[nodiscard]] inline bool are_parted(const Obb& a, const Pose& pose_a, const Obb& b, const Pose& pose_b, const Vec3& offset,
                                     double offset_error, double defects, distance::HaveGap have_gap = box_kernels().have_gap) {
  const double halves = a.half_extents.sum() + b.half_extents.sum();
  const double margin = (6 * (rotations_shear + defects) + turned_error) * halves + 2 * offset_error +
                        turned_offset_error * offset.lpNorm<1>() + graze::detail::underflow_bound;
  const auto turned = [](const Obb& box, const Pose& pose) {
    return distance::TurnedBox{{box.axes[0].data(), box.half_extents.data()}, pose.rotation.data()};
  };
  return have_gap(turned(a, pose_a), turned(b, pose_b), {offset.x(), offset.y(), offset.z()}, margin);
}

}  // namespace graze::sat
