#pragma once
/// Closest points of two segments or capsules where signs of a few products settle it.
///
/// Places between the ends are off by roundings, so that the way between them is longer than the shortest by a part of second order
/// only. What is left to prove is that places at ends belong there: that moving them into their segments makes the way longer. The
/// way between two ends in the world is right to one rounding of each of its coordinates, however short it is.

#include <cmath>
#include <type_traits>

#include "quick/segment_segment.h"

namespace graze::distance {

/// What the gain of a place at an end may be off by, and what roundings of the other place can do to it, in parts of squares() of
/// both segments, of the way r between their starts and of the coordinates T that poses have turned. No unit. Products with e are
/// off by 5 roundings of the lengths they are made of, the sum of three of them by 3 more, and the other place by 6: all of |e|
/// (|r| + |e| + |f|), which is no more than twice these squares. If a pose has turned e and r, by 38 roundings of that and 10 of T
/// |e|. SegmentSigns.AgreeWithRationalsNextToEnds
template <class Placement>
inline constexpr double gain_rounding = (std::is_same_v<Placement, Unposed> ? 32 : 96) * tolerance::rounding;

/// Roundings of the way between two places, of its length and of the sum of radii: 6 of the segments, 5 of the way, 2 of the radii
/// and 13 of the coordinates that poses have turned, in parts of the root of the sum of squares, where those count turned_share
/// times. No unit. SegmentSigns.AgreeWithRationalsForEveryGap
inline constexpr double round_rounding = 10 * tolerance::rounding;
inline constexpr double turned_share = 5;

/// The squares may be this many times that of the way, so that what places between their ends are off by costs less than
/// second_order of it: 54 roundings of |r| + |e| + |f| over wide_spread where both are. No unit.
/// SegmentSigns.AgreeWithRationalsForEveryGap
inline constexpr double most_squares_beside_way = 0x1p36;

/// Where a place is, as segment_parts counts it: the place of a, and twice that of b.
inline constexpr unsigned at_start = 0, amid = 1, at_end = 5;
[[nodiscard]] constexpr unsigned parts_of(unsigned place_a, unsigned place_b) { return place_a + 2 * place_b; }
[[nodiscard]] constexpr unsigned place_at(int end) { return end == 0 ? at_start : at_end; }

/// Two segments in the world, e and f, and the way r between their starts.
template <class Placement>
struct SegmentVectors {
  const SegmentEnds& a;
  const SegmentEnds& b;
  V e, f, r;

  template <class A, class B>
  GRAZE_FORCE_INLINE SegmentVectors(const A& first_body, const Unposed&, const B& second_body, const Unposed&)
      : a(first_body.v),
        b(second_body.v),
        e(less(vector(a[1]), vector(a[0]))),
        f(less(vector(b[1]), vector(b[0]))),
        r(less(vector(b[0]), vector(a[0]))) {}

