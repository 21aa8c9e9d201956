#pragma once
/// Closest points of two segments or capsules where doubles, or an offset measured in twice their digits, can certify it.

#include <optional>
#include <type_traits>
#include <utility>

#include "quick/kernels.h"
#include "quick/placed.h"
#include "quick/segment_pair.h"
#include "quick/segment_touching.h"
#include "quick/zonotope_question.h"

namespace graze::distance {

/// Roundings of the offset between two points, of its length, of its products with the segments and of what these are used for: 16
/// of the segments, the offset and the radii, 32 of coordinates that a pose has rotated. In parts of the root of the sum of
/// squares, where those coordinates count twice. No unit. SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double pair_rounding = 23 * tolerance::rounding;

/// Roundings of the offset alone, beside those of its own length: 4 of the part of each segment up to the point;
/// 16 of coordinates that a pose has rotated. In parts of the root of the sum of squares, where those count four times. No unit.
/// SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double offset_rounding = 6 * tolerance::rounding;

/// Squares of segments, up to the parameters, may be this many times that of the offset: what roundings of the offset then take is
/// three quarters of what they may. No unit. SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double most_beside_offset =
    (0.75 * enough_if_linear / offset_rounding) * (0.75 * enough_if_linear / offset_rounding);

/// What second order may cost of the square of a distance. No unit. With the offset off by three quarters of enough_if_linear, the
/// distance is still off by less than that. SegmentPairs.AgreeWithRationalsForEveryGap
inline constexpr double second_order = enough_if_linear / 8;

/// Coordinates of a posed segment may be this many times its length: where it points, off by 5 roundings of theirs, is then off by
/// 2^-36 at most. No unit. What is of second order allows 2^-22 of that and, where both parameters are between the ends of segments
/// that are nearly parallel, the root of least_spread times that. SegmentPairs.AgreeWithRationalsWherePosesPlaceThem
inline constexpr double most_rotated = 0x1p14;

/// The parts of two segments, by whose parameter is above 0 (two bits) and whose is 1 (two more): no unpredictable branch.
inline constexpr auto segment_parts = [] {
  std::array<std::array<Feature, 2>, 16> parts{};
  for (unsigned bits = 0; bits < parts.size(); ++bits) {
    for (unsigned k = 0; k < 2; ++k) {
      const bool is_start = (bits >> k & 1U) == 0;
      const bool is_end = (bits >> (2 + k) & 1U) != 0;
      parts[bits][k] = {is_start || is_end ? FeatureKind::vertex : FeatureKind::edge, is_end ? 1 : 0};
    }
  }
  return parts;
}();

/// An offset measured in twice the digits of a double.
struct FineWay {
  V x;
  double squared_error;  ///< beside roundings of its coordinates
};

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
  [[nodiscard]] static constexpr Two squared_sizes() { return Two{0, 0}; }
  [[nodiscard]] GRAZE_FORCE_INLINE TwoVectors between_starts() const { return to_and_fro(starts); }
  [[nodiscard]] GRAZE_FORCE_INLINE TwoVectors at(const TwoVectors& from_starts) const { return starts + from_starts; }

  [[nodiscard]] static constexpr bool are_rotated_well(const Two&) { return true; }
  /// For the squared lengths of both.
  [[nodiscard]] GRAZE_FORCE_INLINE FineWay fine_offset(const Two& parameters, const Two& squares) const {
    return {segment_kernels().fine_segment_offset(a, parameters[0], b, parameters[1]),
            fine_offset_error * fine_offset_error * (squares[0] + squares[1])};
  }
};

/// Two segments of posed bodies.
struct MovedSegments {
  PosedSegment a;
  PosedSegment b;
  TwoVectors anchors;
  TwoVectors offsets;
  TwoVectors along;
  double size_a;  ///< of coordinates in the frame of the body
  double size_b;

  template <class A, class B>
  GRAZE_FORCE_INLINE MovedSegments(const A& first_body, const Pose& pose_a, const B& second_body, const Pose& pose_b)
      : a{first_body.v, pose_a},
        b{second_body.v, pose_b},
        anchors(two(pose_a.translation, pose_b.translation)),
        offsets(two(rotated(pose_a.rotation, vector(a.ends[0])), rotated(pose_b.rotation, vector(b.ends[0])))),
        along(two(rotated_edge(a), rotated_edge(b))),
        size_a(size_of(vector(a.ends[0])) + size_of(vector(a.ends[1]))),
        size_b(size_of(vector(b.ends[0])) + size_of(vector(b.ends[1]))) {}

