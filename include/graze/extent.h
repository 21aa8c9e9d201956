#pragma once
/// How far does a body reach along a direction, does a direction separate two bodies, and on which side of a plane is a body?

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include <graze/answers.h>
#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/vec.h>

namespace graze {

/// The projection of a body on a direction. Ends are exact numbers rounded outward to the next double, infinite where the body
/// never ends.
struct ExtentAlong {
  bool is_empty = false;             ///< a mesh without triangles has no extent; nothing below is set
  Vec3 direction = Vec3::Zero();     ///< as given, made unit
  double min = 0;                    ///< of direction.x over the body, a length
  double max = 0;                    ///< likewise
  std::array<double, 2> products{};  ///< least and greatest of d.x for d as given, of whatever length
  /// A point of the body at each end, rounded; nothing where it never ends, and of planes and half-spaces.
  std::array<std::optional<Vec3>, 2> points{};
  /// The corner, edge or face at each end, of bounded linear bodies but meshes and clouds.
  std::array<std::optional<Feature>, 2> features{};
};

/// At time 0, of any body. The direction must be finite and not zero; it need not be unit.
[[nodiscard]] GRAZE_API Result<ExtentAlong> extent(const Body& body, const Vec3& direction);

/// How the projections of two bodies on a direction lie.
struct AxisTest {
  bool separates = false;  ///< there is a gap between them: the bodies are apart. Exact for every shape
  bool touches = false;    ///< they share just an end: the bodies are apart or touch. Exact likewise
  /// The gap, positive, or minus the overlap: the least way of b along the direction, one way or the other, after which they touch.
  /// A length, off by a unit in the last place; infinite where one is empty, minus infinite where no way is long enough.
  double separation = 0;
  Vec3 normal = Vec3::Zero();  ///< the direction or its opposite, unit, along which b parts from a by that way; as given in a tie
};

/// Is this direction a separating axis of the two at time 0? Of bodies that are not convex it is asked of their hulls, to which the
/// same applies: a gap proves that they are apart, no gap proves nothing.
[[nodiscard]] GRAZE_API Result<AxisTest> separates(const Body& a, const Body& b, const Vec3& direction);

/// On which side of a plane, or of a line of the plane, a body is.
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
