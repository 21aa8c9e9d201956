/// Clips a line by slabs and quadrics, with every comparison decided or reported as undecided.

#include "ray/line_interval.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "numbers/roots.h"

namespace graze::distance {
namespace {

/// One end of an interval as a fraction, numerator / denominator with denominator > 0, or infinite.
template <class N>
struct FractionBound {
  N numerator{};
  N denominator{};
  bool infinite = false;
  EndKind kind = EndKind::range;
  std::int32_t slab = 0;
  bool upper = false;
  bool in_plane = false;  ///< the slab's two planes are one
};

/// Clips a line by one condition after the other. Any question that N cannot answer sets `undecided`, and everything found after
/// that means nothing.
template <class N>
class PieceClipper {
 public:
  PieceClipper(const ProbeLine<N>& line, double t_min, double t_max)
      : line_(line), first_(range_end(t_min)), last_(range_end(t_max)) {}

  /// The interval of the line in the piece; without meaning when undecided().
  [[nodiscard]] Clipped clip(const Piece<N>& piece) {
    for (std::size_t i = 0; i < piece.slabs.size(); ++i) {
      if (!clip(piece.slabs[i], static_cast<std::int32_t>(i)) || undecided_) return std::nullopt;
    }
    const Sign length = length_sign();
    if (length == Sign::negative || undecided_) return std::nullopt;
    if (!piece.quadric) return finished(first_, last_, length == Sign::zero);
    return clip(*piece.quadric, length == Sign::zero);
  }

  [[nodiscard]] bool undecided() const { return undecided_; }

 private:
  static FractionBound<N> range_end(double t) {
    if (std::isinf(t)) return {N(0.0), N(1.0), true};
    return {N(t), N(1.0), false};
  }

  Sign decided(Sign sign) {
    undecided_ = undecided_ || sign == Sign::unknown;
    return sign;
  }

  /// Of y - x, both finite.
  Sign order(const FractionBound<N>& x, const FractionBound<N>& y) {
    return decided(sign_of(y.numerator * x.denominator - x.numerator * y.denominator));
  }

  /// False when the line, parallel to the slab, is outside it.
  bool clip(const Slab<N>& slab, std::int32_t index) {
    const N speed = dot(slab.axis, line_.direction);
    const N height = dot(slab.axis, line_.origin);
    const Sign direction = decided(sign_of(speed));
    if (direction == Sign::unknown) return true;
    if (direction == Sign::zero) {
      if (slab.is_plane) return decided(sign_of(height - *slab.lower)) == Sign::zero;
      return (!slab.lower || decided(sign_of(height - *slab.lower)) != Sign::negative) &&
             (!slab.upper || decided(sign_of(*slab.upper - height)) != Sign::negative);
    }
    const bool rises = direction == Sign::positive;
    const auto bound = [&](const N& at, bool upper) {
      return rises ? FractionBound<N>{at - height, speed, false, EndKind::slab, index, upper, slab.is_plane}
                   : FractionBound<N>{height - at, -speed, false, EndKind::slab, index, upper, slab.is_plane};
    };
    if (slab.lower) raise_or_lower(rises, bound(*slab.lower, false));
    if (slab.upper) raise_or_lower(!rises, bound(*slab.upper, true));
    return true;
  }

  void raise_or_lower(bool raise, const FractionBound<N>& bound) {
    if (raise) {
      const Sign later = first_.infinite ? Sign::positive : order(first_, bound);
      if (later == Sign::positive || (later == Sign::zero && first_.kind == EndKind::range)) first_ = bound;
    } else {
      const Sign sooner = last_.infinite ? Sign::positive : order(bound, last_);
      if (sooner == Sign::positive || (sooner == Sign::zero && last_.kind == EndKind::range)) last_ = bound;
    }
  }

  /// Of last - first. The two ends in a plane are one number, which the filter cannot see.
  Sign length_sign() {
    if (first_.infinite || last_.infinite) return Sign::positive;
    if (first_.in_plane && last_.in_plane && first_.slab == last_.slab) return Sign::zero;
    return order(first_, last_);
  }

  /// Sign of the quadratic at the bound; at an infinite one, of its limit.
  Sign value_sign(const Quadratic<N>& q, const FractionBound<N>& at, bool is_last) {
    if (!at.infinite) {
      return decided(sign_of(q.a * at.numerator * at.numerator + N(2.0) * q.b * at.numerator * at.denominator +
                             q.c * at.denominator * at.denominator));
    }
    const Sign a = decided(sign_of(q.a));
    if (a != Sign::zero) return a;
    const Sign b = decided(sign_of(q.b));
    if (b != Sign::zero) return is_last ? b : -b;
    return decided(sign_of(q.c));
  }

  /// Sign of the quadratic's slope there; at infinity only for a > 0.
  Sign slope_sign(const Quadratic<N>& q, const FractionBound<N>& at, bool is_last) {
    if (at.infinite) return is_last ? Sign::positive : Sign::negative;
    return decided(sign_of(q.a * at.numerator + q.b * at.denominator));
  }

  /// Whether a quadratic that is zero there was positive just before (side = -1) or will be just after (side = 1).
  bool turns_positive(const Quadratic<N>& q, const FractionBound<N>& at, int side) {
    const Sign slope = slope_sign(q, at, side > 0);
    if (slope == Sign::zero) return decided(sign_of(q.a)) == Sign::positive;
    return slope == (side > 0 ? Sign::positive : Sign::negative);
  }

