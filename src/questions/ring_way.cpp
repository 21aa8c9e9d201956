/// From ball to ball along the circle of a torus until none is in contact.

#include "questions/ring_way.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include <Eigen/Geometry>

#include <graze/distance.h>
#include <graze/penetration.h>

#include "motion/turning/reach.h"
#include "questions/ring.h"
#include "questions/ring_partner.h"

namespace graze::query {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();
/// Contacts that are less deep than this part of the sizes have parted. No unit. TorusDepth.AgreesWithTheFirstGapOfSampledWays
constexpr double parted = 0x1p-40;
/// Balls on the way, each of which goes on by that much at least; mostly it is three or four.
constexpr int most_balls = 1000;
/// How far on the circle a ball is looked for that goes farther than the one found, and the steps of the golden section there.
constexpr double around = 0.25;  // radians
/// The same for the last digits: squares of the angle that the section leaves are below rounding.
constexpr double closely_around = 0x1p-9;
/// So much of the sizes before the end. No unit. TorusDepth.IsThatOfASlabABoxAndARod
constexpr double shortly = 0x1p-20;
constexpr int golden_steps = 24;
/// The other body's deepest point is looked for from so many angles.
constexpr int first_angles = 8;

/// The angle within `half` of another one at which a function is least, by the golden section, and its value there.
template <class Function>
std::pair<double, double> least_near(double angle, double half, int steps, const Function& function) {
  constexpr double golden = 0.6180339887498949;
  double from = angle - half, to = angle + half;
  double left = to - golden * (to - from), right = from + golden * (to - from);
  double at_left = function(left), at_right = function(right);
  for (int k = 0; k < steps; ++k) {
    if (at_left < at_right) {
      to = right, right = left, at_right = at_left;
      left = to - golden * (to - from);
      at_left = function(left);
    } else {
      from = left, left = right, at_left = at_right;
      right = from + golden * (to - from);
      at_right = function(right);
    }
  }
  return at_left < at_right ? std::pair(left, at_left) : std::pair(right, at_right);
}

double finite_reach(const Body& body) {
  const double reach = reach_of(body).center + body.pose.translation.stableNorm();
  return std::isfinite(reach) ? reach : 0;
}

}  // namespace

RingWay::RingWay(const Body& torus, const Body& other)
    : other_(other),
      ring_(placed_ring(torus)),
      other_ring_(is_ring(other) ? std::optional(placed_ring(other)) : std::nullopt),
      partner_(other_ring_ ? ring::circle_of(*other_ring_) : partner_of(other_)),
      size_(ring_.reach() + ring_.center.stableNorm() + finite_reach(other)) {
  best_.depth = infinite;
  best_.normal = ring_.frame[0];
}

ring::PlacedRing RingWay::moved(const Vec3& way) const {
  ring::PlacedRing moved = ring_;
  moved.center -= way;
  if (other_ring_) moved.minor += other_ring_->minor;
  return moved;
}

double RingWay::angle_of(const Vec3& on_circle) const {
  return std::atan2(ring_.frame[2].dot(on_circle), ring_.frame[1].dot(on_circle));
}

std::optional<double> RingWay::angle_in_contact(const Vec3& way) const {
  ring::PlacedRing thinner = moved(way);
  thinner.minor = std::max(0.0, thinner.minor - parted * size_);
  const ring::CircleGap gap = ring::nearest_to_circle(thinner, partner_);
  if (gap.upper > thinner.minor) return std::nullopt;
  return angle_of(gap.points[0] - thinner.center);
}

double RingWay::ball_exit(double angle, const Vec3& way, const Vec3& direction) {
  const Body ball{*Geometry::make(Shape{Sphere{ring_.at(angle) - way, ring_.minor}}), {}, {}};
  const auto found = penetration(ball, other_, direction);
  if (!found) error_ = found.error();
  return found && *found ? (*found)->depth : 0;
}

double RingWay::longest_exit(double angle, double half, const Vec3& way, const Vec3& direction) {
  const double here = ball_exit(angle, way, direction);
  if (std::isinf(here)) return here;
  const auto found = least_near(angle, half, golden_steps, [&](double x) { return -ball_exit(x, way, direction); });
  return std::max(here, -found.second);
}

