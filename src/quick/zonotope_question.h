#pragma once
/// One question about two zonotopes: find the nearest points, measure the offset between these, prove it.

#include <cmath>

#include "numbers/tolerance.h"
#include "quick/flush_boxes.h"
#include "quick/zonotope_fine.h"
#include "quick/zonotope_moved.h"
#include "quick/zonotope_names.h"
#include "quick/zonotope_parameters.h"
#include "quick/zonotope_proof.h"
#include "rounded/core_separation.h"
#include "rounded/minkowski_difference.h"

namespace graze::distance {

/// A distance is good enough when its proven error is no more than this, relative. No unit. Less than the 1e-12 promised.
/// ZonotopeDistance.AgreesWithRationals
inline constexpr double enough_if_linear = 0x1p-40;

/// The same for bodies with radii: an eighth of the 1e-9 promised. No unit. ZonotopeDistance.AgreesWithRationals
inline constexpr double enough_if_round = 0x1p-33;

/// Roundings of the offset between two points, in parts of all sizes: the offset between the anchors, the difference of the
/// offsets, their sum, a product and a sum for each generator, one for what is of second order. No unit.
/// ZonotopeDistance.AgreesWithRationals
template <std::size_t n>
inline constexpr double offset_error = static_cast<double>(4 + n) * tolerance::rounding;

/// Roundings of lost_along(), over the length of the offset and in parts of the generators' lengths: 4 of its first product, 3 of
/// every other, 2 n of the sums. No unit. ZonotopeDistance.AgreesWithRationals
template <std::size_t n>
inline constexpr double lost_error = n == 0 ? 0 : static_cast<double>(8 + 2 * n) * tolerance::rounding;

/// Roundings of a length or a squared length, and of the sum of two radii, relative. No unit. ZonotopeDistance.AgreesWithRationals
inline constexpr double length_error = 4 * tolerance::rounding;

/// A point of one body that is no farther than this from the other stands for a common point of bodies that meet. In parts of all
/// sizes. No unit: a thirty-second of the 2^-45 by which witnesses may be off. SimpleBoxes.AgreeWithRationalsNextToTouching
inline constexpr double most_beside = 0x1p-50;

/// The same for parameters that a search has proven to be of boxes that meet: those of thin simplices are weighed badly. Half of
/// the 2^-45. RoundedDistance.ThinBodiesShareAPointOfBoth
inline constexpr double most_beside_found = 0x1p-46;

/// What is known.
enum class Known : std::uint8_t {
  nothing,
  apart,       ///< but not how far
  measured,    ///< apart, and the distance is good enough
  overlapping  ///< the bodies have a point in common
};

struct Measure {
  Known known = Known::nothing;
  V x;                     ///< from a parameter on a's core to one on b's, in units
  double length = 0;       ///< of x
  double gap = 0;          ///< length less the radii, in units
  bool is_beyond = false;  ///< the ends of x are certainly farther apart than the radii
};

template <std::size_t na, std::size_t nb>
class ZonotopeQuestion {
 public:
  static constexpr std::size_t n = na + nb;
  using Z = Between<na, nb>;

  /// Refers to the placed bodies: copies of them would go through memory.
  GRAZE_FORCE_INLINE ZonotopeQuestion(const PlacedZonotope<na>& a, double radius_a, const PlacedZonotope<nb>& b, double radius_b)
      : at_a_(a), at_b_(b), radius_a_(radius_a), radius_b_(radius_b), z_(a, b, radius_a, radius_b) {}

  /// In doubles and without a search; whether that certifies it.
  GRAZE_FORCE_INLINE bool certifies(Parameters<n>& p, Measure& m) const {
    if constexpr (n == 6) {
      return false;
    } else {
      if (!keeps_products(z_.size)) return false;
      p = nearest_parameters(z_);
      m = quickly_measured(p, z_.at(p));
      return m.known == Known::measured || m.known == Known::overlapping;
    }
  }

  /// In doubles, neither a root nor a quotient that has to be waited for.
  GRAZE_FORCE_INLINE Known quick_relation() const {
    if (!keeps_products(z_.size)) return Known::nothing;
    if constexpr (n == 6) {
      const auto meet = boxes_overlap(z_, error());
      return !meet ? Known::nothing : *meet ? Known::overlapping : Known::apart;
    } else {
      const Parameters<n> p = nearest_parameters(z_);
      const V x = z_.at(p);
      const double squared = product(x, x);
      const double inner = z_.radii * (1 - length_error) - error();
      if (inner > 0 && squared < inner * inner * (1 - 2 * length_error)) return Known::overlapping;
      const double left = squared * (1 - length_error) - lost_along(x);
      const double outer = z_.radii * (1 + length_error) + error() + lost_error<n> * z_.span;
      if (left > 0 && left * left > outer * outer * squared * (1 + 4 * length_error)) return Known::apart;
      return is_inside_b(p, squared) ? Known::overlapping : Known::nothing;
    }
  }

