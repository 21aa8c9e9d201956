#pragma once
/// Closest points of two segments or capsules where signs of a few products can certify it.
///
/// Parameters between the ends are off by roundings, so that the offset between them is longer than the shortest by a part of
/// second order only. What is left to prove is that parameters at ends belong there: that moving them into their segments makes the
/// offset longer. The offset between two ends in the world is right to one rounding of each of its coordinates, however short it
/// is.

#include <cmath>
#include <type_traits>

#include "quick/segment_segment.h"

namespace graze::distance {

/// What the gain of a parameter at an end may be off by, and what roundings of the other parameter can do to it, in parts of
/// squares() of both segments, of the offset r between their starts and of the coordinates T that poses have rotated. No unit.
/// Products with e are off by 5 roundings of the lengths they are made of, the sum of three of them by 3 more, and the other
/// parameter by 6: all of |e|
/// (|r| + |e| + |f|), which is no more than twice these squares. If a pose has rotated e and r, by 38 roundings of that and 10 of T
/// |e|. SegmentSigns.AgreeWithRationalsNextToEnds
template <class Placement>
inline constexpr double gain_rounding = (std::is_same_v<Placement, Unposed> ? 32 : 96) * tolerance::rounding;

/// Roundings of the offset between two points, of its length and of the sum of radii: 6 of the segments, 5 of the offset, 2 of the
/// radii and 13 of the coordinates that poses have rotated, in parts of the root of the sum of squares, where those count
/// rotated_share times. No unit. SegmentSigns.AgreeWithRationalsForEveryGap
inline constexpr double round_rounding = 10 * tolerance::rounding;
inline constexpr double rotated_share = 5;

/// The squares may be this many times that of the offset, so that what parameters between their ends are off by costs less than
/// second_order of it: 54 roundings of |r| + |e| + |f| over wide_spread where both are. No unit.
/// SegmentSigns.AgreeWithRationalsForEveryGap
inline constexpr double most_squares_beside_offset = 0x1p36;

/// Where a parameter is, as segment_parts counts it: the parameter of a, and twice that of b.
inline constexpr unsigned at_start = 0, amid = 1, at_end = 5;
[[nodiscard]] constexpr unsigned parts_of(unsigned position_a, unsigned position_b) { return position_a + 2 * position_b; }
[[nodiscard]] constexpr unsigned position_of_end(int end) { return end == 0 ? at_start : at_end; }

/// Two segments in the world, e and f, and the offset r between their starts.
template <class Placement>
struct SegmentVectors {
  const SegmentEnds& a;
  const SegmentEnds& b;
  V e, f, r;

  template <class A, class B>
  GRAZE_FORCE_INLINE SegmentVectors(const A& first_body, const Unposed&, const B& second_body, const Unposed&)
      : a(first_body.v),
        b(second_body.v),
        e(difference(vector(a[1]), vector(a[0]))),
        f(difference(vector(b[1]), vector(b[0]))),
        r(difference(vector(b[0]), vector(a[0]))) {}

  [[nodiscard]] static constexpr double squared_rotated() { return 0; }
  [[nodiscard]] GRAZE_FORCE_INLINE V on_a(const V& from_start) const { return sum(vector(a[0]), from_start); }
  [[nodiscard]] GRAZE_FORCE_INLINE V on_b(const V& from_start) const { return sum(vector(b[0]), from_start); }
  [[nodiscard]] GRAZE_FORCE_INLINE V end_of_a(int end) const { return vector(a[end]); }
  [[nodiscard]] GRAZE_FORCE_INLINE V end_of_b(int end) const { return vector(b[end]); }
  [[nodiscard]] GRAZE_FORCE_INLINE V offset(int end_a, int end_b) const {
    return end_a == 0 && end_b == 0 ? r : difference(vector(b[end_b]), vector(a[end_a]));
  }
};

/// The same where poses have placed them.
template <>
struct SegmentVectors<Pose> {
  const SegmentEnds& a;
  const SegmentEnds& b;
  const Pose& pose_a;
  const Pose& pose_b;
  V offset_a, offset_b;
  V e, f, r;

