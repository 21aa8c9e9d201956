/// Of the eleven axes of two triangles one decides the first time, if its bounds keep clear of those of all others. The projections
/// along it show which corners come first; where their heights differ by more than rounding, the kind of contact is proven, and
/// with it that the edges span space, so that the list of axes is complete. The bounds are held against exact arithmetic by
/// FirstContactFilter.IsWhatExactArithmeticFinds.

#include "triangle/first_contact_filter.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <Eigen/Geometry>

#include "numbers/bounded.h"
#include "numbers/tolerance.h"
#include "polytope/contact/contact_times.h"

namespace graze::sat {
namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double largest_component(const std::array<Vec3, 3>& v) {
  return std::max({v[0].cwiseAbs().maxCoeff(), v[1].cwiseAbs().maxCoeff(), v[2].cwiseAbs().maxCoeff()});
}

/// A triangle in doubles.
struct RoundedTriangle {
  std::array<Vec3, 3> corners;  ///< seen from a common origin
  std::array<Vec3, 3> edges;    ///< from each corner to the next
  double edge_size;             ///< no component of an edge is larger
  double edge_error;            ///< of each component at most

  RoundedTriangle(const PosedTriangle& t, const Vec3& origin) {
    for (int k = 0; k < 3; ++k) {
      corners[k] = t.world.v[k] - origin;
      edges[k] = t.world.v[(k + 1) % 3] - t.world.v[k];
    }
    edge_size = largest_component(edges);
    edge_error = (2 * t.error + tolerance::rounding * edge_size) * detail::bound_inflation;
  }
};

/// What each component of the cross product of two edges is off by at most: products inherit the errors of their factors, and two
/// of them and their difference are rounded.
double cross_error(const RoundedTriangle& p, const RoundedTriangle& q) {
  const double inherited = p.edge_size * q.edge_error + (q.edge_size + q.edge_error) * p.edge_error;
  return 2 * (inherited + 2 * tolerance::rounding * p.edge_size * q.edge_size) * detail::bound_inflation + detail::underflow_bound;
}

/// AxisHeights of the corners along an axis, turned so that b comes down, with what they may be off by.
struct AxisHeights {
  std::array<double, 3> a{}, b{};
  double error = 0;  ///< of each height

  [[nodiscard]] Bounded gap() const { return {least(b) - greatest(a), 2 * error}; }            ///< of b above a
  [[nodiscard]] Bounded exit_distance() const { return {greatest(b) - least(a), 2 * error}; }  ///< until b is below a
  /// Whether all other corners of a are certainly below corner k, or of b above it.
  [[nodiscard]] bool first_of_a(int k) const { return std::max(a[(k + 1) % 3], a[(k + 2) % 3]) < a[k] - 2 * error; }
  [[nodiscard]] bool first_of_b(int k) const { return std::min(b[(k + 1) % 3], b[(k + 2) % 3]) > b[k] + 2 * error; }
  /// Whether the corner that edge k leaves out is certainly behind both ends.
  [[nodiscard]] bool edge_of_a(int k) const { return a[(k + 2) % 3] < std::min(a[k], a[(k + 1) % 3]) - 2 * error; }
  [[nodiscard]] bool edge_of_b(int k) const { return b[(k + 2) % 3] > std::max(b[k], b[(k + 1) % 3]) + 2 * error; }

 private:
  static double least(const std::array<double, 3>& h) { return std::min({h[0], h[1], h[2]}); }
  static double greatest(const std::array<double, 3>& h) { return std::max({h[0], h[1], h[2]}); }
};

struct MovingRoundedTriangles {
  RoundedTriangle a, b;
  Vec3 velocity;  ///< of b relative to a
  double reach;   ///< no component of a corner is larger
  double corner_error;
  double fastest;  ///< no component of the velocity is larger

  MovingRoundedTriangles(const PosedTriangle& p, const PosedTriangle& q, const Velocities& velocities)
      : a(p, p.world.v[0]),
        b(q, p.world.v[0]),
        velocity(velocities.b - velocities.a),
        reach(std::max(largest_component(a.corners), largest_component(b.corners))),
        corner_error((std::max(p.error, q.error) + tolerance::rounding * reach) * detail::bound_inflation),
        fastest(velocity.cwiseAbs().maxCoeff()) {}

  /// The axis is off by axis_error in each component. A product of three terms rounds by 3 u of their magnitudes; one more u of
  /// both heights is for their difference.
  [[nodiscard]] AxisHeights heights(const Vec3& axis, double axis_error) const {
    AxisHeights h;
    for (int k = 0; k < 3; ++k) h.a[k] = axis.dot(a.corners[k]), h.b[k] = axis.dot(b.corners[k]);
    const double rounded = axis.lpNorm<1>() * (corner_error + 5 * tolerance::rounding * reach);
    h.error = (rounded + 3 * axis_error * (reach + corner_error)) * detail::bound_inflation + 4 * detail::underflow_bound;
    return h;
  }