  /// In double-doubles where they have to. The bodies are those that were placed.
  std::optional<Closest> closest(const Zonotope& a, const Zonotope& b) {
    if (!fits()) return std::nullopt;
    Parameters<n> p;
    Measure m;
    search(p, m, Wanted::everything);
    if (!is_answer(m)) m = finely_measured_with_ends(a, b, p);
    if (m.known == Known::nothing && !m.is_beyond && touch(a, b, p)) m.known = Known::overlapping;
    return is_answer(m) ? answer<std::optional<Closest>>(p, m) : std::nullopt;
  }

  /// The same of boxes. Where they nearly touch, flush() -> FlushBoxes says what is certain of boxes that lie on each other; meet()
  /// -> bool, which takes longer, says whether they certainly meet.
  template <class Meet, class Flush>
  std::optional<Closest> closest_of_boxes(const Zonotope& a, const Zonotope& b, const Meet& meet, const Flush& flush) {
    if (!fits()) return std::nullopt;
    are_parallel_ = have_equal_axes(a, b);
    const BoxParameters first = nearest_box_parameters(z_, error(), are_parallel_);
    if (first.nearly_touch) {
      if (auto found = closest_if_touching(a, b, first.p, meet, flush)) return found;
    }
    Parameters<n> p;
    Measure m;
    take(first.nearly_touch ? searched_box_parameters(z_, error()) : first, p, m, Wanted::everything);
    if (are_parallel_ && !is_answer(m)) {
      const auto later = [] { return FlushBoxes(); };
      if (auto found = closest_if_touching(a, b, parallel_box_parameters(z_), meet, later)) return found;
    }
    if (!is_answer(m)) m = finely_measured(a, b, p);
    if (m.known == Known::nothing && !m.is_beyond && touch(a, b, p)) m.known = Known::overlapping;
    if (m.known == Known::overlapping && !is_beside_origin(p, most_beside_found))
      return closest_if_meeting(parameters_across_gap(z_));
    if (is_answer(m)) return answer<std::optional<Closest>>(p, m);
    const FlushBoxes found = flush();
    if (found.closest) return found.closest;
    if (m.known == Known::nothing && (found.meet || meet())) return closest_if_meeting(parameters_across_gap(z_));
    const auto across = parameters_across_gap(z_);
    if (!across) return std::nullopt;
    m = finely_measured(a, b, *across);
    return is_answer(m) ? answer<std::optional<Closest>>(*across, m) : std::nullopt;
  }

  /// Of boxes that are known to meet, perhaps across a gap on which they are next to touching.
  std::optional<Closest> closest_if_meeting(std::optional<Parameters<n>> p) {
    if (!fits()) return std::nullopt;
    if (!p || !is_beside_origin(*p)) p = parameters_where_meeting(z_);  // as where faces lie on each other
    if (!is_beside_origin(*p)) return std::nullopt;
    Measure m;
    m.known = Known::overlapping;
    return answer<std::optional<Closest>>(*p, m);
  }

  std::optional<bool> overlap(const Zonotope& a, const Zonotope& b) {
    if (!fits()) return std::nullopt;
    Parameters<n> p;
    Measure m;
    search(p, m, Wanted::relation);
    if (m.known == Known::nothing) m = finely_measured_with_ends(a, b, p);
    if (m.known == Known::nothing && !m.is_beyond && touch(a, b, p)) m.known = Known::overlapping;
    if (m.known == Known::nothing) return std::nullopt;
    return m.known == Known::overlapping;
  }

  /// A Closest, or one that is optional.
  template <class Answer>
  [[nodiscard]] GRAZE_FORCE_INLINE Answer answer(const Parameters<n>& p, const Measure& m) const {
    const V a = on_a(p);
    const V b = on_b(p);
    if (m.known == Known::overlapping) {
      const double part = radius_a_ > 0 ? radius_a_ / (radius_a_ + radius_b_) : 0;
      const V common = sum(a, times(part, difference(b, a)));
      return given<Answer>(0, common, common, p);
    }
    if (!(z_.radii > 0)) return given<Answer>(m.gap * unit_, a, b, p);
    const double slowness = 1 / m.length;
    return given<Answer>(m.gap * unit_, sum(a, times(radius_a_ * slowness, m.x)), difference(b, times(radius_b_ * slowness, m.x)),
                         p);
  }