  [[nodiscard]] static constexpr double squared_turned() { return 0; }
  [[nodiscard]] GRAZE_FORCE_INLINE V on_a(const V& from_start) const { return sum(vector(a[0]), from_start); }
  [[nodiscard]] GRAZE_FORCE_INLINE V on_b(const V& from_start) const { return sum(vector(b[0]), from_start); }
  [[nodiscard]] GRAZE_FORCE_INLINE V end_of_a(int end) const { return vector(a[end]); }
  [[nodiscard]] GRAZE_FORCE_INLINE V end_of_b(int end) const { return vector(b[end]); }
  [[nodiscard]] GRAZE_FORCE_INLINE V way(int end_a, int end_b) const {
    return end_a == 0 && end_b == 0 ? r : less(vector(b[end_b]), vector(a[end_a]));
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
        offset_a(turned(pose_a.rotation, vector(a[0]))),
        offset_b(turned(pose_b.rotation, vector(b[0]))),
        e(turned(pose_a.rotation, less(vector(a[1]), vector(a[0])))),
        f(turned(pose_b.rotation, less(vector(b[1]), vector(b[0])))),
        r(sum(less(vector(pose_b.translation), vector(pose_a.translation)), less(offset_b, offset_a))) {}

  [[nodiscard]] GRAZE_FORCE_INLINE double squared_turned() const {
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
  [[nodiscard]] GRAZE_FORCE_INLINE V way(int end_a, int end_b) const {
    const V from_a = end_a == 0 ? r : less(r, e);
    return end_b == 0 ? from_a : sum(from_a, f);
  }
};

/// Of two given points. Not inlined: what led to them would be kept in memory for nothing.
template <class Answer>
[[nodiscard, gnu::noinline]] Answer way_of(const Vec3& a, const Vec3& b, unsigned parts) {
  const V x = less(vector(b), vector(a));
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
        squares_(ee_ + ff_ + product(at_.r, at_.r) + turned_share * at_.squared_turned()),
        room_(gain_rounding<Placement> * squares_) {}

  /// A Closest, or one that is optional; otherwise() where signs do not settle it.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer answer(const Otherwise& otherwise) const {
    if (!(squares_ > least_square && squares_ < greatest_square)) return otherwise();
    const double s = place_within(er_ * ff_ - ef_ * fr_, spread());
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

  /// Whether a place at its first or last end can only lose by moving, for the gain of the first.
  [[nodiscard]] GRAZE_FORCE_INLINE bool belongs(int end, double gain, double squared) const {
    return end == 0 ? gain < -room_ : gain - squared > room_;
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
    const V x = less(at_.way(0, end), from_start);
    return measured<Answer>(x, s * s * ee_, at_.on_a(from_start), at_.end_of_b(end), parts_of(amid, place_at(end)), otherwise);
  }

  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer with_end_of_a(int end, double t, const Otherwise& otherwise) const {
    if (!belongs(end, t * ef_ + er_, ee_)) return otherwise();
    const V from_start = times(t, at_.f);
    const V x = sum(at_.way(end, 0), from_start);
    return measured<Answer>(x, t * t * ff_, at_.end_of_a(end), at_.on_b(from_start), parts_of(place_at(end), amid), otherwise);
  }

  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer between_ends(double s, double t, const Otherwise& otherwise) const {
    if (!(spread() >= wide_spread * (ee_ * ff_))) return otherwise();
    const V on_e = times(s, at_.e);
    const V on_f = times(t, at_.f);
    const V x = sum(at_.r, less(on_f, on_e));
    return measured<Answer>(x, s * s * ee_ + t * t * ff_, at_.on_a(on_e), at_.on_b(on_f), parts_of(amid, amid), otherwise);
  }

  /// For an end of a that belongs there.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer between(int end_a, int end_b, const Otherwise& otherwise) const {
    if (!belongs(end_b, end_a == 0 ? -fr_ : ef_ - fr_, ff_)) return otherwise();
    const unsigned parts = parts_of(place_at(end_a), place_at(end_b));
    if constexpr (is_linear && is_standing) {
      return way_of<Answer>(at_.a[end_a], at_.b[end_b], parts);
    } else {
      return measured<Answer>(at_.way(end_a, end_b), 0, at_.end_of_a(end_a), at_.end_of_b(end_b), parts, otherwise);
    }
  }

  /// A way of which roundings take no more than they may, for the squares of the segments up to its places.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer measured(const V& x, double squared_parts, const V& a, const V& b, unsigned parts,
                                                   const Otherwise& otherwise) const {
    const double xx = product(x, x);
    if constexpr (is_linear) {
      const bool is_good = squared_parts + turned_share * at_.squared_turned() <= most_beside_way * xx;
      if (!(is_good && squares_ <= most_squares_beside_way * xx)) return otherwise();
      return made_answer<Answer>(std::sqrt(xx), a, b, segment_parts[parts]);
    } else {
      return around<Answer>(x, std::sqrt(xx), a, b, parts, otherwise);
    }
  }

  /// With radii. Roundings that are small beside the gap are small beside the way too, which is longer.
  template <class Answer, class Otherwise>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer around(const V& x, double length, const V& a, const V& b, unsigned parts,
                                                 const Otherwise& otherwise) const {
    const double radii = radius_a_ + radius_b_;
    const double gap = length - radii;
    const double hidden = round_rounding * round_rounding * (squares_ + radii * radii);
    if (!(hidden <= 0.25 * enough_if_round * enough_if_round * (gap * gap))) return otherwise();
    if (gap < 0) {
      const V common = sum(a, times(radius_a_ / radii, less(b, a)));
      return made_answer<Answer>(0, common, common, segment_parts[parts]);
    }
    const double slowness = 1 / length;
    const V on_a = sum(a, times(radius_a_ * slowness, x));
    return made_answer<Answer>(gap, on_a, less(b, times(radius_b_ * slowness, x)), segment_parts[parts]);
  }

  SegmentVectors<Placement> at_;
  double radius_a_;
  double radius_b_;
  double ee_, ff_, ef_, er_, fr_;
  double squares_;
  double room_;
};

}  // namespace graze::distance