  [[nodiscard]] GRAZE_FORCE_INLINE double squared_size() const { return size_a * size_a + size_b * size_b; }
  [[nodiscard]] GRAZE_FORCE_INLINE Two squared_sizes() const { return Two{size_a * size_a, size_b * size_b}; }
  [[nodiscard]] GRAZE_FORCE_INLINE TwoVectors between_starts() const { return to_and_fro(anchors) + to_and_fro(offsets); }
  [[nodiscard]] GRAZE_FORCE_INLINE TwoVectors at(const TwoVectors& from_starts) const { return anchors + (offsets + from_starts); }

  [[nodiscard]] GRAZE_FORCE_INLINE bool are_rotated_well(const Two& squares) const {
    constexpr double most = most_rotated * most_rotated;
    return size_a * size_a <= most * squares[0] && size_b * size_b <= most * squares[1];
  }
  [[nodiscard]] GRAZE_FORCE_INLINE FineWay fine_offset(const Two& parameters, const Two&) const {
    const PosedOffset fine = segment_kernels().fine_posed_offset(a, parameters[0], b, parameters[1]);
    return {fine.x, 3 * fine.error * fine.error};  // three coordinates
  }

 private:
  [[nodiscard]] GRAZE_FORCE_INLINE static V rotated_edge(const PosedSegment& s) {
    return rotated(s.pose.rotation, difference(vector(s.ends[1]), vector(s.ends[0])));
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
        parameters_(nearest_parameters(pair_)),
        from_starts_(parameters_ * pair_.along),
        offset_(pair_.r + to_and_fro(from_starts_), pair_),
        length_(std::sqrt(offset_.xx)) {}

  /// Whether it does; with or without the last resort for segments that nearly touch, which takes registers from the others.
  enum class May : std::uint8_t { not_part, part };
  template <May may = May::not_part>
  GRAZE_FORCE_INLINE bool certifies() {
    known_ = known_at_once();
    if (known_ == Known::nothing && !(radius_a_ + radius_b_ > 0) && is_crossed<may>()) known_ = Known::measured;
    return known_ != Known::nothing;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE const Two& parameters() const { return parameters_; }

  /// A Closest, or one that is optional, of a question that is certified.
  template <class Answer>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer answer() const {
    const TwoVectors on_both = placed_.at(from_starts_);
    const V a = first(on_both);
    const V b = second(on_both);
    const double radii = radius_a_ + radius_b_;
    if (known_ == Known::overlapping) {
      const V common = sum(a, times(radius_a_ / radii, difference(b, a)));
      return given<Answer>(0, common, common);
    }
    if (!(radii > 0)) return given<Answer>(length_, a, b);
    const double slowness = 1 / length_;
    const V on_a = sum(a, times(radius_a_ * slowness, offset_.x));
    return given<Answer>(length_ - radii, on_a, difference(b, times(radius_b_ * slowness, offset_.x)));
  }

 private:
  /// By what is of first order.
  [[nodiscard]] GRAZE_FORCE_INLINE Known known_at_once() const {
    const double radii = radius_a_ + radius_b_;
    double squares = pair_.ee() + pair_.ff() + offset_.xx;
    if constexpr (!std::is_same_v<Placed, StandingSegments>) squares += 4 * placed_.squared_size();
    if (!(radii > 0)) {  // without waiting for a root
      constexpr double quarter = 0.25 * enough_if_linear;
      constexpr double most = quarter / pair_rounding;
      const bool is_known = squares <= most * most * offset_.xx;
      return is_known && is_in_range(squares) && first_order_loss(offset_, parameters_) <= quarter * offset_.xx ? Known::measured
                                                                                                                : Known::nothing;
    }
    squares += radii * radii;
    const double hidden = pair_rounding * pair_rounding * squares;
    const double gap = length_ - radii;
    const double quarter = 0.25 * enough_if_round * gap;
    if (!is_in_range(squares)) return Known::nothing;
    const bool is_known = hidden <= quarter * quarter && first_order_loss(offset_, parameters_) <= quarter * length_;
    if (is_known && gap > 0) return Known::measured;
    return gap < 0 && hidden < gap * gap ? Known::overlapping : Known::nothing;
  }

  /// By what is of second order; the offset is measured again if its roundings are too large beside it.
  template <May may>
  [[nodiscard]] GRAZE_FORCE_INLINE bool is_crossed() {
    if (!is_in_range(pair_.ee() + pair_.ff())) return false;
    const Two parts = parameters_ * parameters_ * pair_.squares;
    const bool is_rough = parts[0] + parts[1] + 16 * placed_.squared_size() > most_beside_offset * offset_.xx;
    if (is_rough && !measure_again()) return false;
    if (second_order_loss_is_below(second_order, pair_, parameters_, offset_)) return true;
    if constexpr (may == May::part) return is_rough && is_parted();
    return false;
  }

  /// By the part of a fine offset that is the shortest.
  [[nodiscard]] GRAZE_FORCE_INLINE bool is_parted() {
    const double squared = squared_part_across(pair_, parameters_, offset_, placed_.squared_sizes());
    length_ = std::sqrt(squared);
    return squared > 0 && is_above_fine_error(squared);
  }

  /// Whether that is enough.
  [[nodiscard]] GRAZE_FORCE_INLINE bool measure_again() {
    if (!placed_.are_rotated_well(pair_.squares)) return false;
    const FineWay way = placed_.fine_offset(parameters_, pair_.squares);
    offset_ = SegmentOffset(two(way.x, times(-1, way.x)), pair_);
    length_ = std::sqrt(offset_.xx);
    fine_error_ = way.squared_error;
    return is_above_fine_error(offset_.xx);
  }

  [[nodiscard]] GRAZE_FORCE_INLINE bool is_above_fine_error(double squared) const {
    return squared * (second_order * second_order) >= fine_error_;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE static bool is_in_range(double squares) {
    return squares > least_square && squares < greatest_square;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE const std::array<Feature, 2>& names() const {
    return segment_parts[simd::bits_of(parameters_ > both(0)) + 4 * simd::bits_of(parameters_ >= both(1))];
  }

  template <class Answer>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer given(double distance, const V& x, const V& y) const {
    return made_answer<Answer>(distance, x, y, names());
  }

  const Placed& placed_;
  double radius_a_;
  double radius_b_;
  SegmentPair pair_;
  Two parameters_;
  TwoVectors from_starts_;  ///< to the nearest points
  SegmentOffset offset_;
  double length_;
  double fine_error_ = 0;  ///< of an offset that was measured again, squared
  Known known_ = Known::nothing;
};

/// A segment or capsule, perhaps from its other end.
template <class SegmentShape>
[[nodiscard]] SegmentShape reversed_if(bool is_reversed, SegmentShape shape) {
  if (is_reversed) std::swap(shape.v[0], shape.v[1]);
  return shape;
}

/// The same question seen from the ends that are nearer to the points: where these nearly touch, the offset between them is exact
/// and the parameters, close to 0, have all their digits. Seldom, and not inlined.
template <class Answer, class A, class PoseA, class B, class PoseB, class Otherwise>
[[nodiscard, gnu::noinline, gnu::cold]] Answer seen_from_nearer_ends(Two parameters, const A& a, const PoseA& pose_a, const B& b,
                                                                     const PoseB& pose_b, const Otherwise& otherwise) {
  const bool is_reversed[2] = {parameters[0] > 0.5, parameters[1] > 0.5};
  if (radius_of(a) + radius_of(b) > 0) return otherwise();
  const A other_a = reversed_if(is_reversed[0], a);
  const B other_b = reversed_if(is_reversed[1], b);
  const PlacedSegments<PoseA> at(other_a, pose_a, other_b, pose_b);
  using NearerEnds = SegmentQuestion<PlacedSegments<PoseA>>;
  NearerEnds question(at, 0, 0);
  if (!question.template certifies<NearerEnds::May::part>()) return otherwise();
  Closest out = question.template answer<Closest>();
  for (int k = 0; k < 2; ++k) {
    Feature& part = out.features[k];
    if (is_reversed[k] && part.kind == FeatureKind::vertex) part.index = 1 - part.index;
  }
  return out;
}

}  // namespace graze::distance
