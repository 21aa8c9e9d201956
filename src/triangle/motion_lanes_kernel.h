#pragma once
/// The body of earliest_meeting, compiled once for each instruction set.
///
/// Any direction n bounds, whatever rounding made of it. Along it a point p, seen from a corner of a, is at n.p up to
/// slack = sum_k |n_k| (6 u m_k + 4 error), m_k the largest coordinate of any point: one rounding of the difference, three of the
/// products and sums, the last two for the bound itself; both ends of the difference are off by `error`, doubled for its share in
/// the roundings. The speed n.v is off by 6 u sum_k |n_k| |v_k| likewise. TriangleMotionLanes.AreNeverLate

#include <cmath>
#include <limits>

#include "numbers/tolerance.h"
#include "triangle/corner_lanes.h"
#include "triangle/motion_lanes.h"

namespace graze::sat::GRAZE_SIMD_TARGET {

struct Shadow4 {
  Double4 low, high;
};

/// Of three points along a direction in each lane.
GRAZE_FORCE_INLINE Shadow4 shadow_of(const Lanes& direction, const Lanes& points) {
  const Double4 first = dot(direction, only(0, points)), second = dot(direction, only(1, points)),
                third = dot(direction, only(2, points));
  return {smaller(smaller(first, second), third), larger(larger(first, second), third)};
}

/// What is known so far, lane by lane: no contact before `enter` nor after `leave`.
struct Interval4 {
  Double4 enter, leave;
};

/// Everything in the frame of the first corner of a.
struct MotionLanes {
  Lanes a, b, velocity;
  Lanes point_slack;  ///< of a shadow, for each unit of direction
  Lanes speed_slack;

  GRAZE_FORCE_INLINE void narrow(Interval4& contact, const Lanes& direction) const {
    const Lanes size{abs(direction.x), abs(direction.y), abs(direction.z)};
    const Shadow4 of_a = shadow_of(direction, a), of_b = shadow_of(direction, b);
    const Double4 slack = dot(size, point_slack), doubt = dot(size, speed_slack), speed = dot(direction, velocity);
    // How far b is above and below a at least, and how far it may be above or below when contact ends.
    const Double4 above = of_b.low - of_a.high - slack, below = of_a.low - of_b.high - slack;
    const Double4 exit_up = of_a.high - of_b.low + slack, exit_down = of_b.high - of_a.low + slack;
    const Double4 zero(0.0), never(std::numeric_limits<double>::infinity());
    constexpr double early = 1 - 4 * tolerance::rounding, late = 1 + 4 * tolerance::rounding;
    const Double4 down = doubt - speed, up = doubt + speed;  // at most, towards each other
    const Double4 from_above = chosen(down > zero, above / down * Double4(early), never);
    const Double4 from_below = chosen(up > zero, below / up * Double4(early), never);
    contact.enter = larger(chosen(above > zero, from_above, zero), contact.enter);
    contact.enter = larger(chosen(below > zero, from_below, zero), contact.enter);
    const Double4 surely_up = speed - doubt, surely_down = zero - speed - doubt;
    contact.leave = smaller(chosen(surely_up > zero, exit_up / surely_up * Double4(late), never), contact.leave);
    contact.leave = smaller(chosen(surely_down > zero, exit_down / surely_down * Double4(late), never), contact.leave);
  }
};

GRAZE_FORCE_INLINE Double4 greatest(const Double4& lanes) {
  return larger(larger(abs(only(0, lanes)), abs(only(1, lanes))), abs(only(2, lanes)));
}

GRAZE_FORCE_INLINE MotionLanes motion_lanes(const MovingTriangles& moving) {
  const Lanes corners = in_lanes(moving.a[0], moving.a[1], moving.a[2]), origin = only(0, corners);
  const Vec3& v = moving.velocity;
  MotionLanes m;
  m.a = corners - origin;
  m.b = in_lanes(moving.b[0], moving.b[1], moving.b[2]) - origin;
  m.velocity = {v.x(), v.y(), v.z()};
  constexpr double rounded = 6 * tolerance::rounding;
  const Double4 error(4 * moving.error + std::numeric_limits<double>::min());
  const auto slack = [&](const Double4& of_a, const Double4& of_b) {
    return larger(greatest(of_a), greatest(of_b)) * Double4(2 * rounded) + error;  // twice: a shadow of a and one of b
  };
  m.point_slack = {slack(m.a.x, m.b.x), slack(m.a.y, m.b.y), slack(m.a.z, m.b.z)};
  const Double4 least(std::numeric_limits<double>::min());
  m.speed_slack = {abs(m.velocity.x) * rounded + least, abs(m.velocity.y) * rounded + least, abs(m.velocity.z) * rounded + least};
  return m;
}

/// The corner after each.
GRAZE_FORCE_INLINE Lanes edges_of(const Lanes& corners, const std::array<Vec3, 3>& v, const Vec3& origin) {
  const Lanes at = in_lanes(origin, origin, origin);
  return in_lanes(v[1], v[2], v[0]) - at - corners;
}

GRAZE_FORCE_INLINE double earliest_meeting_lanes(const MovingTriangles& moving) {
  const MotionLanes m = motion_lanes(moving);
  const Lanes edges_a = edges_of(m.a, moving.a, moving.a[0]), edges_b = edges_of(m.b, moving.b, moving.a[0]);
  const Double4 never(std::numeric_limits<double>::infinity());
  Interval4 contact{0.0, never};
  m.narrow(contact, cross(only(0, edges_a), only(1, edges_a)));
  m.narrow(contact, cross(only(0, edges_b), only(1, edges_b)));
#pragma GCC unroll 3
  for (int i = 0; i < 3; ++i) m.narrow(contact, cross(only(i, edges_a), edges_b));
  const Double4 enter = larger(larger(only(0, contact.enter), only(1, contact.enter)), only(2, contact.enter));
  const Double4 leave = smaller(smaller(only(0, contact.leave), only(1, contact.leave)), only(2, contact.leave));
  return chosen(enter > leave, never, enter).lanes[0];
}

}  // namespace graze::sat::GRAZE_SIMD_TARGET
