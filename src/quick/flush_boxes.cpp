/// Certifies the nearest points of two boxes across a face or across two edges, in double-doubles.
///
/// Let n be across two edges of one box, or across one of each, as exact numbers. Everything of a lies below its end along n,
/// everything of b above its own, so that the distance is at least the gap over the length of n. Where the offset between the
/// ends can be made of n and of the edges that it is across, without leaving these, it is no more.

#include "quick/flush_boxes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

#include "quick/fine_box.h"
#include "quick/zonotope_names.h"
#include "quick/zonotope_proof.h"
#include "quick/zonotope_question.h"
#include "quick/zonotope_units.h"

namespace graze::distance {
namespace {

/// Axes whose gaps are less than the widest by no more than this are tried, in parts of the sizes of both boxes and of their
/// offset. No unit. Measured; answers are proven whatever it is.
constexpr double nearly_widest = 512 * tolerance::rounding;

/// How far within an edge, in parts of the same sizes, a point must seem to be. No unit. A few dozen roundings of products of
/// three vectors. ZonotopeDistance.BoxesTurnedOnEachOtherAreMeasuredWithoutExactNumbers
constexpr double well_within = 512 * tolerance::rounding;

/// Beyond this, products of unit axes and normals have the sign that doubles see. No unit. A few dozen roundings.
/// ZonotopeDistance.BoxesTurnedOnEachOtherAreMeasuredWithoutExactNumbers
constexpr double clearly_leaning = 512 * tolerance::rounding;

/// Projections to and fro between two faces that are parallel.
constexpr int parallel_turns = 2;

/// Zero has no sign.
V rounded(const AxisVector& v) { return {v.x.value.hi + 0.0, v.y.value.hi + 0.0, v.z.value.hi + 0.0}; }

FineBox fine_box_of(const Zonotope& body, double unit) {
  const InUnits box{body, 1 / unit};
  return body.kind == Zonotope::Kind::aligned_box ? fine_box(box.aligned_box(), box.pose(), nullptr)
                                                  : fine_box(box.oriented_box(), box.pose(), nullptr);
}

/// A box to tell sizes by.
struct RoundedBox {
  V center;
  V axis[3];
  double half[3];

  explicit RoundedBox(const FineBox& box) : center(rounded(box.center)) {
    for (int k = 0; k < 3; ++k) axis[k] = rounded(box.axis[k]), half[k] = box.half[k].value.hi;
  }
  [[nodiscard]] double reach(const V& direction) const {
    double sum = 0;
    for (int k = 0; k < 3; ++k) sum += half[k] * std::fabs(product(axis[k], direction));
    return sum;
  }
};

/// One of the two, in either role.
struct Side {
  const FineBox& fine;
  RoundedBox rough;
  double p[3] = {};  ///< its parameters of the nearest point
  AxisVector at{};   ///< that point, where it is known

  explicit Side(const FineBox& box) : fine(box), rough(box) {}

  [[nodiscard]] V rough_at() const {
    V place = rough.center;
    for (int k = 0; k < 3; ++k) place = sum(place, times(p[k] * rough.half[k], rough.axis[k]));
    return place;
  }
  [[nodiscard]] AxisVector fine_at() const {
    AxisVector place = fine.center;
    for (int k = 0; k < 3; ++k) {
      if (p[k] == 0) continue;
      const AxisNumber length = p[k] == 1 ? fine.half[k] : p[k] == -1 ? -fine.half[k] : AxisNumber(p[k]) * fine.half[k];
      place = place + length * fine.axis[k];
    }
    return place;
  }
};

class FlushBoxes {
 public:
  FlushBoxes(const FineBox& a, const FineBox& b) : a_(a), b_(b), between_(difference(b_.rough.center, a_.rough.center)) {
    size_ = size_of(between_);
    for (int k = 0; k < 3; ++k) size_ += a_.rough.half[k] + b_.rough.half[k];
  }