  Clipped clip(const Quadric<N>& quadric, bool is_point) {
    const Vector3<N> start = line_.origin - quadric.center;
    const Quadratic<N> q{quadric.form(line_.direction, line_.direction), quadric.form(start, line_.direction),
                         quadric.form(start, start) - quadric.level};
    const Sign at_first = value_sign(q, first_, false);
    const Sign at_last = value_sign(q, last_, true);
    if (undecided_) return std::nullopt;
    const bool starts_inside = at_first != Sign::positive;
    const bool ends_inside = at_last != Sign::positive;
    if (is_point) return starts_inside ? finished(first_, last_, true) : std::nullopt;
    if (!starts_inside && !ends_inside) return dip(q);
    if (starts_inside && at_first == Sign::zero && !ends_inside && turns_positive(q, first_, 1)) return at_first_only();
    if (ends_inside && at_last == Sign::zero && !starts_inside && turns_positive(q, last_, -1)) return at_last_only();
    LineInterval interval = *finished(first_, last_, false);
    if (!starts_inside) interval.first = root_end(q, -1);
    if (!ends_inside) interval.last = root_end(q, 1);
    if (starts_on_surface(q, at_first)) interval.first.kind = EndKind::quadric;
    if (ends_on_surface(q, at_last)) interval.last.kind = EndKind::quadric;
    return interval;
  }

  bool starts_on_surface(const Quadratic<N>& q, Sign at_first) {
    return at_first == Sign::zero && first_.kind == EndKind::range && !first_.infinite && turns_positive(q, first_, -1);
  }
  bool ends_on_surface(const Quadratic<N>& q, Sign at_last) {
    return at_last == Sign::zero && last_.kind == EndKind::range && !last_.infinite && turns_positive(q, last_, 1);
  }

  /// Positive at both ends: inside only where the quadratic dips to zero or below in between.
  Clipped dip(const Quadratic<N>& q) {
    const Sign curvature = decided(sign_of(q.a));
    const Sign depth = decided(sign_of(q.discriminant()));
    if (undecided_ || curvature != Sign::positive || depth == Sign::negative) return std::nullopt;
    if (slope_sign(q, first_, false) != Sign::negative || slope_sign(q, last_, true) != Sign::positive) return std::nullopt;
    LineInterval interval{root_end(q, -1), root_end(q, 1), depth == Sign::zero};
    if (interval.is_point) interval.last = interval.first;
    return interval;
  }

  /// The line leaves through the curved side where the planes let it begin.
  Clipped at_first_only() {
    auto interval = finished(first_, first_, true);
    if (first_.kind == EndKind::range) interval->last.kind = EndKind::quadric;
    return interval;
  }

  /// The line comes in through the curved side where the planes make it end. The plane's own normal would point along the line.
  Clipped at_last_only() {
    auto interval = finished(last_, last_, true);
    interval->first.kind = EndKind::quadric;
    return interval;
  }

  LineEnd root_end(const Quadratic<N>& q, double side) {
    const auto t = root(q, side);
    undecided_ = undecided_ || !t;
    return {t.value_or(0), EndKind::quadric};
  }

  LineEnd end(const FractionBound<N>& bound, double beyond) {
    if (bound.infinite) return {beyond, EndKind::range};
    const auto t = ratio(bound.numerator, bound.denominator);
    undecided_ = undecided_ || !t;
    return {t.value_or(0), bound.kind, bound.slab, bound.upper};
  }

  Clipped finished(const FractionBound<N>& first, const FractionBound<N>& last, bool is_point) {
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    return LineInterval{end(first, -unlimited), end(last, unlimited), is_point};
  }

  const ProbeLine<N>& line_;
  FractionBound<N> first_;
  FractionBound<N> last_;
  bool undecided_ = false;
};

/// Pieces of a convex body: what they hold of a line makes one interval together.
void join(Clipped& whole, const Clipped& part) {
  if (!part) return;
  if (!whole) {
    whole = part;
    return;
  }
  const auto inner = [](EndKind kind) { return kind == EndKind::range ? 1 : 0; };
  const auto before = [&](const LineEnd& x, const LineEnd& y) {
    return x.t < y.t || (x.t == y.t && inner(x.kind) > inner(y.kind));
  };
  const auto after = [&](const LineEnd& x, const LineEnd& y) { return x.t > y.t || (x.t == y.t && inner(x.kind) > inner(y.kind)); };
  if (before(part->first, whole->first)) whole->first = part->first;
  if (after(part->last, whole->last)) whole->last = part->last;
  whole->is_point = whole->is_point && part->is_point;  // of points that make an interval together there is one
}

}  // namespace

template <class N>
std::optional<Clipped> clipped(const ProbeLine<N>& line, const Conditions<N>& body, double t_min, double t_max) {
  Clipped whole;
  for (std::size_t i = 0; i < body.pieces.size(); ++i) {
    PieceClipper<N> clipper(line, t_min, t_max);
    Clipped part = clipper.clip(body.pieces[i]);
    if (clipper.undecided()) return std::nullopt;
    if (part) part->first.piece = part->last.piece = static_cast<std::int32_t>(i);
    join(whole, part);
  }
  if (whole) {  // each was rounded by itself
    whole->first.t = std::clamp(whole->first.t, t_min, t_max);
    whole->last.t = std::clamp(whole->last.t, whole->first.t, t_max);
  }
  return whole;
}

template std::optional<Clipped> clipped<Bounded>(const ProbeLine<Bounded>&, const Conditions<Bounded>&, double, double);
template std::optional<Clipped> clipped<Dyadic>(const ProbeLine<Dyadic>&, const Conditions<Dyadic>&, double, double);

}  // namespace graze::distance
