#pragma once
/// One smooth piece of a joint trajectory as a movement: cubics in joint space, forward kinematics, and bounds of derivatives along
/// chains of axes.

#include <array>
#include <span>
#include <vector>

#include "motion/windows/movement.h"
#include "robot/kinematics.h"

namespace graze::robots {

/// q(u) = c[0] + c[1] u + c[2] u^2 + c[3] u^3 on [0, 1]. A straight line is a cubic too.
using Cubic = std::array<double, 4>;

[[nodiscard]] Cubic line(double from, double to);
/// Hermite: with the derivatives by u at both ends.
[[nodiscard]] Cubic hermite(double from, double to, double slope_from, double slope_to);
[[nodiscard]] double value_at(const Cubic& cubic, double u);
/// Where it may be extreme inside [0, 1]: the zeros of its derivative, if any.
struct Extremes {
  std::array<double, 2> at{};
  std::size_t count = 0;
};
[[nodiscard]] Extremes extremes_of(const Cubic& cubic);

/// What roundings of kinematics may leave wrong with coordinates along cubics of all drivers, and the driver that most of it is
/// owed to; `size` as in SegmentMovement. Length.
struct Rounding {
  double error = 0;
  std::size_t driver = 0;
};
[[nodiscard]] Rounding rounding_along(const Robot::Data& robot, std::span<const Cubic> drivers, double size);

/// The axes on the way from one group to another, in that order.
using Chain = std::vector<std::uint32_t>;
[[nodiscard]] Chain chain_between(const Robot::Data& robot, std::size_t from, std::size_t to);

/// Bounds of the derivatives of an axis within a window.
struct Rates {
  double first = 0, second = 0, third = 0;
  [[nodiscard]] bool is_zero() const { return first == 0 && second == 0 && third == 0; }
};

class SegmentMovement final : public windows::Movement {
 public:
  /// Refers to all of them. `size` bounds the coordinates of everything, prismatic axes left out.
  SegmentMovement(const Robot::Data& robot, const Pose& base, const std::vector<Chain>& chains, double size);

  /// The cubics of all drivers.
  void set(std::span<const Cubic> drivers);

  void go_to(double t) override;
  [[nodiscard]] const windows::GroupState& state(std::size_t group) const override { return states_[group]; }
  [[nodiscard]] windows::DerivativeBounds bounds(std::size_t chain, const Vec3& reference, double half_window) override;
  [[nodiscard]] double error() const override { return error_; }

 private:
  struct Run {
    std::size_t end = 0;  ///< in the chain
    Vec3 direction = Vec3::UnitZ();
    bool has_begun = false;
  };
  void bound_axes(double half_window);
  [[nodiscard]] Run parallel_run(const Chain& chain, double half_window) const;
  [[nodiscard]] Rates rates_within(const Cubic& cubic, double from, double to) const;

  const Robot::Data& robot_;
  const std::vector<Chain>& chains_;
  double size_;
  std::vector<Cubic> axes_;
  std::vector<windows::GroupState> states_;
  std::vector<AxisLine> lines_;
  std::vector<Rates> rates_;
  double time_ = 0, rates_for_ = -1, error_ = 0;
  bool is_straight_ = false;  ///< rates are the same in all windows
};

}  // namespace graze::robots
