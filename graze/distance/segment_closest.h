#pragma once
/// Closest points of two segments or capsules where doubles, or a way measured in twice their digits, settle it.

#include <optional>
#include <type_traits>
#include <utility>

#include <graze/distance/segment_lanes.h>
#include <graze/distance/segment_pair.h>
#include <graze/distance/simple_placed.h>
#include <graze/distance/zonotope_question.h>

namespace graze::distance {

/// Roundings of the way between two places, of its length, of its products with the segments and of what these are used for: 16 of
/// the segments, the way and the radii, 32 of coordinates that a pose has turned. In parts of the root of the sum of squares, where
/// those coordinates count twice. No unit. SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double pair_rounding = 23 * tolerance::rounding;

/// Roundings of the way alone, beside those of its own length: 4 of the part of the first segment up to the place, 3 of the second;
/// 16 of coordinates that a pose has turned. In parts of the root of the sum of squares, where those count four times. No unit.
/// SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double way_rounding = 6 * tolerance::rounding;

/// What second order may cost of the square of a distance. No unit. With the way off by three quarters of enough_if_linear, the
/// distance is still off by less than that. SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double second_order = enough_if_linear / 8;

/// Two segments given in the world.
struct StandingSegments {
  const SegmentEnds& a;
  const SegmentEnds& b;
  TwoVectors starts;
  TwoVectors along;

  template <class A, class B>
  GRAZE_FORCE_INLINE StandingSegments(const A& first_body, const Unposed&, const B& second_body, const Unposed&)
      : a(first_body.v), b(second_body.v), starts(two(a[0], b[0])), along(two(a[1], b[1]) - starts) {}

  [[nodiscard]] static constexpr double squared_size() { return 0; }
  [[nodiscard]] GRAZE_FORCE_INLINE V between_starts() const { return less(second(starts), first(starts)); }
  [[nodiscard]] GRAZE_FORCE_INLINE TwoVectors at(const TwoVectors& from_starts) const { return starts + from_starts; }
};

/// Two segments of posed bodies.
struct MovedSegments {
  TwoVectors anchors;
  TwoVectors offsets;
  TwoVectors along;
  double size_a;  ///< of coordinates in the frame of the body
  double size_b;

  template <class A, class B>
  GRAZE_FORCE_INLINE MovedSegments(const A& a, const Pose& pose_a, const B& b, const Pose& pose_b)
      : anchors(two(pose_a.translation, pose_b.translation)),
        offsets(two(turned(pose_a.rotation, vector(a.v[0])), turned(pose_b.rotation, vector(b.v[0])))),
        along(two(turned_edge(a.v, pose_a), turned_edge(b.v, pose_b))),
        size_a(size_of(vector(a.v[0])) + size_of(vector(a.v[1]))),
        size_b(size_of(vector(b.v[0])) + size_of(vector(b.v[1]))) {}

  [[nodiscard]] GRAZE_FORCE_INLINE double squared_size() const { return size_a * size_a + size_b * size_b; }
  [[nodiscard]] GRAZE_FORCE_INLINE V between_starts() const {
    return sum(less(second(anchors), first(anchors)), less(second(offsets), first(offsets)));
  }
  [[nodiscard]] GRAZE_FORCE_INLINE TwoVectors at(const TwoVectors& from_starts) const { return anchors + (offsets + from_starts); }

 private:
  [[nodiscard]] GRAZE_FORCE_INLINE static V turned_edge(const SegmentEnds& ends, const Pose& pose) {
    return turned(pose.rotation, less(vector(ends[1]), vector(ends[0])));
  }
};

template <class Placement>
using PlacedSegments = std::conditional_t<std::is_same_v<Placement, Unposed>, StandingSegments, MovedSegments>;

/// One question about two such segments. Refers to them.
template <class Placed>
class SegmentQuestion {
 public:
  GRAZE_FORCE_INLINE SegmentQuestion(const Placed& placed, double radius_a, double radius_b)
      : placed_(placed),
        radius_a_(radius_a),
        radius_b_(radius_b),
        pair_(placed.along, placed.between_starts()),
        places_(nearest_places(pair_)),
        from_starts_(places_ * pair_.along),
        way_(less(sum(pair_.r, second(from_starts_)), first(from_starts_)), pair_),
        length_(std::sqrt(way_.xx)) {}

  /// Whether it does.
  GRAZE_FORCE_INLINE bool settles() {
    known_ = known_at_once();
    if (known_ == Known::nothing && !(radius_a_ + radius_b_ > 0) && is_crossed()) known_ = Known::measured;
    return known_ != Known::nothing;
  }

