#pragma once
/// A ball, or a point, and a box where doubles can certify it. The axes of a box are nearly orthonormal, so that the nearest
/// coordinate along each is a product clamped to its half extent; what they are off by shows in the proof, which is the first of
/// segment_pair.h.

#include <algorithm>
#include <cmath>
#include <limits>

#include "quick/ball_ball.h"
#include "quick/box_box.h"

namespace graze::distance {

/// Roundings of the offset from a centre to a point of a box, of its length, and of its products with the axes over that: 4 of the
/// offset, 12 of the half extents, 2 of the radius, 16 of coordinates that a pose has rotated. No unit.
/// SimpleShapes.AgreeWithRationalsNextToTouching
inline constexpr double box_rounding = 16 * tolerance::rounding;

/// One question about a ball a and a box b, both standing or both moved. Refers to them.
template <class Center>
class BallBoxQuestion {
 public:
  GRAZE_FORCE_INLINE BallBoxQuestion(const Center& ball, double radius, const PlacedBox& box)
      : ball_(ball), radius_(radius), box_(box), x_(offset_to_center()) {
    for_each_index<3>([&](auto k) __attribute__((always_inline)) {
      coordinate_[k] = std::min(std::max(-product(x_, box_.axis[k]), -box_.half[k]), box_.half[k]);
    });
    from_center_ =
        sum(sum(times(coordinate_[0], box_.axis[0]), times(coordinate_[1], box_.axis[1])), times(coordinate_[2], box_.axis[2]));
    centers_ = size_of(x_);
    x_ = sum(x_, from_center_);
  }

  /// Without a root that has to be waited for.
  [[nodiscard]] GRAZE_FORCE_INLINE Known relation() const {
    const double squared = product(x_, x_);
    const double size = size_of_terms();
    if (!keeps_products(size)) return Known::nothing;
    const double hidden = box_rounding * size;
    const double inner = radius_ - hidden;
    if (inner > 0 && squared < inner * inner * (1 - square_rounding)) return Known::overlapping;
    const double outer = radius_ + hidden;
    const double left = squared * (1 - square_rounding) - loss();
    if (left > 0 && left * left > outer * outer * squared * (1 + square_rounding)) return Known::apart;
    return is_inside(std::sqrt(squared) + hidden) ? Known::overlapping : Known::nothing;
  }

  /// A Closest, or one that is optional; otherwise() where doubles do not certify it.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer answer(const Otherwise& otherwise) const {
    const double length = std::sqrt(product(x_, x_));
    const double gap = length - radius_;
    const double size = size_of_terms();
    const double hidden = box_rounding * size;
    if (!keeps_products(size)) return otherwise();
    const V on_box = sum(box_.anchor, sum(box_.offset, from_center_));
    if (gap < -hidden || is_inside(length + hidden)) return made_answer<Answer>(0, on_box, on_box, names());
    const double good_enough = (radius_ > 0 ? enough_if_round : enough_if_linear) * gap;
    if (!(hidden <= 0.75 * good_enough && loss() <= 0.25 * good_enough * length)) return otherwise();
    const V on_ball = sum(ball_.position(), times(radius_ / length, x_));
    return made_answer<Answer>(gap, on_ball, on_box, names());
  }

 private:
  [[nodiscard]] GRAZE_FORCE_INLINE double size_of_terms() const {
    constexpr double of_axes = std::is_same_v<Center, StandingCenter> ? 1 : 2;  // a pose rounds these too
    const double halves = of_axes * (box_.half[0] + box_.half[1] + box_.half[2]);
    return centers_ + halves + radius_ + ball_.size() + box_.size;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE V offset_to_center() const {
    return sum(difference(box_.anchor, ball_.anchor()), difference(box_.offset, ball_.offset()));
  }

  /// How much the gap along x falls short of its length, times that, but for roundings.
  [[nodiscard]] GRAZE_FORCE_INLINE double loss() const {
    double lost = 0;
    for_each_index<3>([&](auto k) __attribute__((always_inline)) {
      const double along = product(x_, box_.axis[k]);
      lost += std::max((coordinate_[k] + box_.half[k]) * along, (coordinate_[k] - box_.half[k]) * along);
    });
    return lost;
  }

  /// Whether a ball of this radius around the nearest point is in the box, whatever its axes are off by.
  [[nodiscard]] GRAZE_FORCE_INLINE bool is_inside(double radius) const {
    double margin = std::numeric_limits<double>::infinity();
    for_each_index<3>([&](auto k)
                          __attribute__((always_inline)) { margin = std::min(margin, box_.half[k] - std::fabs(coordinate_[k])); });
    return margin > 4 * radius;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE std::array<Feature, 2> names() const {
    const auto digit = [&](std::size_t k) {
      return coordinate_[k] > -box_.half[k] ? coordinate_[k] >= box_.half[k] ? 2U : 1U : 0U;
    };
    return {Feature{FeatureKind::vertex, 0}, detail::box_parts[digit(0) + 3 * digit(1) + 9 * digit(2)]};
  }

  const Center& ball_;
  double radius_;
  const PlacedBox& box_;
  V x_;                               ///< from the centre of the ball to the nearest point of the box
  std::array<double, 3> coordinate_;  ///< of that point along the axes of the box
  V from_center_;                     ///< of the box to that point
  double centers_;
};

}  // namespace graze::distance