 private:
  [[nodiscard]] bool is_beside_origin(const Parameters<n>& p, double most = most_beside) const {
    const V x = z_.at(p);
    return product(x, x) <= most * most * (z_.size * z_.size);
  }

  template <class Answer>
  [[nodiscard]] GRAZE_FORCE_INLINE static Answer given(double distance, const V& x, const V& y, const Parameters<n>& p) {
    return made_answer<Answer>(distance, x, y, names_of<na, nb>(p));
  }

  /// Brings numbers whose products might overflow or underflow near 1.
  GRAZE_FORCE_INLINE bool fits() {
    if (keeps_products(z_.size)) return true;
    if (!can_be_placed(z_.size)) return false;
    unit_ = std::ldexp(1.0, std::ilogb(z_.size));
    z_.scale(1 / unit_);
    return true;
  }

  /// Of an offset between points, in length.
  [[nodiscard]] GRAZE_FORCE_INLINE double error() const { return offset_error<n> * z_.size + z_.placement_error; }

  void search(Parameters<n>& p, Measure& m, Wanted wanted) const {
    if constexpr (n == 6) {
      const BoxParameters found = nearest_box_parameters(z_, error(), false);
      take(found.nearly_touch ? searched_box_parameters(z_, error()) : found, p, m, wanted);
    } else {
      p = nearest_parameters(z_);
      m = measured(p, z_.at(p), wanted);
    }
  }

  void take(const BoxParameters& found, Parameters<n>& p, Measure& m, Wanted wanted) const {
    p = found.p;
    m.known = found.meet ? Known::overlapping : Known::nothing;
    if (!found.meet) m = measured(p, z_.at(p), wanted);
  }

  [[nodiscard]] static bool is_answer(const Measure& m) { return m.known == Known::measured || m.known == Known::overlapping; }

  template <class Meet, class Flush>
  std::optional<Closest> closest_if_touching(const Zonotope& a, const Zonotope& b, const Parameters<n>& p, const Meet& meet,
                                             const Flush& flush) {
    const Measure m = finely_measured(a, b, p);
    if (m.known == Known::measured) return answer<std::optional<Closest>>(p, m);
    const FlushBoxes found = flush();
    if (found.closest) return found.closest;
    return m.known == Known::nothing && (found.meet || meet()) ? closest_if_meeting(p) : std::nullopt;
  }

  /// Whether a ball around x is inside b, wide enough to reach the origin.
  [[nodiscard]] GRAZE_FORCE_INLINE bool is_inside_b(const Parameters<n>& p, double squared) const {
    if constexpr (nb != 3 || n == 6) {
      return false;
    } else {
      const double needed = 8 * (squared + error() * error());  // the axes are only nearly at right angles
      double clearance = std::numeric_limits<double>::infinity();
      for_each_index<3>([&](auto k) __attribute__((always_inline)) {
        const double left = 1 - std::fabs(p[k]);
        clearance = std::min(clearance, left * left * product(z_.g[k], z_.g[k]));
      });
      return clearance > needed;
    }
  }

  [[nodiscard]] GRAZE_FORCE_INLINE double hidden(double length) const { return error() + length_error * (length + z_.radii); }

  GRAZE_FORCE_INLINE Measure quickly_measured(const Parameters<n>& p, const V& x) const {
    Measure m;
    m.x = x;
    const double squared = product(x, x);
    m.length = std::sqrt(squared);
    m.gap = m.length - z_.radii;
    const double off = hidden(m.length);
    m.known = judged(lost_along(x) + (off + lost_error<n> * z_.span) * m.length, m);
    if (m.known != Known::measured && (m.gap + off < 0 || is_inside_b(p, squared))) m.known = Known::overlapping;
    return m;
  }

  Measure measured(const Parameters<n>& p, const V& x, Wanted wanted) const {
    Measure m = quickly_measured(p, x);
    const bool is_enough =
        m.known == Known::measured || m.known == Known::overlapping || (m.known == Known::apart && wanted == Wanted::relation);
    if (is_enough || !(m.gap > 0)) return m;
    m.known = judged(hidden(m.length) * m.length + shortfall<n>(z_.g, p, m.x, m.length, error(), are_parallel_), m);
    return m;
  }

  /// How much the gap of the cores along x falls short of its length, times that length, but for roundings. Of first order in the
  /// errors of the parameters where shortfall() is of second, but without branches.
  [[nodiscard]] GRAZE_FORCE_INLINE double lost_along(const V& x) const {
    if constexpr (n == 0) {
      return 0;
    } else {
      double reach = product(x, difference(x, z_.center));
      for_each_index<n>([&](auto k) __attribute__((always_inline)) { reach += std::fabs(product(z_.g[k], x)); });
      return std::max(reach, 0.0);
    }
  }

