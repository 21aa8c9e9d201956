#pragma once
/// How far the points of a moving body can come, and when two of them can be in reach of each other at all.

#include <optional>

#include <graze/geometry.h>

namespace graze::query {

/// Of a body that turns: how far its points are from its axis and from its centre, always.
struct Reach {
  double axis = 0;    ///< length; 0 for bodies that do not turn
  double center = 0;  ///< length, infinite for unbounded shapes, 0 for empty meshes
};
[[nodiscard]] Reach reach_of(const Body& body);

/// Tolerances of meshes below this part of the coordinates would need steps that times in doubles cannot take. No unit.
/// SweepTurningMeshes.EndWithATinyTolerance
inline constexpr double least_turning_tolerance = 0x1p-40;

struct Times {
  double from = 0;
  double to = 0;
};

/// The pose of a body at time 0, and its motion.
struct Course {
  const Pose& pose;
  const Motion& motion;
};

/// The times within [0, t_max] at which balls around the centres of motion, which contain the bodies, meet; nothing when they never
/// do. `reach` is the sum of both radii.
[[nodiscard]] std::optional<Times> times_in_reach(const Course& a, const Course& b, double reach, double t_max);

}  // namespace graze::query
