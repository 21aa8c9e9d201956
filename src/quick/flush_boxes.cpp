/// Certifies the nearest points of two boxes across a face or across two edges, or a point of both, in double-doubles.
///
/// Let n be across two edges of one box, or across one of each, as exact numbers. Everything of a lies below its end along n,
/// everything of b above its own, so that the distance is at least the gap over the length of n. Where the offset between the
/// ends can be made of n and of the edges that it is across, without leaving these, it is no more. Where there is no gap between a
/// face and a point of the other box over its inside, that point is in both.

#include "quick/flush_boxes.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <optional>

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

class FlushSearch {
 public:
  FlushSearch(const FineBox& a, const FineBox& b) : a_(a), b_(b), between_(difference(b_.rough.center, a_.rough.center)) {
    size_ = size_of(between_);
    for (int k = 0; k < 3; ++k) size_ += a_.rough.half[k] + b_.rough.half[k];
  }

  /// Measured, overlapping or nothing. Tries faces, then pairs of edges.
  [[nodiscard]] Known find() {
    double gaps[15];
    for (int k = 0; k < 3; ++k) gaps[k] = gap_along(a_.rough.axis[k]), gaps[3 + k] = gap_along(b_.rough.axis[k]);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) gaps[6 + 3 * i + j] = gap_along(cross(a_.rough.axis[i], b_.rough.axis[j]));
    }
    const double least = *std::max_element(gaps, gaps + 15) - nearly_widest * size_;
    for (int number = 0; number < 15; ++number) {
      if (!(gaps[number] >= least)) continue;
      if (const Known known = look_across(number); known != Known::nothing) return known;
    }
    return Known::nothing;
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
  Known look_across(int number) {
    for (int k = 0; k < 3; ++k) a_.p[k] = b_.p[k] = 0;
    if (number < 3) return look_across_face(a_, b_, number);
    if (number < 6) return look_across_face(b_, a_, number - 3);
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

  /// The gap between the ends of both sides along the normal.
  void measure_gap(const AxisVector& normal, Side& lower, Side& upper) {
    lower.at = lower.fine_at(), upper.at = upper.fine_at();
    gap_ = dot(normal, upper.at - lower.at), squared_ = dot(normal, normal);
  }
  [[nodiscard]] bool is_gap_certain() const {
    return sign_of(gap_) == Sign::positive && gap_.error <= enough_if_linear * gap_.value.hi;
  }
  /// Whether the point of the other box is behind face k, or on it, and no deeper than it is well within its edges: then it is
  /// within the other faces too, since edges lean by 2^-16 of that at most.
  [[nodiscard]] bool is_barely_behind(const Side& lower, int k) const {
    const Sign sign = sign_of(gap_);
    return (sign == Sign::negative || sign == Sign::zero) && -gap_.value.hi <= std::min(well_within * size_, lower.rough.half[k]);
  }

  /// Of a point of `upper` over the inside of a face of `lower`: first one over its middle, which is in both boxes where these are
  /// level and meet; then the lowest corner, which tells how far they are apart.
  Known look_across_face(Side& lower, Side& upper, int k) {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    const AxisVector normal = upwards(cross(lower.fine.axis[next], lower.fine.axis[last]), lower, upper);
    if (!goes_to_end(lower, k, normal, true) || lower.p[k] == 0) return Known::nothing;
    if (is_level(upper, normal)) {
      slide(upper, lower, k);
      if (foot_inside(lower, upper, k)) {
        measure_gap(normal, lower, upper);
        if (is_barely_behind(lower, k)) return Known::overlapping;
      }
    }
    for (int j = 0; j < 3; ++j) {
      upper.p[j] = 0;
      if (!goes_to_end(upper, j, normal, false)) return Known::nothing;
    }
    slide(upper, lower, k);
    const auto foot = foot_inside(lower, upper, k);
    if (!foot) return Known::nothing;
    measure_gap(normal, lower, upper);
    if (is_barely_behind(lower, k)) return Known::overlapping;
    if (!is_gap_certain()) return Known::nothing;
    lower.p[next] = (*foot)[0], lower.p[last] = (*foot)[1];
    lower.at = upper.at - (gap_ / squared_) * normal;
    return Known::measured;
  }

  /// Puts those edges of the upper box to their lower end that clearly lean; whether others are left.
  static bool is_level(Side& upper, const AxisVector& normal) {
    const V n = rounded(normal);
    bool is_one_left = false;
    for (int j = 0; j < 3; ++j) {
      const double roughly = product(n, upper.rough.axis[j]);
      const bool leans = std::fabs(roughly) > clearly_leaning;
      upper.p[j] = !leans ? 0 : roughly > 0 ? -1 : 1;
      is_one_left = is_one_left || !leans;
    }
    return is_one_left;
  }

  /// The parameters on face k under the point of the upper box, where they are certainly between their ends.
  [[nodiscard]] std::optional<std::array<double, 2>> foot_inside(const Side& lower, const Side& upper, int k) const {
    const int next = (k + 1) % 3, last = (k + 2) % 3;
    const V in_face = difference(upper.rough_at(), lower.rough_at()), n = cross(lower.rough.axis[next], lower.rough.axis[last]);
    const double squared = product(n, n);
    const auto along_next = inside_edge(lower, next, product(cross(in_face, lower.rough.axis[last]), n), squared);
    const auto along_last = inside_edge(lower, last, product(cross(lower.rough.axis[next], in_face), n), squared);
    if (!along_next || !along_last) return std::nullopt;
    return std::array{*along_next, *along_last};
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

  /// The parameter of an edge at this length, a product over that of the normal with itself, where it is certainly between the
  /// ends.
  [[nodiscard]] std::optional<double> inside_edge(const Side& side, int k, double along, double squared) const {
    const double length = along / squared;
    if (!(std::fabs(length) < side.rough.half[k] - well_within * size_ / squared)) return std::nullopt;
    return length / side.rough.half[k];
  }

  /// Of edge i of a that passes under edge j of b.
  Known cross_edges(int i, int j) {
    const AxisVector across = cross(a_.fine.axis[i], b_.fine.axis[j]), normal = upwards(across, a_, b_);
    for (int k = 0; k < 3; ++k) {
      if (k != i && (!goes_to_end(a_, k, normal, true) || a_.p[k] == 0)) return Known::nothing;
      if (k != j && (!goes_to_end(b_, k, normal, false) || b_.p[k] == 0)) return Known::nothing;
    }
    const V roughly = difference(b_.rough_at(), a_.rough_at()), n = rounded(across);
    const double squared = product(n, n);
    const auto of_a = inside_edge(a_, i, product(cross(roughly, b_.rough.axis[j]), n), squared);
    const auto of_b = inside_edge(b_, j, product(cross(roughly, a_.rough.axis[i]), n), squared);
    if (!of_a || !of_b) return Known::nothing;
    measure_gap(normal, a_, b_);
    if (!is_gap_certain()) return Known::nothing;
    a_.p[i] = *of_a, b_.p[j] = *of_b;
    const AxisVector offset = b_.at - a_.at;
    const AxisNumber on_a = dot(cross(offset, b_.fine.axis[j]), across) / squared_;
    const AxisNumber on_b = dot(cross(offset, a_.fine.axis[i]), across) / squared_;
    a_.at = a_.at + on_a * a_.fine.axis[i];
    b_.at = b_.at + on_b * b_.fine.axis[j];
    return Known::measured;
  }

  Side a_, b_;
  V between_;
  double size_;
  AxisNumber gap_;      ///< along the normal, times its length
  AxisNumber squared_;  ///< its length
};

}  // namespace

FlushBoxes flush_boxes(const Zonotope& a, const Zonotope& b, double unit) {
  using Kind = Zonotope::Kind;
  if (a.kind < Kind::aligned_box || b.kind < Kind::aligned_box || a.radius > 0 || b.radius > 0) return {};
  const FineBox fine_a = fine_box_of(a, unit), fine_b = fine_box_of(b, unit);
  FlushSearch search(fine_a, fine_b);
  const Known known = search.find();
  return {known == Known::overlapping, known == Known::measured ? std::optional(search.answer(unit)) : std::nullopt};
}

}  // namespace graze::distance