  /// For a proven bound of length * (length - distance).
  [[nodiscard]] GRAZE_FORCE_INLINE Known judged(double total, const Measure& m) const {
    const double allowance = m.gap * m.length;
    if (!(total < allowance)) return Known::nothing;
    return total <= (z_.radii > 0 ? enough_if_round : enough_if_linear) * allowance ? Known::measured : Known::apart;
  }

  [[nodiscard]] static bool touch(const Zonotope& a, const Zonotope& b, const Parameters<n>& p) {
    return surely_meet(a, std::span(p).subspan(nb), b, std::span(p).first(nb));
  }

  /// And, where that says nothing, once more with those parameters at their ends that roundings may have kept from there.
  [[nodiscard]] Measure finely_measured_with_ends(const Zonotope& a, const Zonotope& b, Parameters<n>& p) const {
    const Measure m = finely_measured(a, b, p);
    if (n == 6 || m.known != Known::nothing) return m;
    Parameters<n> at_ends = p;
    for (double& parameter : at_ends) parameter = at_end_if_near(parameter);
    if (at_ends == p) return m;
    p = at_ends;
    return finely_measured(a, b, p);
  }

  /// Once for the parameters as they are; and, where their own roundings are too large beside the gap, once more with those that
  /// are between their ends moved to where the offset measured at first says that the nearest ones are.
  [[nodiscard]] Measure finely_measured(const Zonotope& a, const Zonotope& b, const Parameters<n>& p) const {
    const FineOffset offset = fine_offset(a, std::span(p).subspan(nb), b, std::span(p).first(nb));
    const double factor = 1 / unit_;
    const auto in_units = [&](const DoubleDouble& c) { return DoubleDouble(c.hi * factor, c.lo * factor); };
    const Vector3<DoubleDouble> x{in_units(offset.x.x), in_units(offset.x.y), in_units(offset.x.z)};
    const double off = 2 * offset.error * factor;
    const Measure m = finely_measured(p, x, off);
    if constexpr (n == 0) {
      return m;
    } else {
      if (m.known == Known::measured || m.known == Known::overlapping) return m;
      const auto moved = moved_to_nearest(z_.g, p, {x.x.hi, x.y.hi, x.z.hi});
      if (!moved) return m;
      Measure once_more = finely_measured(moved->sides, x + moved->by, off + moved->error);
      once_more.is_beyond = m.is_beyond;  // of these parameters
      return once_more;
    }
  }

  [[nodiscard]] Measure finely_measured(const Parameters<n>& p, const Vector3<DoubleDouble>& x, double error_of_offset) const {
    Measure m;
    m.x = {x.x.hi, x.y.hi, x.z.hi};
    double off = error_of_offset;
    if (z_.radii > 0) {
      const double factor = 1 / unit_;
      const DoubleDouble length = sqrt(dot(x, x));
      m.length = length.hi;
      m.gap = (length - DoubleDouble(radius_a_ * factor) - DoubleDouble(radius_b_ * factor)).hi;
      off += 16 * DoubleDouble::unit * (m.length + z_.radii);
    } else {
      m.length = m.gap = std::sqrt(product(m.x, m.x));
      off += 2 * length_error * m.length;
    }
    if (m.gap + off < 0) {
      m.known = Known::overlapping;
    } else if (m.gap > off) {
      m.is_beyond = true;
      const double error_of_x = error_of_offset + 2 * tolerance::rounding * m.length;
      const double error_of_gap = off + 2 * tolerance::rounding * m.gap;
      m.known = judged(error_of_gap * m.length + shortfall<n>(z_.g, p, m.x, m.length, error_of_x, are_parallel_), m);
    }
    return m;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE V on_a(const Parameters<n>& p) const {
    V at = at_a_.offset;
    for_each_index<na>([&](auto k) __attribute__((always_inline)) { at = sum(at, times(p[nb + k], at_a_.half[k])); });
    return sum(at_a_.anchor, at);
  }
  [[nodiscard]] GRAZE_FORCE_INLINE V on_b(const Parameters<n>& p) const {
    V at = at_b_.offset;
    for_each_index<nb>([&](auto k) __attribute__((always_inline)) { at = sum(at, times(p[k], at_b_.half[k])); });
    return sum(at_b_.anchor, at);
  }

  const PlacedZonotope<na>& at_a_;
  const PlacedZonotope<nb>& at_b_;
  double radius_a_;
  double radius_b_;
  Z z_;                        ///< in units
  double unit_ = 1;            ///< power of two
  bool are_parallel_ = false;  ///< two boxes, edge by edge
};

}  // namespace graze::distance
