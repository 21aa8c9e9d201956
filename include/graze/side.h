#pragma once
/// On which side of a plane, or of a line of the plane, is a body?

#include <cstdint>
#include <string_view>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>

namespace graze {

enum class Side : std::uint8_t {
  front,       ///< wholly on the side the normal points to, without touching
  back,        ///< wholly on the other side, without touching
  straddling,  ///< with points on both sides
  touching,    ///< with points on the plane and on one side at most
};

[[nodiscard]] GRAZE_API std::string_view name_of(Side side);

/// Exact; heights are rounded outward to the next double.
struct SideReport {
  Side side = Side::front;
  bool reaches_front = false;  ///< there are points strictly in front
  bool reaches_back = false;   ///< there are points strictly behind
  double min = 0;              ///< height of the lowest point over the plane, a length, negative behind; perhaps -infinity
  double max = 0;              ///< of the highest
};

/// Of any body at time 0 and a plane, a half-space, whose front is outside, or, in the plane, a line, whose front is to its left:
/// that of (1, 0) is above. A set without points (a mesh without triangles) is an error, and so is a line without direction.
[[nodiscard]] GRAZE_API Result<SideReport> side(const Body& body, const Body& plane);

}  // namespace graze