  /// Tries faces, then pairs of edges.
  [[nodiscard]] bool find() {
    double gaps[15];
    for (int k = 0; k < 3; ++k) gaps[k] = gap_along(a_.rough.axis[k]), gaps[3 + k] = gap_along(b_.rough.axis[k]);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) gaps[6 + 3 * i + j] = gap_along(cross(a_.rough.axis[i], b_.rough.axis[j]));
    }
    const double least = *std::max_element(gaps, gaps + 15) - nearly_widest * size_;
    for (int number = 0; number < 15; ++number) {
      if (gaps[number] >= least && is_across(number)) return true;
    }
    return false;
  }

  [[nodiscard]] Closest answer(double unit) const {
    Parameters<6> p;
    for (std::size_t k = 0; k < 3; ++k) p[k] = b_.p[k], p[3 + k] = a_.p[k];
    const double distance = (gap_.value / sqrt(squared_.value)).hi;
    return made_answer<Closest>(distance * unit, times(unit, rounded(a_.at)), times(unit, rounded(b_.at)), names_of<3, 3>(p));
  }

 private:
  [[nodiscard]] double gap_along(const V& axis) const {
    const double squared = product(axis, axis);
    if (!(squared > least_spread)) return -std::numeric_limits<double>::infinity();
    return (std::fabs(product(axis, between_)) - a_.rough.reach(axis) - b_.rough.reach(axis)) / std::sqrt(squared);
  }

  /// Numbered as gaps are.
  bool is_across(int number) {
    for (int k = 0; k < 3; ++k) a_.p[k] = b_.p[k] = 0;
    if (number < 3) return is_before_face(a_, b_, number);
    if (number < 6) return is_before_face(b_, a_, number - 3);
    return cross_edges((number - 6) / 3, (number - 6) % 3);
  }

  /// Puts a parameter to the end along the normal, or against it; false where that end is unknown. What is across stays in the
  /// middle.
  static bool goes_to_end(Side& side, int k, const AxisVector& normal, bool forward) {
    const double roughly = product(rounded(normal), side.rough.axis[k]);
    const Sign sign = std::fabs(roughly) > clearly_leaning ? roughly > 0 ? Sign::positive : Sign::negative
                                                           : sign_of(dot(normal, side.fine.axis[k]));
    if (sign == Sign::unknown) return false;
    if (sign != Sign::zero) side.p[k] = (sign == Sign::positive) == forward ? 1 : -1;
    return true;
  }

  /// The normal of two edges, from `lower` to `upper`.
  [[nodiscard]] static AxisVector upwards(const AxisVector& normal, const Side& lower, const Side& upper) {
    return product(rounded(normal), difference(upper.rough.center, lower.rough.center)) < 0 ? -normal : normal;
  }

  /// Measures the gap between the ends of both sides along the normal; whether it is certain.
  bool has_gap(const AxisVector& normal, Side& lower, Side& upper) {
    lower.at = lower.fine_at(), upper.at = upper.fine_at();
    gap_ = dot(normal, upper.at - lower.at), squared_ = dot(normal, normal);
    return sign_of(gap_) == Sign::positive && gap_.error <= enough_if_linear * gap_.value.hi;
  }

  /// Whether the lowest corner of `upper` is over the inside of a face of `lower`.
  bool is_before_face(Side& lower, Side& upper, int k) {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    const AxisVector normal = upwards(cross(lower.fine.axis[next], lower.fine.axis[last]), lower, upper);
    for (int j = 0; j < 3; ++j) {
      if (!goes_to_end(upper, j, normal, false)) return false;
    }
    if (!goes_to_end(lower, k, normal, true) || lower.p[k] == 0) return false;
    slide(upper, lower, k);
    const V in_face = difference(upper.rough_at(), lower.rough_at()), n = cross(lower.rough.axis[next], lower.rough.axis[last]);
    const double squared = product(n, n);
    if (!stays_within(lower, next, product(cross(in_face, lower.rough.axis[last]), n), squared) ||
        !stays_within(lower, last, product(cross(lower.rough.axis[next], in_face), n), squared))
      return false;
    const double of_next = std::exchange(lower.p[next], 0), of_last = std::exchange(lower.p[last], 0);
    if (!has_gap(normal, lower, upper)) return false;
    lower.p[next] = of_next, lower.p[last] = of_last;
    lower.at = upper.at - (gap_ / squared_) * normal;
    return true;
  }

