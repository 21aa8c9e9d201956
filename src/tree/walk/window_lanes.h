#pragma once
/// Which of eight boxes of a wide tree may meet one box at any instant of a window of time, in single precision: "apart" is
/// certain.
///
/// A point x of the body that moves, as the other sees it, is at  x + s v + s^2/2 a + s^3/6 j  with |s| <= h, where v and a are its
/// velocity and acceleration at the middle of the window and j its third derivative at some instant of it. So along a unit n the
/// boxes stay apart while their gap exceeds
///   h |n.v| + min( h^2/2 |n.a| + h^3/6 |j|, h^2/2 |any second derivative within the window| ).
/// Everything here is multiplied by its power of h: no times, only lengths. [Schwarzer05] stops at the first order, without n.

#include "box/eight_lanes.h"

namespace graze::tree {

/// One box in the frame of the eight, which is that of their body at the middle of the window. It moves, or the eight do.
struct WindowBox {
  sat::OneBox box;
  float shift[3] = {0, 0, 0};  ///< h v of its centre
  float bend[3] = {0, 0, 0};   ///< h^2/2 a of its centre
  float most = 0;              ///< bounds h^2/2 |acceleration| within the window, over its points
  float rest = 0;              ///< bounds what acceleration differs by between points and centre, and h^3/6 |j|, but for a part
  float flat = 0;              ///< across the normal of the frame that is bounded by this
};

/// How the eight move, or how the one box turns: the angular terms belong to whichever does.
struct WindowFrame {
  float turn[3] = {0, 0, 0};       ///< h (angular velocity)
  float bend_turn[3] = {0, 0, 0};  ///< h^2/2 (angular acceleration); used when the eight move, as all that follows
  float shift[3] = {0, 0, 0};      ///< h v of the point with coordinates `reference`
  float bend[3] = {0, 0, 0};
  float reference[3] = {0, 0, 0};
  float most[2] = {0, 0};  ///< at a distance r from the reference most[0] + most[1] r
  float rest[2] = {0, 0};  ///< h^3/6 |j| likewise
  float flat[2] = {0, 0};
  float spread = 0;                             ///< h^2/2 (|angular acceleration| + |angular velocity|^2), rounded up
  float flat_spread = 0;                        ///< the part of it that is across the normal
  float across[2][3] = {{0, 0, 0}, {0, 0, 0}};  ///< two unit directions across the normal and each other; whatever moves
  float motion_relative =
      0;  ///< what rounding may do to first and second order, over the sum of the sizes of their terms. No unit.
  bool eight_move = false;
  bool has_flat = false;  ///< else flat, flat_spread and across are not looked at
};

/// Bit k is set unless box k is certainly apart from the one all the time, or is an empty slot.
using MayMeetWithin = unsigned (*)(const WindowBox& one, const WindowFrame& frame, const sat::EightBoxes& eight,
                                   const sat::LaneMargin& margin);

}  // namespace graze::tree