  template <class A, class B>
  GRAZE_FORCE_INLINE SegmentVectors(const A& first_body, const Pose& first_pose, const B& second_body, const Pose& second_pose)
      : a(first_body.v),
        b(second_body.v),
        pose_a(first_pose),
        pose_b(second_pose),
        offset_a(rotated(pose_a.rotation, vector(a[0]))),
        offset_b(rotated(pose_b.rotation, vector(b[0]))),
        e(rotated(pose_a.rotation, difference(vector(a[1]), vector(a[0])))),
        f(rotated(pose_b.rotation, difference(vector(b[1]), vector(b[0])))),
        r(sum(difference(vector(pose_b.translation), vector(pose_a.translation)), difference(offset_b, offset_a))) {}

  [[nodiscard]] GRAZE_FORCE_INLINE double squared_rotated() const {
    const double size = size_of(vector(a[0])) + size_of(vector(a[1])) + (size_of(vector(b[0])) + size_of(vector(b[1])));
    return size * size;
  }
  [[nodiscard]] GRAZE_FORCE_INLINE V on_a(const V& from_start) const {
    return sum(vector(pose_a.translation), sum(offset_a, from_start));
  }
  [[nodiscard]] GRAZE_FORCE_INLINE V on_b(const V& from_start) const {
    return sum(vector(pose_b.translation), sum(offset_b, from_start));
  }
  [[nodiscard]] GRAZE_FORCE_INLINE V end_of_a(int end) const { return on_a(end == 0 ? V{} : e); }
  [[nodiscard]] GRAZE_FORCE_INLINE V end_of_b(int end) const { return on_b(end == 0 ? V{} : f); }
  [[nodiscard]] GRAZE_FORCE_INLINE V offset(int end_a, int end_b) const {
    const V from_a = end_a == 0 ? r : difference(r, e);
    return end_b == 0 ? from_a : sum(from_a, f);
  }
};

/// Of two given points. Not inlined: what led to them would be kept in memory for nothing.
template <class Answer>
[[nodiscard, gnu::noinline]] Answer between_points(const Vec3& a, const Vec3& b, unsigned parts) {
  const V x = difference(vector(b), vector(a));
  return made_answer<Answer>(std::sqrt(product(x, x)), vector(a), vector(b), segment_parts[parts]);
}

/// One question about two segments or capsules. Refers to them.
template <class A, class B, class Placement>
class SignsQuestion {
 public:
  GRAZE_FORCE_INLINE SignsQuestion(const A& a, const Placement& pose_a, const B& b, const Placement& pose_b)
      : at_(a, pose_a, b, pose_b),
        radius_a_(radius_of(a)),
        radius_b_(radius_of(b)),
        ee_(product(at_.e, at_.e)),
        ff_(product(at_.f, at_.f)),
        ef_(product(at_.e, at_.f)),
        er_(product(at_.e, at_.r)),
        fr_(product(at_.f, at_.r)),
        squares_(ee_ + ff_ + product(at_.r, at_.r) + rotated_share * at_.squared_rotated()),
        margin_(gain_rounding<Placement> * squares_) {}

  /// A Closest, or one that is optional; otherwise() where signs do not certify it.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer answer(const Otherwise& otherwise) const {
    if (!(squares_ > least_square && squares_ < greatest_square)) return otherwise();
    const double s = parameter_within(er_ * ff_ - ef_ * fr_, spread());
    const double along_b = s * ef_ - fr_;
    if (!(along_b > 0)) return with_end_of_b<Answer>(0, er_, otherwise);
    if (!(along_b < ff_)) return with_end_of_b<Answer>(1, er_ + ef_, otherwise);
    const double t = along_b / ff_;
    if (!(s > 0)) return with_end_of_a<Answer>(0, t, otherwise);
    if (!(s < 1)) return with_end_of_a<Answer>(1, t, otherwise);
    return between_ends<Answer>(s, t, otherwise);
  }

 private:
  static constexpr bool is_standing = std::is_same_v<Placement, Unposed>;
  static constexpr bool is_linear = std::is_same_v<A, Segment> && std::is_same_v<B, Segment>;

  [[nodiscard]] GRAZE_FORCE_INLINE double spread() const { return ee_ * ff_ - ef_ * ef_; }

  /// Whether a parameter at its first or last end can only lose by moving, for the gain of the first.
  [[nodiscard]] GRAZE_FORCE_INLINE bool belongs(int end, double gain, double squared) const {
    return end == 0 ? gain < -margin_ : gain - squared > margin_;
  }

