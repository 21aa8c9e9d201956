#pragma once
/// Every convex shape as the methods of this folder see it: a core with a support mapping, and a radius around the core.
///
/// A body means the posed image of its stored numbers: corners, ends and centres are posed in real arithmetic, radii are kept. A
/// cylinder is {v0 + s(v1 - v0) + y : 0 <= s <= 1, y normal to v1 - v0, |y| <= r}, a cone likewise with |y| <= (1 - s) r. (An
/// axis without length, which validate() refuses, would make either of them the ball of radius r.)

#include <array>
#include <cstdint>
#include <optional>

#include <boost/container/small_vector.hpp>

#include <graze/pose.h>
#include <graze/shapes.h>

#include "numbers/kept_blocks.h"
#include "numbers/search_number.h"

namespace graze::distance {

enum class CurvedCore : std::uint8_t { segment, hull, aabb, box, cylinder, cone, ellipsoid, line, ray, plane, half_space };

/// All points within `radius` of the core. Numbers are those of the shape, in body coordinates unless they say otherwise.
struct Curved {
  CurvedCore core = CurvedCore::segment;
  double radius = 0;
  Mat3 rotation = Mat3::Identity();
  Vec3 anchor = Vec3::Zero();      ///< a point in the middle of a bounded body; the origin of a line or ray
  Vector3<DoubleDouble> position;  ///< of the anchor, in the world
  double reach = 0;                ///< of a bounded body: no point is farther from the anchor, up to rounding
  boost::container::small_vector<Vec3, 8, KeptAllocator<Vec3>>
      points;                        ///< ends; corners of a hull; least and greatest corner; cap centres; base, apex
  double cap_radius = 0;             ///< of a cylinder or cone
  Frame axes = world_frame();        ///< of a box or ellipsoid
  Vec3 half_extents = Vec3::Zero();  ///< of a box or ellipsoid
  Vec3 direction = Vec3::Zero();     ///< of a line or ray; normal of a plane; of about unit length
  DoubleDouble level;                ///< of a plane or half-space, in the world: direction . x = level

  [[nodiscard]] bool is_flat_unbounded() const { return core == CurvedCore::plane || core == CurvedCore::half_space; }
  [[nodiscard]] bool is_bounded() const { return core != CurvedCore::line && core != CurvedCore::ray && !is_flat_unbounded(); }
};

/// Nothing for tori, point clouds and meshes. An ellipsoid is given as what is left when the largest ball that rolls inside it has
/// been peeled off, and that ball's radius: nearly round ones are then nearly points, for which every method is fast.
[[nodiscard]] std::optional<Curved> as_curved(const Shape& shape, const Pose& pose);

}  // namespace graze::distance
