#pragma once
/// How far does a body reach along a direction, and does a direction separate two bodies?

#include <array>
#include <optional>

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

}  // namespace graze
