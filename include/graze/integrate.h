#pragma once
/// Motions given by their velocities, dX/dt = V(t, X), integrated to paths of keyframes with a bound of their error [Eberly00 §1,
/// §5].

#include <cstddef>
#include <optional>

#include <graze/error.h>
#include <graze/export.h>
#include <graze/geometry.h>
#include <graze/path.h>

namespace graze {

/// How fast velocities can change. With c = |linear| + reach * |angular|, reach being that of the body's points from its origin.
struct TwistBounds {
  double in_time = 0;  ///< |c(t) - c(s)| <= in_time * |t - s| in any one pose, length per time squared
  double in_pose = 0;  ///< ... <= in_pose * (|x - y| + reach * angle between the rotations) at any one time, per time
};

struct IntegrateOptions {
  Integrator method = Integrator::runge_kutta4;
  double t_max = 1;                   ///< > 0, finite: the body stands from then on
  double step = 0.01;                 ///< > 0: the fixed step, or the longest: longer ones could pass over a kick
  std::optional<double> tolerance{};  ///< length, > 0: steps adapt so that their estimated errors sum up to no more
  std::optional<TwistBounds> bounds{};
  std::size_t max_steps = 100000;
};

/// A path through the integrated poses, and how far it may be from the motion.
struct IntegratedMotion {
  Path path;
  std::size_t steps = 0;
  /// Sum over the steps of what two half steps differ from a whole one by, at the body's farthest point: no bound, but what one
  /// would expect. Length.
  double estimate = 0;
  /// No point of the body is farther from where the exact motion has it, at any time of [0, t_max]; only where TwistBounds were
  /// given. Length. For a search that misses nothing pass it as the margin of sweep_along().
  std::optional<double> bound{};
  /// How far an iterate was from being a rotation before it was made one again: the largest entry of |F^T F - 1|. No unit.
  double residual = 0;
};

/// ErrorCode::bad_option for options out of range, ErrorCode::limit beyond max_steps, ErrorCode::not_finite where the field or the
/// motion is not; unbounded bodies may not turn.
[[nodiscard]] GRAZE_API Result<IntegratedMotion> integrate(const Geometry& body, const Pose& start, const TwistField& field,
                                                           const IntegrateOptions& options = {});

}  // namespace graze
