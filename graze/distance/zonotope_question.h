#pragma once
/// One question about two zonotopes: place them, find the nearest places, measure the way between these, prove it.

#include <cmath>

#include <graze/core/tolerance.h>
#include <graze/distance/difference.h>
#include <graze/distance/separation.h>
#include <graze/distance/zonotope_fine.h>
#include <graze/distance/zonotope_names.h>
#include <graze/distance/zonotope_places.h>
#include <graze/distance/zonotope_proof.h>

namespace graze::distance {

/// A distance is good enough when its proven error is no more than this, relative. No unit. Less than the 1e-12 promised.
/// ZonotopeDistance.AgreesWithRationals
inline constexpr double enough_if_linear = 0x1p-40;

/// The same for bodies with radii: an eighth of the 1e-9 promised. No unit. ZonotopeDistance.AgreesWithRationals
inline constexpr double enough_if_round = 0x1p-33;

/// Roundings of the way between two places, its length and the gap, in parts of all sizes: a term is rounded 4 times when it is
/// placed, once as a product with its place, once for every other term; the length 3 times. No unit.
/// ZonotopeDistance.AgreesWithRationals
template <std::size_t n>
inline constexpr double way_error = (10 + n) * tolerance::rounding;

/// What is known.
enum class Known : std::uint8_t {
  nothing,
  apart,       ///< but not how far
  measured,    ///< apart, and the distance is good enough
  overlapping  ///< the bodies have a point in common
};

struct Measure {
  Known known = Known::nothing;
  V x;                ///< from a place on a's core to one on b's, in units
  double length = 0;  ///< of x
  double gap = 0;     ///< length less the radii, in units
};

template <std::size_t na, std::size_t nb>
class Question {
 public:
  static constexpr std::size_t n = na + nb;
  using Z = Between<na, nb>;

  GRAZE_FORCE_INLINE Question(const Zonotope& a, const Zonotope& b)
      : a_(a), b_(b), at_a_(placed<na>(a)), at_b_(placed<nb>(b)), z_(at_a_, at_b_, a.radius, b.radius) {}

  /// In doubles; whether they settle it. Of boxes the search is worth more than the registers.
  GRAZE_FORCE_INLINE bool settles(Places<n>& p, Measure& m) const {
    if (n == 6 || !keeps_products(z_.size)) return false;
    search(p, m, Wanted::everything);
    return m.known == Known::measured || m.known == Known::overlapping;
  }

  GRAZE_FORCE_INLINE std::optional<bool> quick_overlap() const {
    if (!keeps_products(z_.size)) return std::nullopt;
    if constexpr (n == 6) {
      return boxes_overlap(z_, error());
    } else {
      Places<n> p;
      Measure m;
      search(p, m, Wanted::relation);
      if (m.known == Known::nothing) return std::nullopt;
      return m.known == Known::overlapping;
    }
  }

  /// In double-doubles where they have to.
  std::optional<Closest> closest() {
    if (!fits()) return std::nullopt;
    Places<n> p;
    Measure m;
    search(p, m, Wanted::everything);
    if (m.known == Known::nothing || m.known == Known::apart) m = finely_measured(p);
    if (m.known == Known::nothing || m.known == Known::apart) return std::nullopt;
    return answer(p, m);
  }

  std::optional<bool> overlap() {
    if (!fits()) return std::nullopt;
    Places<n> p;
    Measure m;
    search(p, m, Wanted::relation);
    if (m.known == Known::nothing) m = finely_measured(p);
    if (m.known == Known::nothing) return std::nullopt;
    return m.known == Known::overlapping;
  }

  /// Made where it is returned: copying it takes as long as measuring spheres does.
  [[nodiscard]] GRAZE_FORCE_INLINE std::optional<Closest> answer(const Places<n>& p, const Measure& m) const {
    const auto given = [&](double distance, const V& x, const V& y) {
      return std::optional<Closest>(std::in_place, distance, std::array{Vec3(x.x, x.y, x.z), Vec3(y.x, y.y, y.z)},
                                    names_of<na, nb>(p));
    };
    const V a = on_a(p);
    const V b = on_b(p);
    if (m.known == Known::overlapping) {
      const double part = a_.radius > 0 ? a_.radius / (a_.radius + b_.radius) : 0;
      const V common = sum(a, times(part, less(b, a)));
      return given(0, common, common);
    }
    if (!(z_.radii > 0)) return given(m.gap * unit_, a, b);
    const double slowness = 1 / m.length;
    return given(m.gap * unit_, sum(a, times(a_.radius * slowness, m.x)), less(b, times(b_.radius * slowness, m.x)));
  }

