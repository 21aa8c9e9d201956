#pragma once
/// Every threshold of graze, each with its unit, its derivation and the test that fails without it.
/// A bare small literal anywhere else is a defect: tools/check_tolerances.py looks for them.

namespace graze::tolerance {

/// Half the distance from 1 to the next double: the relative error of one rounding. No unit. IEEE 754.
inline constexpr double rounding = 0x1p-53;

/// A frame whose axes satisfy |a_i.a_j - delta_ij| up to this is accepted as orthonormal. No unit.
/// Boxes mean the set {c + sum x_i a_i : |x_i| <= h_i} of their stored numbers, so answers stay exact whatever the value; it only
/// has to tell a rounded rotation (single-precision exporters: 2^-22) from a matrix that scales or shears.
/// Validation.AcceptsASinglePrecisionRotationAndRejectsAShear
inline constexpr double orthonormal_frame = 0x1p-18;

}  // namespace graze::tolerance
