#pragma once
/// A probe in filtered or exact numbers.

#include "ray/convex.h"
#include "ray/line_interval.h"

namespace graze::distance {

/// The probe's origin in the world, rounded: coordinates relative to it stay small.
[[nodiscard]] inline Vec3 rounded_origin(const Probe& probe) { return probe.pose.to_world(probe.origin); }

template <class N>
[[nodiscard]] ProbeLine<N> placed_line(const Probe& probe, const Vec3& from) {
  const Vector3<N> direction = probe.end ? placed_difference<N>(probe.pose, probe.origin, *probe.end)
                                         : sat::rotated<N>(probe.pose, lifted<N>(probe.direction));
  return {placed<N>(probe.pose, probe.origin, from), direction};
}

[[nodiscard]] inline double to_double(const Bounded& a) { return a.value; }
[[nodiscard]] inline double to_double(const Dyadic& a) { return a.to_double(); }

template <class N>
[[nodiscard]] Vec3 to_double(const Vector3<N>& v) {
  return {to_double(v.x), to_double(v.y), to_double(v.z)};
}

}  // namespace graze::distance
