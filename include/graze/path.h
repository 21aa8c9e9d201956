#pragma once
/// Motions that are more than one constant velocity: keyframes, velocities that change, and any motion that can bound itself; and
/// bodies at a time other than 0.

#include <functional>
#include <limits>
#include <vector>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/pose.h>

namespace graze {

/// The pose at time t of a body that has the pose `start` at time 0. Exact up to the roundings of a dozen operations; the rotation
/// is orthonormal to rounding however long the body has turned.
[[nodiscard]] GRAZE_API Pose pose_at(const Pose& start, const Motion& motion, double t);

struct Keyframe {
  double t = 0;
  Pose pose;
};

/// How a body moves during [from, to].
struct Leg {
  double from = 0;
  double to = std::numeric_limits<double>::infinity();
  Pose start;  ///< at `from`
  Motion motion;

  /// The same motion, begun at a later time of the leg.
  [[nodiscard]] GRAZE_API Leg from_time(double t) const;
};

/// A motion made of legs of constant velocities.
class GRAZE_API Path {
 public:
  /// One leg from time 0 on.
  Path(const Pose& start, const Motion& motion);

  /// Between two keyframes the origin of the pose moves along a straight line and the body turns the shorter way round, both at
  /// constant speed (lerp and slerp). Before the first and after the last the body stands. Each leg starts at its keyframe exactly
  /// and ends at the next up to rounding. Fails unless times are finite and increase, and when there is no keyframe.
  [[nodiscard]] static Result<Path> through(const std::vector<Keyframe>& keyframes);

  /// The leg that time t >= 0 belongs to; where two meet, the later one.
  [[nodiscard]] const Leg& leg_at(double t) const;
  [[nodiscard]] Pose pose_at(double t) const;

  /// The rest of the motion from time t >= 0 on, which becomes its time 0.
  [[nodiscard]] Path from_time(double t) const;
  /// The motion of [0, t_max] run backward: at time t it is where this one is at t_max - t, up to rounding. t_max must be finite.
  [[nodiscard]] Path reversed(double t_max) const;

 private:
  Path() = default;
  std::vector<Leg> legs_;  ///< each ends where the next begins
};

/// How fast a body can be.
struct SpeedBound {
  double linear = 0;   ///< of the origin of its pose, length per unit of time
  double angular = 0;  ///< radians per unit of time
};

/// Any motion that can say where it is and bound itself: what a search that never misses a contact needs, and no more. Both
/// functions must be given and be free of side effects; they may be called from the thread of the question in any order.
struct GuidedMotion {
  std::function<Pose(double t)> pose_at;
  /// Not exceeded at any time of [from, to], neither by the exact motion nor by what pose_at() returns, up to its roundings.
  std::function<SpeedBound(double from, double to)> speed_bound;
};

/// A path as such a motion.
[[nodiscard]] GRAZE_API GuidedMotion guided(const Path& path);

// Motions given by their velocities, dX/dt = V(t, X): integrate.h makes paths of them.

/// The velocities of a rigid body, in world axes.
struct Twist {
  Vec3 linear = Vec3::Zero();   ///< of the origin of its pose, length per unit of time
  Vec3 angular = Vec3::Zero();  ///< radians per unit of time
};

/// The velocities at a time of a body in a pose. Free of side effects.
using TwistField = std::function<Twist(double t, const Pose& pose)>;

/// A body whose origin is carried along by a velocity field and that does not turn.
[[nodiscard]] GRAZE_API TwistField carried_by(std::function<Vec3(double t, const Vec3& x)> field);

enum class Integrator {
  euler,         ///< of first order: the velocities at the start of a step hold throughout
  runge_kutta4,  ///< the classical method, of fourth order
};

/// The body as it is at time t, going on as it does then: what a question answers about it at time 0 is about time t, and its times
/// count from there. The pose is that of pose_at(), rounded.
[[nodiscard]] GRAZE_API Body at_time(const Body& body, double t);

/// The same of a body on a path, as it moves on the leg of that time. Path::from_time() has the rest of the path.
[[nodiscard]] GRAZE_API Body at_time(const Geometry& geometry, const Path& path, double t, bool solid = false);

}  // namespace graze