  /// The velocity is off by one rounding.
  [[nodiscard]] Bounded speed(const Vec3& axis, double axis_error) const {
    const double rounded = 5 * tolerance::rounding * axis.lpNorm<1>();
    return {axis.dot(velocity), (rounded + 3 * axis_error) * fastest * (1 + 2 * tolerance::rounding) * detail::bound_inflation +
                                    4 * detail::underflow_bound};
  }
};

/// The bounds of all axes folded: which of them decides the first time, and whether contact then is certain.
class FirstContactFold {
 public:
  FirstContactFold(const PosedTriangle& a, const PosedTriangle& b, const Velocities& velocities) : moving_(a, b, velocities) {}

  [[nodiscard]] std::optional<FirstContact> contact() {
    const RoundedTriangle &a = moving_.a, &b = moving_.b;
    const bool decided = add(a.edges[0].cross(a.edges[1]), cross_error(a, a), {FirstContactKind::corner_of_b}) &&
                         add(b.edges[0].cross(b.edges[1]), cross_error(b, b), {FirstContactKind::corner_of_a}) && add_edge_pairs();
    if (!decided) return std::nullopt;
    if (std::max(first_.hi, other_first_) < 0 && least_last_ > 0) return FirstContact{};
    if (!(first_.lo > 0 && other_first_ < first_.lo && first_.hi <= least_last_)) return std::nullopt;
    return named();
  }

 private:
  bool add_edge_pairs() {
    const double error = cross_error(moving_.a, moving_.b);
    for (std::int32_t i = 0; i < 3; ++i) {
      for (std::int32_t j = 0; j < 3; ++j) {
        if (!add(moving_.a.edges[i].cross(moving_.b.edges[j]), error, {FirstContactKind::edges, i, j})) return false;
      }
    }
    return true;
  }

  /// False when this axis does not decide whether they meet.
  bool add(const Vec3& upward, double error, const FirstContact& name) {
    const Bounded climb = moving_.speed(upward, error);
    const Vec3 axis = climb.value > 0 ? Vec3(-upward) : upward;
    const AxisHeights heights = moving_.heights(axis, error);
    const Bounded fall = abs(climb);
    if (sign_of(fall) != Sign::positive) return add_slow(heights, fall);
    const Range first = quotient_range(heights.gap(), fall);
    least_last_ = std::min(least_last_, quotient_range(heights.exit_distance(), fall).lo);
    if (first.lo > first_.lo) {
      other_first_ = std::max(other_first_, first_.hi);
      first_ = first, deciding_ = name, heights_ = heights;
    } else {
      other_first_ = std::max(other_first_, first.hi);
    }
    return other_first_ <= least_last_;
  }

  /// Along an axis on which they hardly move they must meet clearly, now and for as long as the greatest possible speed lets them.
  bool add_slow(const AxisHeights& heights, const Bounded& fall) {
    const Bounded overlap = lesser(-heights.gap(), heights.exit_distance());
    if (sign_of(overlap) != Sign::positive) return false;
    least_last_ = std::min(least_last_, quotient_range(overlap, {(fall.value + fall.error) * detail::bound_inflation}).lo);
    return true;
  }

  [[nodiscard]] std::optional<FirstContact> named() const {
    FirstContact contact = deciding_;
    contact.low = first_.lo, contact.high = first_.hi;
    if (contact.kind == FirstContactKind::edges)
      return heights_.edge_of_a(contact.i) && heights_.edge_of_b(contact.j) ? std::optional(contact) : std::nullopt;
    for (std::int32_t k = 0; k < 3; ++k) {
      const bool is_of_a = contact.kind == FirstContactKind::corner_of_a;
      if (!(is_of_a ? heights_.first_of_a(k) : heights_.first_of_b(k))) continue;
      (is_of_a ? contact.i : contact.j) = k;
      return contact;
    }
    return std::nullopt;
  }

  MovingRoundedTriangles moving_;
  Range first_{-infinity, -infinity};  ///< of the axis that has the latest one
  double other_first_ = -infinity;     ///< no other axis' is later
  double least_last_ = infinity;       ///< contact ends along no axis before
  FirstContact deciding_;
  AxisHeights heights_;  ///< along the deciding axis
};

}  // namespace

std::optional<FirstContact> first_contact_filter(const PosedTriangle& a, const PosedTriangle& b, const Velocities& velocities) {
  return FirstContactFold(a, b, velocities).contact();
}

}  // namespace graze::sat