 private:
  /// Brings numbers whose products might overflow or underflow near 1.
  GRAZE_FORCE_INLINE bool fits() {
    if (keeps_products(z_.size)) return true;
    if (!can_be_placed(z_.size)) return false;
    unit_ = std::ldexp(1.0, std::ilogb(z_.size));
    z_.scale(1 / unit_);
    return true;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE double error() const { return way_error<n> * z_.size; }

  GRAZE_FORCE_INLINE void search(Places<n>& p, Measure& m, Wanted wanted) const {
    if constexpr (n == 6) {
      const BoxPlaces found = nearest_box_places(z_, error());
      p = found.p;
      m.known = found.meet ? Known::overlapping : Known::nothing;
    } else {
      p = nearest_places(z_);
    }
    if (m.known == Known::nothing) m = measured(p, z_.at(p), wanted);
  }

  /// Whether a ball around x is inside b, wide enough to reach the origin.
  [[nodiscard]] GRAZE_FORCE_INLINE bool is_inside_b(const Places<n>& p, double reach) const {
    if constexpr (nb != 3 || n == 6) {
      return false;
    } else {
      const double needed = 4 * reach * reach;  // the axes are only nearly at right angles
      for (std::size_t k = 0; k < 3; ++k) {
        const double room = 1 - std::fabs(p[k]);
        if (!(room * room * product(z_.g[k], z_.g[k]) > needed)) return false;
      }
      return true;
    }
  }

  GRAZE_FORCE_INLINE Measure measured(const Places<n>& p, const V& x, Wanted wanted) const {
    Measure m;
    m.x = x;
    m.length = std::sqrt(product(x, x));
    m.gap = m.length - z_.radii;
    const double hidden = error() + 4 * tolerance::rounding * z_.radii;
    if (m.gap + hidden < 0 || is_inside_b(p, m.length + hidden)) {
      m.known = Known::overlapping;
    } else if (m.gap > hidden) {
      m.known = judged(lost_along(x) + 4 * hidden * m.length, m);
      const bool is_enough = m.known == Known::measured || (m.known == Known::apart && wanted == Wanted::relation);
      if (!is_enough) m.known = judged(hidden * m.length + shortfall<n>(z_.g, p, m.x, m.length, error()), m);
    }
    return m;
  }

  /// How much the gap of the cores along x falls short of its length, times that length, but for roundings. Of first order in the
  /// errors of the places where shortfall() is of second, but without branches.
  [[nodiscard]] GRAZE_FORCE_INLINE double lost_along(const V& x) const {
    double reach = product(x, less(x, z_.center));
    for (const V& g : z_.g) reach += std::fabs(product(g, x));
    return std::max(reach, 0.0);
  }

  /// For a proven bound of length * (length - distance).
  [[nodiscard]] GRAZE_FORCE_INLINE Known judged(double total, const Measure& m) const {
    const double room = m.gap * m.length;
    if (!(total < room)) return Known::nothing;
    return total <= (z_.radii > 0 ? enough_if_round : enough_if_linear) * room ? Known::measured : Known::apart;
  }

  [[nodiscard]] Measure finely_measured(const Places<n>& p) const {
    const FineWay way = fine_way(a_, std::span(p).subspan(nb), b_, std::span(p).first(nb));
    const double factor = 1 / unit_;
    const Vector3<DoubleDouble> x = DoubleDouble(factor) * way.x;
    Measure m;
    m.x = {x.x.hi, x.y.hi, x.z.hi};
    const DoubleDouble length = sqrt(dot(x, x));
    m.length = length.hi;
    m.gap = (length - DoubleDouble(a_.radius * factor) - DoubleDouble(b_.radius * factor)).hi;
    const double way_off = 2 * way.error * factor;
    const double hidden = way_off + 16 * DoubleDouble::unit * (m.length + z_.radii);
    if (m.gap + hidden < 0) {
      m.known = Known::overlapping;
    } else if (m.gap > hidden) {
      const double error_of_x = way_off + 2 * tolerance::rounding * m.length;
      const double error_of_gap = hidden + 2 * tolerance::rounding * m.gap;
      m.known = judged(error_of_gap * m.length + shortfall<n>(z_.g, p, m.x, m.length, error_of_x), m);
    }
    return m;
  }

  [[nodiscard]] GRAZE_FORCE_INLINE V on_a(const Places<n>& p) const {
    V at = at_a_.offset;
    for (std::size_t k = 0; k < na; ++k) at = sum(at, times(p[nb + k], at_a_.half[k]));
    return sum(at_a_.anchor, at);
  }
  [[nodiscard]] GRAZE_FORCE_INLINE V on_b(const Places<n>& p) const {
    V at = at_b_.offset;
    for (std::size_t k = 0; k < nb; ++k) at = sum(at, times(p[k], at_b_.half[k]));
    return sum(at_b_.anchor, at);
  }

  const Zonotope& a_;
  const Zonotope& b_;
  Placed<na> at_a_;
  Placed<nb> at_b_;
  Z z_;              ///< in units
  double unit_ = 1;  ///< power of two
};

}  // namespace graze::distance