  /// A Closest, or one that is optional, of a question that is settled.
  template <class Answer>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer answer() const {
    const TwoVectors on_both = placed_.at(from_starts_);
    const V a = first(on_both);
    const V b = second(on_both);
    const double radii = radius_a_ + radius_b_;
    if (known_ == Known::overlapping) {
      const V common = sum(a, times(radius_a_ / radii, less(b, a)));
      return given<Answer>(0, common, common);
    }
    if (!(radii > 0)) return given<Answer>(length_, a, b);
    const double slowness = 1 / length_;
    const V on_a = sum(a, times(radius_a_ * slowness, way_.x));
    return given<Answer>(length_ - radii, on_a, less(b, times(radius_b_ * slowness, way_.x)));
  }

 private:
  /// By what is of first order.
  [[nodiscard]] GRAZE_FORCE_INLINE Known known_at_once() const {
    const double radii = radius_a_ + radius_b_;
    double squares = pair_.ee() + pair_.ff() + way_.xx;
    if constexpr (!std::is_same_v<Placed, StandingSegments>) squares += 4 * placed_.squared_size();
    if (!(radii > 0)) {  // without waiting for a root
      constexpr double quarter = 0.25 * enough_if_linear;
      const bool is_known = pair_rounding * pair_rounding * squares <= quarter * quarter * way_.xx;
      return is_known && is_in_range(squares) && first_order_loss(way_, places_) <= quarter * way_.xx ? Known::measured
                                                                                                      : Known::nothing;
    }
    squares += radii * radii;
    const double hidden = pair_rounding * pair_rounding * squares;
    const double gap = length_ - radii;
    const double quarter = 0.25 * enough_if_round * gap;
    if (!is_in_range(squares)) return Known::nothing;
    const bool is_known = hidden <= quarter * quarter && first_order_loss(way_, places_) <= quarter * length_;
    if (is_known && gap > 0) return Known::measured;
    return gap < 0 && hidden < gap * gap ? Known::overlapping : Known::nothing;
  }

  /// By what is of second order; the way is measured again if its roundings are too large beside it.
  [[nodiscard]] GRAZE_FORCE_INLINE bool is_crossed() {
    constexpr double good_enough = 0.75 * enough_if_linear / way_rounding;
    const double squares = pair_.ee() + pair_.ff();
    if (!is_in_range(squares)) return false;
    const Two parts = places_ * places_ * pair_.squares;
    if (parts[0] + parts[1] + 16 * placed_.squared_size() > good_enough * good_enough * way_.xx && !measure_again(squares))
      return false;
    return second_order_loss_is_below(second_order, pair_, places_, way_);
  }

  /// Whether that is enough.
  [[nodiscard]] GRAZE_FORCE_INLINE bool measure_again(double squares) {
    if constexpr (!std::is_same_v<Placed, StandingSegments>) {
      return false;
    } else {
      constexpr double good_enough = fine_way_error / second_order;
      way_ = SegmentWay(fine_segment_way()(placed_.a, places_[0], placed_.b, places_[1]), pair_);
      length_ = std::sqrt(way_.xx);
      return way_.xx >= good_enough * good_enough * squares;
    }
  }

  [[nodiscard]] GRAZE_FORCE_INLINE static bool is_in_range(double squares) {
    return squares > least_square && squares < greatest_square;
  }

  /// Masks are -1 where they hold: no branch that could not be foretold.
  [[nodiscard]] GRAZE_FORCE_INLINE std::array<Feature, 2> names() const {
    static_assert(static_cast<int>(FeatureKind::vertex) == 0 && static_cast<int>(FeatureKind::edge) == 1);
    const simd::TwoMasks between = (places_ > both(0)) & (places_ < both(1));
    const simd::TwoMasks at_end = places_ == both(1);
    const auto name = [&](int k) { return Feature{static_cast<FeatureKind>(-between[k]), static_cast<std::int32_t>(-at_end[k])}; };
    return {name(0), name(1)};
  }

  template <class Answer>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer given(double distance, const V& x, const V& y) const {
    return made_answer<Answer>(distance, x, y, names());
  }

  const Placed& placed_;
  double radius_a_;
  double radius_b_;
  SegmentPair pair_;
  Two places_;
  TwoVectors from_starts_;  ///< to the places
  SegmentWay way_;
  double length_;
  Known known_ = Known::nothing;
};

}  // namespace graze::distance
