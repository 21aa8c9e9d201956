#pragma once
/// The margins that rounding needs in the test of two oriented boxes, so that "apart" is never wrong.
///
/// Let A, B be the matrices of stored axes, X the exact relative placement, G = AᵀA, R = Aᵀ X B, t = Aᵀ(difference of centres), all
/// real numbers, and R^, t^ what was computed. Every axis of axes.h has the form A l with l made from R^: the projections are
/// lᵀt, |G l| and |Rᵀ l| exactly, whatever A, B, X are. With shear e = bounds of |AᵀA - 1| + |(XB)ᵀXB - 1|, |R^ - R| <= rho and
/// |t^ - t| <= tau (all entrywise), the table's value of the reach is short by at most (5 e + 2.5 rho) sum(half extents):
///   face of a: e + rho;  face of b: sqrt(3) e_a + 3 e + sqrt(3) rho;  edges: sqrt(2) e_a + 4.5 e + (1 + sqrt(2)) rho
/// (|R_j x R_k -+ R_m| <= 3 |sqrt(RᵀR) - 1|, half of which is 3 e), and lᵀt is off by at most sqrt(3) tau. Evaluating either side
/// rounds by at most 5 u sum(half extents) and 3 u |t|_1. The constants below leave a fifth for terms of second order.

#include <graze/pose.h>
#include <graze/shapes.h>

#include "box/axes.h"
#include "geometry/frame.h"

namespace graze::sat {

/// The placement of body b in the frame of body a, and how far the stored numbers may be from the exact ones.
struct RelativePose {
  Mat3 rotation = Mat3::Identity();
  Vec3 translation = Vec3::Zero();
  double shear = 0;              ///< bounds the spectral norm of (exact rotation)ᵀ(exact rotation) - 1
  double rotation_error = 0;     ///< entrywise
  double translation_error = 0;  ///< entrywise, length
  Mat3 to_a = Mat3::Identity();  ///< turns vectors of the world into a's frame; error as rotation_error
};

/// Inverts the stored rotation of a instead of transposing it: transposing would move far boxes of a sheared pose.
[[nodiscard]] RelativePose relative_pose_with_errors(const Pose& a, const Pose& b);

/// The same, when the pose of b in a's frame is itself the exact input.
[[nodiscard]] RelativePose exact_relative_pose(const Pose& b_in_a);

/// The margin along any axis: relative * (sum of all six half extents) + absolute.
struct PairMargin {
  double relative = 0;
  double absolute = 0;  ///< length
};

/// What is known about all boxes of one side.
struct BoxBounds {
  double defect = 0;       ///< largest orthonormality_defect of the axes
  double center_norm = 0;  ///< largest |x|+|y|+|z| of a centre, length
};

/// The margin for any box within the bounds `a` against any within `b`, composed by BoxPairRows and evaluated in double.
[[nodiscard]] PairMargin margin_of(const BoxBounds& a, const BoxBounds& b, const RelativePose& b_in_a);

/// The margin a velocity needs along any axis, per unit of time; `velocity` is b's relative to a, world axes.
[[nodiscard]] double speed_margin_of(const Vec3& velocity);

}  // namespace graze::sat