  /// For the gain of the first end of a.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer with_end_of_b(int end, double gain, const Otherwise& otherwise) const {
    if (belongs(0, gain, ee_)) return between<Answer>(0, end, otherwise);
    if (belongs(1, gain, ee_)) return between<Answer>(1, end, otherwise);
    if (!(gain > 0 && gain < ee_)) return otherwise();
    const double s = gain / ee_;
    if (!belongs(end, s * ef_ - fr_, ff_)) return otherwise();
    const V from_start = times(s, at_.e);
    const V x = difference(at_.offset(0, end), from_start);
    return measured<Answer>(x, s * s * ee_, at_.on_a(from_start), at_.end_of_b(end), parts_of(amid, position_of_end(end)),
                            otherwise);
  }

  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer with_end_of_a(int end, double t, const Otherwise& otherwise) const {
    if (!belongs(end, t * ef_ + er_, ee_)) return otherwise();
    const V from_start = times(t, at_.f);
    const V x = sum(at_.offset(end, 0), from_start);
    return measured<Answer>(x, t * t * ff_, at_.end_of_a(end), at_.on_b(from_start), parts_of(position_of_end(end), amid),
                            otherwise);
  }

  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer between_ends(double s, double t, const Otherwise& otherwise) const {
    if (!(spread() >= wide_spread * (ee_ * ff_))) return otherwise();
    const V on_e = times(s, at_.e);
    const V on_f = times(t, at_.f);
    const V x = sum(at_.r, difference(on_f, on_e));
    return measured<Answer>(x, s * s * ee_ + t * t * ff_, at_.on_a(on_e), at_.on_b(on_f), parts_of(amid, amid), otherwise);
  }

  /// For an end of a that belongs there.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer between(int end_a, int end_b, const Otherwise& otherwise) const {
    if (!belongs(end_b, end_a == 0 ? -fr_ : ef_ - fr_, ff_)) return otherwise();
    const unsigned parts = parts_of(position_of_end(end_a), position_of_end(end_b));
    if constexpr (is_linear && is_standing) {
      return between_points<Answer>(at_.a[end_a], at_.b[end_b], parts);
    } else {
      return measured<Answer>(at_.offset(end_a, end_b), 0, at_.end_of_a(end_a), at_.end_of_b(end_b), parts, otherwise);
    }
  }

  /// An offset of which roundings take no more than they may, for the squares of the segments up to its parameters.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer measured(const V& x, double squared_parts, const V& a, const V& b, unsigned parts,
                                                   const Otherwise& otherwise) const {
    const double xx = product(x, x);
    if constexpr (is_linear) {
      const bool is_good = squared_parts + rotated_share * at_.squared_rotated() <= most_beside_offset * xx;
      if (!(is_good && squares_ <= most_squares_beside_offset * xx)) return otherwise();
      return made_answer<Answer>(std::sqrt(xx), a, b, segment_parts[parts]);
    } else {
      return around<Answer>(x, std::sqrt(xx), a, b, parts, otherwise);
    }
  }

  /// With radii. Roundings that are small beside the gap are small beside the offset too, which is longer.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer around(const V& x, double length, const V& a, const V& b, unsigned parts,
                                                 const Otherwise& otherwise) const {
    const double radii = radius_a_ + radius_b_;
    const double gap = length - radii;
    const double hidden = round_rounding * round_rounding * (squares_ + radii * radii);
    if (!(hidden <= 0.25 * enough_if_round * enough_if_round * (gap * gap))) return otherwise();
    if (gap < 0) {
      const V common = sum(a, times(radius_a_ / radii, difference(b, a)));
      return made_answer<Answer>(0, common, common, segment_parts[parts]);
    }
    const double slowness = 1 / length;
    const V on_a = sum(a, times(radius_a_ * slowness, x));
    return made_answer<Answer>(gap, on_a, difference(b, times(radius_b_ * slowness, x)), segment_parts[parts]);
  }

  SegmentVectors<Placement> at_;
  double radius_a_;
  double radius_b_;
  double ee_, ff_, ef_, er_, fr_;
  double squares_;
  double margin_;
};

}  // namespace graze::distance
