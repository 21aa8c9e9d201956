#pragma once
/// Two balls around given centres that nearly touch: in double-doubles, where the offset between the centres is exact.

#include <array>
#include <limits>

#include "numbers/bounded_double_double.h"
#include "quick/ball_ball.h"

namespace graze::distance {

/// Of the length of an exact offset less two radii, in parts of their sum. No unit. The squared length is off by 5 units, its root
/// by half of that and a unit of its own, each difference by one. BallTouching.AgreesWithRationals
inline constexpr double fine_gap_error = 8 * DoubleDouble::unit;

class TouchingBalls {
 public:
  TouchingBalls(const StandingCenter& a, double radius_a, const StandingCenter& b, double radius_b)
      : a_(a.center), b_(b.center), radius_a_(radius_a), radius_b_(radius_b) {
    const Vector3<DoubleDouble> x{exact_sum(b_.x, -a_.x), exact_sum(b_.y, -a_.y), exact_sum(b_.z, -a_.z)};
    const DoubleDouble squared = dot(x, x);
    const DoubleDouble length = sqrt(squared);
    const double sizes = length.hi + (radius_a + radius_b);
    x_ = {x.x.hi, x.y.hi, x.z.hi};
    length_ = length.hi;
    gap_ = (length - DoubleDouble(radius_a) - DoubleDouble(radius_b)).hi;
    error_ = keeps_products(sizes) && keeps_products(length_) ? fine_gap_error * sizes : std::numeric_limits<double>::infinity();
  }

  [[nodiscard]] Known relation() const {
    if (gap_ > error_) return Known::apart;
    return gap_ < -error_ || touch() ? Known::overlapping : Known::nothing;
  }

  /// A Closest, or one that is optional; otherwise() where it is not certified.
  template <class Answer, class Otherwise>
  [[nodiscard]] Answer answer(const Otherwise& otherwise) const {
    constexpr std::array names{Feature{FeatureKind::vertex, 0}, Feature{FeatureKind::vertex, 0}};
    if (gap_ < -error_ || (gap_ <= error_ && touch())) {
      const V common = sum(a_, times(radius_a_ > 0 ? radius_a_ / (radius_a_ + radius_b_) : 0, x_));
      return made_answer<Answer>(0, common, common, names);
    }
    if (!(error_ <= 0.5 * enough_if_linear * gap_)) return otherwise();
    const V on_a = sum(a_, times(radius_a_ / length_, x_));
    return made_answer<Answer>(gap_, on_a, difference(b_, times(radius_b_ / length_, x_)), names);
  }

 private:
  /// Whether the squares of the offset and of the radii are equal, and known without error: as those of numbers that people write.
  [[nodiscard]] bool touch() const {
    using Number = BoundedDoubleDouble;
    const Vector3<Number> x{Number(b_.x) - Number(a_.x), Number(b_.y) - Number(a_.y), Number(b_.z) - Number(a_.z)};
    const Number radii = Number(radius_a_) + Number(radius_b_);
    return sign_of(dot(x, x) - radii * radii) == Sign::zero;
  }

  V a_;
  V b_;
  double radius_a_;
  double radius_b_;
  V x_;
  double length_;
  double gap_;
  double error_;
};

/// What `ask` says about two balls whose centres are given; otherwise() of bodies whose centres a pose has moved.
template <class A, class PoseA, class B, class PoseB, class Ask, class Otherwise>
auto with_touching_balls(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b, const Ask& ask,
                         const Otherwise& otherwise) {
  return with_centers(a, pose_a, b, pose_b, [&](const auto& at_a, const auto& at_b) {
    if constexpr (std::is_same_v<std::decay_t<decltype(at_a)>, StandingCenter>) {
      return ask(TouchingBalls(at_a, radius_of(a), at_b, radius_of(b)));
    } else {
      return otherwise();
    }
  });
}

}  // namespace graze::distance