void RingWay::name_contact(Penetration& found) const {
  const ring::PlacedRing at_end = moved(found.depth * found.normal);
  const ring::CircleGap gap = ring::nearest_to_circle({at_end.center, at_end.frame, at_end.major, 0}, partner_);
  const Vec3 toward = gap.points[1] - gap.points[0];
  const Vec3 touch = gap.points[0] + ring_.minor * (toward == Vec3::Zero() ? toward : Vec3(toward.stableNormalized()));
  found.manifold = {{touch + found.depth * found.normal, found.depth}};
  found.features = {ring_surface, ring_surface};
  if (other_ring_) return;
  if (const auto named = closest_points(point_body(gap.points[0]), other_)) found.features[1] = named->features[1];
}

/// What is left of the contact, less deep than can be told apart from none, of the ball that is nearest to the other body.
void RingWay::leave_wholly(Penetration& found) {
  const ring::PlacedRing at_end = moved(found.depth * found.normal);
  const double angle = angle_of(ring::nearest_to_circle(at_end, partner_).points[0] - at_end.center);
  // From a little before the end: there the neighbours of that ball are in contact too, and can be compared.
  const double before = std::max(0.0, found.depth - shortly * size_);
  found.depth = std::max(found.depth, before + longest_exit(angle, closely_around, before * found.normal, found.normal));
}

Penetration RingWay::along(const Vec3& direction, double limit) {
  Penetration found;
  found.normal = direction;
  for (int k = 0; k < most_balls && !error_; ++k) {
    if (!(found.depth <= limit)) {
      found.depth = infinite;
      return found;
    }
    const auto angle = angle_in_contact(found.depth * direction);
    const double farther = angle ? longest_exit(*angle, around, found.depth * direction, direction) : 0;
    if (!(farther > parted * size_)) break;
    found.depth += farther;
  }
  if (!std::isfinite(found.depth)) return found;
  leave_wholly(found);
  name_contact(found);
  return found;
}

void RingWay::look_along(const Vec3& direction) {
  constexpr double no_longer = 1 - 0x1p-40;  // than the best, so that rounding does not choose
  if (direction == Vec3::Zero() || error_) return;
  Penetration found = along(direction.stableNormalized(), best_.depth * no_longer);
  if (found.depth < best_.depth) best_ = std::move(found);
}

void RingWay::look_around() {
  const Deepest deepest = this->deepest(0, Vec3::Zero());
  const Vec3 center = ring_.at(deepest.angle), outward = ring_.outward(deepest.angle);
  if (const auto out = signed_distance(point_body(center), other_)) {
    if (out->normal) look_along(-*out->normal);
  }
  for (const Vec3& direction : {ring_.frame[0], outward, Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY()), Vec3(Vec3::UnitZ())}) {
    look_along(direction);
    look_along(-direction);
  }
}

void RingWay::improve() {
  constexpr double widest = 0.1, narrowest = 0x1p-18;  // radians: 2^-36 of the depth where it is smooth
  for (double angle = widest; angle >= narrowest && !error_;) {
    if (!(best_.depth > parted * size_) || !std::isfinite(best_.depth)) return;
    const double before = best_.depth;
    const Vec3 middle = best_.normal, side = middle.unitOrthogonal(), other = middle.cross(side);
    for (const Vec3& aside : {side, Vec3(-side), other, Vec3(-other)}) look_along(middle + angle * aside);
    if (!(best_.depth < before)) angle /= 2;
  }
}

double RingWay::gap_at(double angle, const Vec3& way) {
  ++looks_;
  const Vec3 point = ring_.at(angle) - way;
  if (other_ring_) return partner_.nearest(point).distance - other_ring_->minor - ring_.minor;
  const auto signed_gap = signed_distance(point_body(point), other_);
  return (signed_gap ? signed_gap->distance : partner_.nearest(point).distance) - ring_.minor;
}

RingWay::Deepest RingWay::deepest_near(double angle, double half, const Vec3& way) {
  constexpr int few_steps = 6;
  const auto [refined, gap] = least_near(angle, half, few_steps, [&](double x) { return gap_at(x, way); });
  return {refined, gap};
}

RingWay::Deepest RingWay::deepest(double angle, const Vec3& way) {
  Deepest best{angle, infinite};
  for (int k = 0; k < first_angles; ++k) {
    const double tried = angle + 2 * std::numbers::pi * k / first_angles;
    const double gap = gap_at(tried, way);
    if (gap < best.gap) best = {tried, gap};
  }
  const Deepest refined = deepest_near(best.angle, std::numbers::pi / first_angles, way);
  return refined.gap < best.gap ? refined : best;
}

double RingWay::gap_error(double gap) const {
  return 2 * partner_.distance_error * (std::abs(gap) + ring_.minor) + ring::touching_gap * size_;
}

}  // namespace graze::query
