#pragma once
/// What a search through windows of time has to know about a movement: where everything is at an instant, how it moves then, and
/// bounds for a window around it.

#include <cstddef>

#include <graze/pose.h>

namespace graze::windows {

/// Where bodies that are rigidly joined are at an instant, and their derivatives: axes of the world.
struct GroupState {
  Pose pose;
  Vec3 velocity = Vec3::Zero();           ///< of the origin of the pose
  Vec3 turn = Vec3::Zero();               ///< angular velocity
  Vec3 acceleration = Vec3::Zero();       ///< of the origin
  Vec3 turn_acceleration = Vec3::Zero();  ///< angular
};

/// Over a window, for points of one group as another sees them, at a distance r from a point of the first: value[0] + value[1] r.
/// The third derivative is the sum of a vector across `normal`, no longer than `flat`, and one of any direction, no longer than
/// `third`: what turns about an axis hardly leaves the planes across it.
struct DerivativeBounds {
  double second[2] = {0, 0};  ///< length of the second derivative
  double third[2] = {0, 0};
  double flat[2] = {0, 0};
  Vec3 normal = Vec3::UnitZ();  ///< unit; axes of the world, now
};

/// Smooth on [0, 1]: no jumps of velocities inside. Used by one thread at a time.
class Movement {
 public:
  virtual ~Movement() = default;

  /// All that follows is about this time, until the next call.
  virtual void go_to(double t) = 0;
  [[nodiscard]] virtual const GroupState& state(std::size_t group) const = 0;

  /// `chain` names the two groups, as the scene does; `reference` is a point of the moving one, in the world, now; now is the
  /// middle of the window. Rounded up.
  [[nodiscard]] virtual DerivativeBounds bounds(std::size_t chain, const Vec3& reference, double half_window) = 0;

  /// Bounds what is wrong with any coordinate of any group, and with what derivatives say about a window: length.
  [[nodiscard]] virtual double error() const = 0;
};

}  // namespace graze::windows
