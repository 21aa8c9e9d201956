/// Integrates the velocities of a body to a path, step by step, with an estimate and, where it can be had, a bound of its error.

#include <graze/integrate.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <fmt/format.h>

#include "body/pair.h"
#include "motion/integrate.h"
#include "motion/turning/reach.h"

namespace graze {
namespace {

using namespace query;

/// Steps grow and shrink by at most these factors, and aim at this part of what is allowed: the usual choices [Hairer93 §II.4].
constexpr double most_growth = 4, most_shrinking = 0.2, safety = 0.9;

Result<void> check(const Geometry& body, const Pose& start, const IntegrateOptions& options) {
  const auto is_positive = [](double x) { return x > 0 && std::isfinite(x); };
  if (!is_positive(options.t_max)) return fail(ErrorCode::bad_option, "t_max: must be finite and > 0");
  if (!is_positive(options.step)) return fail(ErrorCode::bad_option, "step: must be finite and > 0");
  if (options.tolerance && !is_positive(*options.tolerance))
    return fail(ErrorCode::bad_option, "tolerance: must be finite and > 0");
  if (options.bounds && !(options.bounds->in_time >= 0 && options.bounds->in_pose >= 0))
    return fail(ErrorCode::bad_option, "bounds: must be >= 0");
  return check_body({body, start, {}});
}

class Integration {
 public:
  Integration(double reach, const TwistField& field, const IntegrateOptions& options)
      : reach_(reach), field_(field), options_(options) {}

  Result<IntegratedMotion> run(const Pose& start) {
    keyframes_.push_back({0, start});
    double step = options_.step;
    while (keyframes_.back().t < options_.t_max) {
      const auto next = options_.tolerance ? adapted(step) : fixed(step);
      if (!next) return tl::make_unexpected(next.error());
      step = *next;
      if (keyframes_.size() > options_.max_steps && keyframes_.back().t < options_.t_max)
        return fail(ErrorCode::limit, fmt::format("max_steps: {} steps end at time {}", options_.max_steps, keyframes_.back().t));
    }
    auto path = Path::through(keyframes_);
    if (!path) return tl::make_unexpected(path.error());
    IntegratedMotion motion{*std::move(path), keyframes_.size() - 1, estimate_, {}, residual_};
    if (options_.bounds) motion.bound = bound_of(motion.path);
    return motion;
  }

 private:
  /// A step as a whole and in two halves, and how far these are from each other at the farthest point.
  struct Doubled {
    Stepped whole;
    Stepped end;
    double difference = 0;
  };

  [[nodiscard]] double apart(const Pose& a, const Pose& b) const {
    const double angle = angle_between(a.rotation, b.rotation);
    return (a.translation - b.translation).norm() + (angle > 0 ? reach_ * angle : 0);
  }

  [[nodiscard]] Result<Doubled> doubled(double step) const {
    const Keyframe& from = keyframes_.back();
    const auto whole = stepped(field_, options_.method, from.t, from.pose, step);
    if (!whole) return tl::make_unexpected(whole.error());
    const auto half = stepped(field_, options_.method, from.t, from.pose, step / 2);
    if (!half) return tl::make_unexpected(half.error());
    auto end = stepped(field_, options_.method, from.t + step / 2, half->pose, step / 2);
    if (!end) return tl::make_unexpected(end.error());
    end->residual = std::max(end->residual, half->residual);
    return Doubled{*whole, *end, apart(whole->pose, end->pose)};
  }

  /// The last step ends at t_max exactly.
  [[nodiscard]] double clipped(double step) const {
    const double left = options_.t_max - keyframes_.back().t;
    constexpr double nearly_all = 1 - 0x1p-20;  // else a last step of a few roundings would be left
    return step >= left * nearly_all ? left : step;
  }

  void accept(const Stepped& end, double difference, double step) {
    const double left = options_.t_max - keyframes_.back().t;
    const double t = step >= left ? options_.t_max : keyframes_.back().t + step;
    keyframes_.push_back({t, end.pose});
    estimate_ += difference;
    residual_ = std::max(residual_, end.residual);
  }

  Result<double> fixed(double step) {
    const double length = clipped(step);
    const auto halves = doubled(length);
    if (!halves) return tl::make_unexpected(halves.error());
    accept(halves->whole, halves->difference, length);
    return step;
  }

  Result<double> adapted(double step) {
    const double order = options_.method == Integrator::euler ? 1 : 4;
    for (;;) {
      const double length = clipped(step);
      const auto tried = doubled(length);
      // A step in which the body turns too far for the method is too long like any other.
      const bool is_too_long = !tried && tried.error().code == ErrorCode::bad_option;
      if (!tried && !is_too_long) return tl::make_unexpected(tried.error());
      const double allowed = *options_.tolerance * length / options_.t_max;
      const double difference = tried ? tried->difference : 0;
      const double factor =
          is_too_long
              ? most_shrinking
              : (difference > 0 ? std::clamp(safety * std::pow(allowed / difference, 1 / order), most_shrinking, most_growth)
                                : most_growth);
      if (!is_too_long && difference <= allowed) {
        accept(tried->end, difference, length);
        return std::min(options_.step, std::max(step, length * factor));
      }
      step = length * std::min(factor, safety);
      if (!(keyframes_.back().t + step > keyframes_.back().t))
        return fail(ErrorCode::limit, fmt::format("tolerance: not reached at time {}", keyframes_.back().t));
    }
  }

  /// The path has constant velocities between keyframes. They are compared with the field at the middle of each leg; within the leg
  /// that difference grows by no more than the field's bounds allow. So the path solves an equation that differs from the field's
  /// by no more than the defect, and the distance of the two grows as Gronwall's inequality says [Hairer93 §I.10].
  [[nodiscard]] double bound_of(const Path& path) const {
    const auto [in_time, in_pose] = *options_.bounds;
    double error = 0;
    for (std::size_t i = 0; i + 1 < keyframes_.size(); ++i) {
      const double from = keyframes_[i].t, to = keyframes_[i + 1].t, middle = from + (to - from) / 2, half = (to - from) / 2;
      const Leg& leg = path.leg_at(middle);
      const Twist wanted = field_(middle, path.pose_at(middle));
      const double speed = size_of(leg.motion.velocity, leg.motion.angular_velocity);
      const double defect = size_of(leg.motion.velocity - wanted.linear, leg.motion.angular_velocity - wanted.angular) +
                            half * (in_time + in_pose * speed);
      const double growth = in_pose * (to - from);
      error = error * std::exp(growth) + defect * (in_pose > 0 ? std::expm1(growth) / in_pose : to - from);
    }
    constexpr double up = 1 + 0x1p-30;  // the roundings of all of the above
    return error * up;
  }

  [[nodiscard]] double size_of(const Vec3& linear, const Vec3& angular) const {
    return linear.norm() + (angular != Vec3::Zero() ? reach_ * angular.norm() : 0);
  }

  double reach_;
  const TwistField& field_;
  const IntegrateOptions& options_;
  std::vector<Keyframe> keyframes_;
  double estimate_ = 0;
  double residual_ = 0;
};

}  // namespace

Result<IntegratedMotion> integrate(const Geometry& body, const Pose& start, const TwistField& field,
                                   const IntegrateOptions& options) {
  if (const auto ok = check(body, start, options); !ok) return tl::make_unexpected(ok.error());
  auto motion = Integration(reach_of({body, {}, {}}).center, field, options).run(start);
  if (motion && !std::isfinite(motion->estimate)) return fail(ErrorCode::bad_option, "an unbounded body may not turn");
  return motion;
}

}  // namespace graze
