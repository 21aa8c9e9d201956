#pragma once
/// Two balls, or points, where doubles can certify it.

#include <bit>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <utility>

#include "quick/placed.h"
#include "quick/zonotope_question.h"

namespace graze::distance {

/// Roundings of a squared distance between stored centres or of the square of two radii, relative, and as much again for comparing
/// them. No unit. SimpleShapes.AgreeWithRationalsNextToTouching
inline constexpr double square_rounding = 16 * tolerance::rounding;

/// A centre given in the world.
struct StandingCenter {
  V center;

  template <class Shape>
  GRAZE_FORCE_INLINE StandingCenter(const Shape& s, const Unposed&) : center(placed(s).anchor) {}
  GRAZE_FORCE_INLINE explicit StandingCenter(const Vec3& position) : center(vector(position)) {}

  [[nodiscard]] static constexpr double error() { return 0; }
  [[nodiscard]] static constexpr double size() { return 0; }
  [[nodiscard]] GRAZE_FORCE_INLINE V anchor() const { return center; }
  [[nodiscard]] static constexpr V offset() { return {}; }
  [[nodiscard]] GRAZE_FORCE_INLINE V position() const { return center; }
  [[nodiscard]] GRAZE_FORCE_INLINE V offset_to(const StandingCenter& other) const { return difference(other.center, center); }
};

/// The centre of a posed body.
struct MovedCenter {
  PlacedZonotope<0> at;

  template <class Shape>
  GRAZE_FORCE_INLINE MovedCenter(const Shape& s, const Pose& pose) : at(detail::moved(s, pose)) {}

  /// Of the position, and of adding it to an offset.
  [[nodiscard]] GRAZE_FORCE_INLINE double error() const { return at.error + 4 * tolerance::rounding * at.size; }
  [[nodiscard]] GRAZE_FORCE_INLINE double size() const { return at.size; }
  [[nodiscard]] GRAZE_FORCE_INLINE const V& anchor() const { return at.anchor; }
  [[nodiscard]] GRAZE_FORCE_INLINE const V& offset() const { return at.offset; }
  [[nodiscard]] GRAZE_FORCE_INLINE V position() const { return sum(at.anchor, at.offset); }
  [[nodiscard]] GRAZE_FORCE_INLINE V offset_to(const MovedCenter& other) const {
    return sum(difference(other.at.anchor, at.anchor), difference(other.at.offset, at.offset));
  }
};

/// Whether the centre is the origin of the body's frame, as most are: its pose then says where it stands.
template <class Shape>
[[nodiscard]] GRAZE_FORCE_INLINE bool is_at_origin(const Shape& s) {
  const V center = placed(s).anchor;
  const auto bits = [](double x) __attribute__((always_inline)) { return std::bit_cast<std::uint64_t>(x); };
  return (bits(center.x) | bits(center.y) | bits(center.z)) == 0;
}

template <class Placement>
using PlacedCenter = std::conditional_t<std::is_same_v<Placement, Unposed>, StandingCenter, MovedCenter>;

/// One question about two balls, both standing or both moved. Refers to them.
template <class Center>
class BallQuestion {
 public:
  GRAZE_FORCE_INLINE BallQuestion(const Center& a, double radius_a, const Center& b, double radius_b)
      : a_(a), b_(b), radius_a_(radius_a), radius_b_(radius_b), x_(a.offset_to(b)), squared_(product(x_, x_)) {}

  /// Without a root.
  [[nodiscard]] GRAZE_FORCE_INLINE Known relation() const {
    const double radii = radius_a_ + radius_b_;
    const double square = radii * radii;
    const double squares = squared_ + square;
    if (!(squares > least_square && squares < greatest_square)) return Known::nothing;
    double margin = square_rounding * squares;
    if constexpr (!std::is_same_v<Center, StandingCenter>) {
      const double error = a_.error() + b_.error();  // 2 |x| e + e^2, from above without a root
      margin += error * (2 * size_of(x_) + error);
    }
    if (squared_ + margin < square) return Known::overlapping;
    return squared_ - margin > square ? Known::apart : Known::nothing;
  }

  /// A Closest, or one that is optional; otherwise() where doubles do not certify it.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer answer(const Otherwise& otherwise) const {
    const Known known = relation();
    if (known == Known::nothing) return otherwise();
    const double radii = radius_a_ + radius_b_;
    const V a = a_.position();
    const V b = b_.position();
    if (known == Known::overlapping) {
      const V common = sum(a, times(radius_a_ / radii, difference(b, a)));
      return given<Answer>(0, common, common);
    }
    const double length = std::sqrt(squared_);
    const double gap = length - radii;
    const double hidden = square_rounding * (length + radii) + (a_.error() + b_.error());
    if (!(hidden <= (radii > 0 ? enough_if_round : enough_if_linear) * gap)) return otherwise();
    const double slowness = 1 / length;
    return given<Answer>(gap, sum(a, times(radius_a_ * slowness, x_)), difference(b, times(radius_b_ * slowness, x_)));
  }

 private:
  template <class Answer>
  [[nodiscard]] GRAZE_FORCE_INLINE static Answer given(double distance, const V& x, const V& y) {
    return made_answer<Answer>(distance, x, y, {Feature{FeatureKind::vertex, 0}, Feature{FeatureKind::vertex, 0}});
  }

  const Center& a_;
  const Center& b_;
  double radius_a_;
  double radius_b_;
  V x_;
  double squared_;
};

/// What `ask` says about the two centres. Standing and moved centres give the same bits where both can be used.
template <class A, class PoseA, class B, class PoseB, class Ask>
GRAZE_FORCE_INLINE auto with_centers(const A& a, const PoseA& pose_a, const B& b, const PoseB& pose_b, const Ask& ask) {
  if constexpr (std::is_same_v<PoseA, Pose>) {
    if (is_at_origin(a) && is_at_origin(b)) return ask(StandingCenter(pose_a.translation), StandingCenter(pose_b.translation));
  }
  return ask(PlacedCenter<PoseA>(a, pose_a), PlacedCenter<PoseB>(b, pose_b));
}

}  // namespace graze::distance
