#pragma once
/// The triangle-triangle test in the widest registers of the processor, where its signs are certain: three corners at a time.

#include <array>
#include <cstdint>

#include <graze/pose.h>
#include <graze/vec.h>

namespace graze::sat {

enum class Verdict : std::uint8_t { no, yes, unknown };

/// Do triangles meet whose coordinates are off by so little that differences of two are off by `slack` at most, beside rounding?
/// Unknown as soon as a sign that counts is not certain.
using CertainMeeting = Verdict (*)(const std::array<Vec3, 3>& a, const std::array<Vec3, 3>& b, double slack);

/// A triangle made ready to be held against many others: its corners side by side and its plane.
struct alignas(32) TriangleInLanes {
  double corners[3][4];    ///< [k]: coordinate k; lane 3 repeats lane 0
  double normal[3];        ///< (v1 - v0) x (v2 - v0)
  double error;            ///< of each coordinate at most, length
  double height_error[2];  ///< normal . (p - v0) is off by [0] * |p - v0|_1 + [1] * (the errors of v0 and of p) at most
};

/// Makes a triangle ready where a pose takes it; `error` bounds what rounding does to each coordinate of rotation * v +
/// translation.
using PlaceTriangle = void (*)(const Pose& pose, double error, const Vec3& v0, const Vec3& v1, const Vec3& v2,
                               TriangleInLanes& placed);

/// The same test for triangles that are ready.
using MeetingInLanes = Verdict (*)(const TriangleInLanes& a, const TriangleInLanes& b);

}  // namespace graze::sat
