/// Arcs by the bound of their distance, the lowest first; then bisection of the derivative for the last digits.

#include "ring/nearest.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "numbers/kept_blocks.h"
#include "ring/arc_bound.h"

namespace graze::ring {
namespace {

/// Arcs that are looked at before the search gives up, some ten milliseconds. No unit. Where a whole circle is equally near, as
/// around a coaxial cylinder, they are 2^-15 of it: the bounds then differ by 2^-28 of the radius.
/// Torus.DistanceFromItsOwnAxisIsKnownThoughAllPointsAreEquallyNear
constexpr std::size_t arc_limit = std::size_t{1} << 15;

/// How closely the distance is known, by itself. No unit. Torus.DistanceAgreesWithAFineSampling
constexpr double relative = 0x1p-40;

/// The same by the reaches: about what arcs of 2^-15 of the circle leave open. No unit.
/// Torus.DistanceFromItsOwnAxisIsKnownThoughAllPointsAreEquallyNear
constexpr double absolute = 0x1p-29;

/// Halvings of an arc until its ends are neighbours.
constexpr int bisections = 64;

struct Arc {
  double middle = 0;
  double half = 0;  ///< angle
  double lower = 0;

  friend bool operator<(const Arc& x, const Arc& y) { return x.lower > y.lower; }  // the lowest on top of the heap
};

class ArcSearch {
 public:
  ArcSearch(const PlacedRing& ring, const Partner& other) : ring_(ring), other_(other) {}

  CircleGap run() {
    constexpr int first_arcs = 8;
    for (int k = 0; k < first_arcs; ++k) push({(2 * k + 1) * std::numbers::pi / first_arcs, std::numbers::pi / first_arcs, 0}, 0);
    for (std::size_t arcs = first_arcs; arcs < arc_limit && !is_done(); ++arcs) split_lowest();
    best_.lower = std::max(0.0, std::min(heap_.front().lower, best_.upper));
    sharpen();
    return best_;
  }

 private:
  /// The tube is certainly met: how far inside it does not matter.
  [[nodiscard]] bool is_decided() const { return best_.upper <= ring_.minor; }

  [[nodiscard]] bool is_done() const {
    const double lower = heap_.front().lower, size = ring_.reach() + other_.reach;
    const double known = std::max(2 * other_.distance_error * best_.upper, touching_gap * size);
    if (is_decided() || best_.upper - lower <= known) return true;
    const bool is_apart = lower > ring_.minor;
    return is_apart && best_.upper - lower <= std::max(relative * (best_.upper - ring_.minor), absolute * size);
  }

  NearestPoint probe(double angle) {
    const Vec3 at = ring_.at(angle);
    const NearestPoint found = other_.nearest(at);
    if (found.distance < best_.upper) {
      best_.upper = found.distance;
      best_.points = {at, found.point};
      best_angle_ = angle;
    }
    return found;
  }

  /// The distance grows so fast along the circle.
  [[nodiscard]] double slope(double angle, const NearestPoint& found) const {
    return ring_.tangent(angle).dot(ring_.at(angle) - found.point);
  }

  [[nodiscard]] double lower_bound(const Arc& arc, const NearestPoint& found) const {
    const double chord = chord_of(ring_, arc.half);
    const double sure = found.distance * (1 - other_.distance_error);
    const double anyway = sure - chord;
    if (!other_.bends_down) return std::max(anyway, other_.least_distance(triangle_around(arc)) * (1 - other_.distance_error));
    const double bend = other_.bends_down(ring_.at(arc.middle), chord);
    if (!(found.distance > 0) || !std::isfinite(bend)) return anyway;
    const Vec3 gradient = (ring_.at(arc.middle) - found.point).stableNormalized();
    const double linear = least_along(ring_, gradient, arc.middle, arc.half);
    return std::max(anyway, sure + linear - bend / 2 * chord * chord);
  }

  /// Of its ends and of where their tangents meet.
  [[nodiscard]] Triangle triangle_around(const Arc& arc) const {
    const Vec3 tip = ring_.center + ring_.major / std::cos(arc.half) * ring_.outward(arc.middle);
    return {{ring_.at(arc.middle - arc.half), tip, ring_.at(arc.middle + arc.half)}};
  }

  void push(Arc arc, double inherited) {
    const NearestPoint found = probe(arc.middle);
    arc.lower = std::max(inherited, lower_bound(arc, found));
    heap_.push_back(arc);
    std::push_heap(heap_.begin(), heap_.end());
    finest_ = std::min(finest_, arc.half);
  }

  void split_lowest() {
    std::pop_heap(heap_.begin(), heap_.end());
    const Arc arc = heap_.back();
    heap_.pop_back();
    const double half = arc.half / 2;
    push({arc.middle - half, half, 0}, arc.lower);
    push({arc.middle + half, half, 0}, arc.lower);
  }

  /// Around the nearest point found the distance falls before and grows after the nearest one there is.
  void sharpen() {
    if (is_decided()) return;
    double from = best_angle_ - 2 * finest_, to = best_angle_ + 2 * finest_;
    if (!(slope(from, probe(from)) < 0 && slope(to, probe(to)) > 0)) return;
    for (int k = 0; k < bisections; ++k) {
      const double middle = from + (to - from) / 2;
      if (middle == from || middle == to) return;
      (slope(middle, probe(middle)) < 0 ? from : to) = middle;
    }
  }

  const PlacedRing& ring_;
  const Partner& other_;
  KeptList<Arc> heap_;
  CircleGap best_{0, std::numeric_limits<double>::infinity(), {}};
  double best_angle_ = 0;
  double finest_ = std::numbers::pi;
};

}  // namespace

CircleGap nearest_to_circle(const PlacedRing& ring, const Partner& other) { return ArcSearch(ring, other).run(); }

Partner circle_of(const PlacedRing& ring) {
  Partner partner;
  partner.nearest = [&ring](const Vec3& point) {
    const Vec3 nearest = ring.nearest_on_circle(point);
    return NearestPoint{nearest, (nearest - point).stableNorm()};
  };
  partner.bends_down = [&ring](const Vec3& point, double radius) {
    const double nearest_to_axis = ring.from_axis(point) - radius;
    return nearest_to_axis > 0 ? 1 / nearest_to_axis : std::numeric_limits<double>::infinity();
  };
  partner.reach = ring.reach();
  return partner;
}

}  // namespace graze::ring
