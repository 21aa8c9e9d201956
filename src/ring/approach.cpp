/// Rectangles of angle and time by the bound of their distance, the lowest first.

#include "ring/approach.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "numbers/kept_blocks.h"
#include "ring/arc_bound.h"

namespace graze::ring {
namespace {

struct Window {
  double angle = 0, half_angle = 0;
  double time = 0, half_time = 0;
  double lower = 0;

  friend bool operator<(const Window& x, const Window& y) { return x.lower > y.lower; }  // the lowest on top of the heap
};

class ApproachSearch {
 public:
  ApproachSearch(const PlacedRing& ring, const Vec3& velocity, const Partner& other, const ApproachLimits& limits)
      : ring_(ring), velocity_(velocity), speed_(velocity.stableNorm()), other_(other), limits_(limits) {}

  CircleApproach run() {
    constexpr int first_arcs = 8;
    const double half = std::numbers::pi / first_arcs, middle = limits_.t_max / 2;
    for (int k = 0; k < first_arcs; ++k) push({(2 * k + 1) * half, half, middle, middle, 0}, 0);
    while (!is_done() && evaluations_ < limits_.most_evaluations) split_lowest();
    best_.finished = is_done();
    best_.lower = std::max(0.0, std::min(heap_.front().lower, best_.upper));
    return best_;
  }

 private:
  [[nodiscard]] bool is_done() const {
    const double size = ring_.reach() + other_.reach;
    const double known = std::max(2 * other_.distance_error * best_.upper, touching_gap * size);
    return best_.upper <= ring_.minor || best_.upper - heap_.front().lower <= std::max(known, limits_.tolerance);
  }

  /// With the gradient at the middle, as of an arc at rest, since all points of the window are displaced from there by what the arc
  /// and the motion add up to.
  [[nodiscard]] double lower_bound(const Window& window, const Vec3& at, const NearestPoint& found) const {
    const double chord = chord_of(ring_, window.half_angle), way = speed_ * window.half_time;
    const double sure = found.distance * (1 - other_.distance_error);
    const double anyway = sure - chord - way;
    const double bend = other_.bends_down(at, chord + way);
    if (!(found.distance > 0) || !std::isfinite(bend)) return anyway;
    const Vec3 gradient = (at - found.point).stableNormalized();
    const double along = least_along(ring_, gradient, window.angle, window.half_angle);
    const double moved = std::abs(gradient.dot(velocity_)) * window.half_time;
    return std::max(anyway, sure + along - moved - bend / 2 * (chord + way) * (chord + way));
  }

  void push(Window window, double inherited) {
    ++evaluations_;
    const Vec3 at = ring_.at(window.angle) + window.time * velocity_;
    const NearestPoint found = other_.nearest(at);
    if (found.distance < best_.upper) {
      best_.upper = found.distance;
      best_.time = window.time;
    }
    window.lower = std::max(inherited, lower_bound(window, at, found));
    heap_.push_back(window);
    std::push_heap(heap_.begin(), heap_.end());
  }

  /// Across its longer side, as lengths are.
  void split_lowest() {
    std::pop_heap(heap_.begin(), heap_.end());
    const Window whole = heap_.back();
    heap_.pop_back();
    const bool in_time = speed_ * whole.half_time > ring_.major * whole.half_angle;
    for (const int side : {-1, 1}) {
      Window part = whole;
      double& half = in_time ? part.half_time : part.half_angle;
      half /= 2;
      (in_time ? part.time : part.angle) += side * half;
      push(part, whole.lower);
    }
  }

  const PlacedRing& ring_;
  Vec3 velocity_;
  double speed_;
  const Partner& other_;
  ApproachLimits limits_;
  KeptList<Window> heap_;
  std::size_t evaluations_ = 0;
  CircleApproach best_{0, std::numeric_limits<double>::infinity(), 0, true};
};

}  // namespace

CircleApproach closest_approach(const PlacedRing& ring, const Vec3& velocity, const Partner& other, const ApproachLimits& limits) {
  return ApproachSearch(ring, velocity, other, limits).run();
}

}  // namespace graze::ring
