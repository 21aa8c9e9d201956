/// Steps of Euler's and the classical Runge–Kutta method for dx/dt = v, dF/dt = S(w) F, with F made a rotation again after each.

#include "motion/integrate.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <Eigen/Geometry>

#include <graze/validate.h>

namespace graze {
namespace query {
namespace {

/// Of the origin and of the columns of F.
struct Rate {
  Vec3 linear = Vec3::Zero();
  Mat3 of_frame = Mat3::Zero();
};

/// S(w) F: every column turns about w.
Mat3 turned_columns(const Vec3& w, const Mat3& frame) {
  Mat3 out;
  for (int k = 0; k < 3; ++k) out.col(k) = w.cross(Vec3(frame.col(k)));
  return out;
}

double defect(const Mat3& frame) { return (frame.transpose() * frame - Mat3::Identity()).cwiseAbs().maxCoeff(); }

/// The nearest rotation by Newton's iteration for the polar factor, which doubles the digits with every step, and how far the frame
/// was from one; nothing where that is too far for a few steps.
std::optional<Stepped> nearby_rotation(const Vec3& translation, Mat3 frame) {
  constexpr double near = 0.1, enough = 4 * 0x1p-53;  // entries of F^T F - 1, which a step squares
  constexpr int most_steps = 6;
  double residual = 0;
  for (int k = 0; k <= most_steps; ++k) {
    const Mat3 square = frame.transpose() * frame;
    const double off = (square - Mat3::Identity()).cwiseAbs().maxCoeff();
    if (k == 0) residual = off;
    if (k == 0 && (!(off < near) || !(frame.determinant() > 0))) return std::nullopt;
    if (off <= enough) break;
    frame = Mat3(frame * (1.5 * Mat3::Identity() - 0.5 * square));
  }
  return Stepped{{frame, translation}, residual};
}

Result<Stepped> as_rotation(const Vec3& translation, const Mat3& frame) {
  if (!frame.allFinite() || !translation.allFinite()) return fail(ErrorCode::not_finite, "the integrated pose is not finite");
  if (const auto pose = nearby_rotation(translation, frame)) return *pose;
  const auto repaired = repaired_rotation(frame);
  if (!repaired) return fail(ErrorCode::bad_option, "step: the body turns too far in one step; " + repaired.error().message);
  return Stepped{{repaired->rotation, translation}, defect(frame)};
}

/// The rates of change in a state whose frame may be a little off from a rotation.
class Rates {
 public:
  Rates(const TwistField& field, const Pose& start) : field_(field), start_(start) {}

  /// At time t, in the pose that `rate` leads to in a time.
  Result<Rate> after(const Rate& rate, double duration, double t) const {
    const Mat3 frame = start_.rotation + duration * rate.of_frame;
    const auto pose = as_rotation(start_.translation + duration * rate.linear, frame);
    if (!pose) return tl::make_unexpected(pose.error());
    return rate_in(pose->pose, frame, t);
  }

  /// At the start, which is a rotation already.
  [[nodiscard]] Result<Rate> at_start(double t) const { return rate_in(start_, start_.rotation, t); }

 private:
  [[nodiscard]] Result<Rate> rate_in(const Pose& pose, const Mat3& frame, double t) const {
    const Twist twist = field_(t, pose);
    if (!twist.linear.allFinite() || !twist.angular.allFinite())
      return fail(ErrorCode::not_finite, "the velocities are not finite");
    return Rate{twist.linear, turned_columns(twist.angular, frame)};
  }

  const TwistField& field_;
  const Pose& start_;
};

Result<Rate> runge_kutta_rate(const Rates& rates, const Rate& k1, double t, double h) {
  const auto k2 = rates.after(k1, h / 2, t + h / 2);
  if (!k2) return k2;
  const auto k3 = rates.after(*k2, h / 2, t + h / 2);
  if (!k3) return k3;
  const auto k4 = rates.after(*k3, h, t + h);
  if (!k4) return k4;
  return Rate{(k1.linear + 2 * k2->linear + 2 * k3->linear + k4->linear) / 6,
              (k1.of_frame + 2 * k2->of_frame + 2 * k3->of_frame + k4->of_frame) / 6};
}

}  // namespace

Result<Stepped> stepped(const TwistField& field, Integrator method, double t, const Pose& pose, double step) {
  const Rates rates(field, pose);
  auto rate = rates.at_start(t);
  if (rate && method == Integrator::runge_kutta4) rate = runge_kutta_rate(rates, *rate, t, step);
  if (!rate) return tl::make_unexpected(rate.error());
  return as_rotation(pose.translation + step * rate->linear, pose.rotation + step * rate->of_frame);
}

double angle_between(const Mat3& a, const Mat3& b) { return Eigen::AngleAxisd(Mat3(a.transpose() * b)).angle(); }

}  // namespace query

TwistField carried_by(std::function<Vec3(double t, const Vec3& x)> field) {
  return [field = std::move(field)](double t, const Pose& pose) { return Twist{field(t, pose.translation), Vec3::Zero()}; };
}

}  // namespace graze