  /// Where edges of the upper box are parallel to the face all their points are equally near: to some that are over its middle.
  void slide(Side& upper, const Side& lower, int k) const {
    const bool is_free[3] = {upper.p[0] == 0, upper.p[1] == 0, upper.p[2] == 0};
    if (!is_free[0] && !is_free[1] && !is_free[2]) return;
    double on_face[3] = {};
    for (int turn = 0; turn < parallel_turns; ++turn) {
      V wanted = lower.rough.center;
      for (int j = 0; j < 3; ++j) wanted = sum(wanted, times(j == k ? 0 : on_face[j], lower.rough.axis[j]));
      for (int j = 0; j < 3; ++j) {
        if (!is_free[j] || !(upper.rough.half[j] > 0)) continue;
        const double along = product(upper.rough.axis[j], difference(wanted, upper.rough_at()));
        upper.p[j] = std::clamp(upper.p[j] + along / upper.rough.half[j], -1.0, 1.0);
      }
      const V offset = difference(upper.rough_at(), lower.rough.center);
      for (int j = 0; j < 3; ++j)
        on_face[j] = std::clamp(product(lower.rough.axis[j], offset), -lower.rough.half[j], lower.rough.half[j]);
    }
  }

  /// Sets the parameter of an edge to this length, a product over that of the normal with itself; whether it is certainly between
  /// the ends.
  bool stays_within(Side& side, int k, double along, double squared) const {
    const double length = along / squared;
    side.p[k] = length / side.rough.half[k];
    return std::fabs(length) < side.rough.half[k] - well_within * size_ / squared;
  }

  /// Whether edge i of a passes under edge j of b.
  bool cross_edges(int i, int j) {
    const AxisVector across = cross(a_.fine.axis[i], b_.fine.axis[j]), normal = upwards(across, a_, b_);
    for (int k = 0; k < 3; ++k) {
      if (k != i && (!goes_to_end(a_, k, normal, true) || a_.p[k] == 0)) return false;
      if (k != j && (!goes_to_end(b_, k, normal, false) || b_.p[k] == 0)) return false;
    }
    const V roughly = difference(b_.rough_at(), a_.rough_at()), n = rounded(across);
    const double squared = product(n, n);
    if (!stays_within(a_, i, product(cross(roughly, b_.rough.axis[j]), n), squared) ||
        !stays_within(b_, j, product(cross(roughly, a_.rough.axis[i]), n), squared))
      return false;
    const double of_a = std::exchange(a_.p[i], 0), of_b = std::exchange(b_.p[j], 0);
    if (!has_gap(normal, a_, b_)) return false;
    a_.p[i] = of_a, b_.p[j] = of_b;
    const AxisVector offset = b_.at - a_.at;
    const AxisNumber on_a = dot(cross(offset, b_.fine.axis[j]), across) / squared_;
    const AxisNumber on_b = dot(cross(offset, a_.fine.axis[i]), across) / squared_;
    a_.at = a_.at + on_a * a_.fine.axis[i];
    b_.at = b_.at + on_b * b_.fine.axis[j];
    return true;
  }

  Side a_, b_;
  V between_;
  double size_;
  AxisNumber gap_;      ///< along the normal, times its length
  AxisNumber squared_;  ///< its length
};

}  // namespace

std::optional<Closest> closest_of_flush_boxes(const Zonotope& a, const Zonotope& b, double unit) {
  using Kind = Zonotope::Kind;
  if (a.kind < Kind::aligned_box || b.kind < Kind::aligned_box || a.radius > 0 || b.radius > 0) return std::nullopt;
  const FineBox fine_a = fine_box_of(a, unit), fine_b = fine_box_of(b, unit);
  FlushBoxes boxes(fine_a, fine_b);
  return boxes.find() ? std::optional(boxes.answer(unit)) : std::nullopt;
}

}  // namespace graze::distance
