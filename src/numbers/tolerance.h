#pragma once
/// Every threshold of graze, each with its unit, its derivation and the test that fails without it.
/// A bare small literal anywhere else is a defect: tools/check_tolerances.py looks for them.

namespace graze::tolerance {

/// Half the distance from 1 to the next double: the relative error of one rounding. No unit. IEEE 754.
inline constexpr double rounding = 0x1p-53;

/// The same for single precision. No unit. IEEE 754.
inline constexpr double float_rounding = 0x1p-24;

/// A frame whose axes satisfy |a_i.a_j - delta_ij| up to this is accepted as orthonormal. No unit.
/// Boxes mean the set {c + sum x_i a_i : |x_i| <= h_i} of their stored numbers, so answers stay exact whatever the value; it only
/// has to tell a rounded rotation (single-precision exporters: 2^-22) from a matrix that scales or shears.
/// Validation.AcceptsASinglePrecisionRotationAndRejectsAShear
inline constexpr double orthonormal_frame = 0x1p-18;

/// How far a polygon's or face's corners may lie off its plane, and outside a neighbouring face's plane, relative to the size of
/// the shape. No unit. The shapes mean the hull of their stored vertices, so answers do not depend on it; it only has to tell
/// rounding (single-precision files whose origin is a hundred sizes away: 2^-17) from a polygon that is not flat.
/// Validation.AcceptsCornersThatRoundingLiftedOffThePlaneAndRejectsATwistedQuad
inline constexpr double flat_polygon = 0x1p-16;

/// How much longer than its hull's boundary a closed polygon may be, relative. No unit. A dent of depth d in a side of length s
/// costs about 2(d/s)^2, so this forgives dents of 2^-15.5 of a side: rounding as above, never a mistake one could see.
/// Validation.AcceptsADentOfRoundingAndRejectsAVisibleOne
inline constexpr double convex_perimeter = 0x1p-30;

/// Points no farther than this off a plane (line, point), relative to the size of the set, are given the faces of a flat hull.
/// No unit. Qhull's own rounding is a few times 2^-50; below it a solid's faces would be noise. All points stay vertices, so the
/// set does not change. Hull.IsFlatWhenPointsLeaveAPlaneOnlyByRounding
inline constexpr double flat_hull = 0x1p-44;

/// Input points this close beneath a hull's face, relative to the size of the set, are kept as vertices, because rounding decided
/// on which side they are. No unit. 64 times Qhull's rounding. Hull.HoldsPointsJustBeneathItsFacesExactly
inline constexpr double near_hull_face = 0x1p-44;

}  // namespace graze::tolerance
