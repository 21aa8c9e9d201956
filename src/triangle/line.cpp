/// Lines against triangles of a posed body: the filter in the body's frame first, exact fractions where it does not decide.

#include "triangle/line.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "box/margin.h"
#include "numbers/bounded.h"
#include "numbers/tolerance.h"

namespace graze::distance {
namespace {

/// Error of each coordinate of rotation * v + translation: four terms, of which the first is rounded four times; a fifth for the
/// sum.
double image_error(const Vec3& v, const Pose& pose, const Vec3& translation) {
  if (pose.is_identity()) return 0;
  return 5 * tolerance::rounding * (pose.rotation.cwiseAbs() * v.cwiseAbs() + translation.cwiseAbs()).maxCoeff() +
         detail::underflow_bound;
}

ParameterBracket exactly(const Fraction& t) {
  const double low = quotient_down(t.numerator, t.denominator);
  const double high = quotient_up(t.numerator, t.denominator);
  return {low, high, low == high ? low : quotient_nearest(t.numerator, t.denominator)};
}

bool is_mixed(const std::array<int, 3>& sides) {
  const auto [least, most] = std::minmax({sides[0], sides[1], sides[2]});
  return least < 0 && most > 0;
}

Fraction with_positive_denominator(Dyadic numerator, Dyadic denominator) {
  if (denominator.sign() < 0) return {-numerator, -denominator};
  return {std::move(numerator), std::move(denominator)};
}

bool is_zero(const Vector3<Dyadic>& v) { return v.x.is_zero() && v.y.is_zero() && v.z.is_zero(); }

}  // namespace

RoundedLine rounded_world(const Probe& line) {
  const Vec3& direction = line.direction;
  const double direction_error = line.end ? 2 * tolerance::rounding * direction.lpNorm<1>() : 0;
  const Pose& pose = line.pose;
  if (pose.is_identity()) return {line.origin, direction, 0, direction_error};
  return {pose.to_world(line.origin), pose.rotation * direction, image_error(line.origin, pose, pose.translation),
          image_error(direction, pose, Vec3::Zero()) + 2 * direction_error};
}

/// A coordinate of the body's frame sums three of the world with weights of length 1: sqrt(3) times the error, shear included.
RoundedLine rounded_in_body(const RoundedLine& world, const Pose& body) {
  if (body.is_identity()) return world;
  const sat::RelativePose relative = sat::relative_pose_with_errors(body, {Mat3::Identity(), world.origin});
  return {relative.translation, relative.to_a * world.direction, relative.translation_error + 2 * world.origin_error,
          (relative.rotation_error + 4 * tolerance::rounding) * world.direction.lpNorm<1>() + 2 * world.direction_error};
}

LineProbe::LineProbe(const Probe& line, const Pose& body)
    : line_(line),
      body_(body),
      range_{line.t_min, line.t_max},
      rounded_(rounded_world(line)),
      local_(rounded_in_body(rounded_, body)) {}

LineProbe::LineProbe(const ExactLine& line, const Pose& body) : body_(body), range_{line.least, line.greatest}, exact_(line) {
  rounded_ = {approximate(line.origin), approximate(line.direction)};
  rounded_.origin_error = 8 * tolerance::rounding * rounded_.origin.lpNorm<1>() + detail::underflow_bound;
  rounded_.direction_error = 8 * tolerance::rounding * rounded_.direction.lpNorm<1>() + detail::underflow_bound;
  local_ = rounded_in_body(rounded_, body);
}

const ExactLine& LineProbe::exact() const {
  if (!exact_) {
    exact_.emplace();
    exact_->origin = exact_world(line_.origin, line_.pose);
    exact_->direction = line_.end ? exact_world(*line_.end, line_.pose) - exact_->origin
                                  : exact_world(line_.direction, {line_.pose.rotation, Vec3::Zero()});
  }
  return *exact_;
}

/// Seen from the line's origin.
ExactCorners LineProbe::exact_corners(const Triangle& triangle) const {
  const Vector3<Dyadic>& origin = exact().origin;
  return {exact_world(triangle.v[0], body_) - origin, exact_world(triangle.v[1], body_) - origin,
          exact_world(triangle.v[2], body_) - origin};
}

std::array<int, 3> LineProbe::exact_sides(const ExactCorners& w) const {
  const Vector3<Dyadic>& d = exact().direction;
  return {dot(d, cross(w[0], w[1])).sign(), dot(d, cross(w[1], w[2])).sign(), dot(d, cross(w[2], w[0])).sign()};
}

/// Moving the origin by e changes the volume of edge ab by e . ((a - b) x direction).
int LineProbe::perturbed_crossing(std::array<int, 3> sides, const Triangle& triangle) const {
  for (int i = 0; i < 3; ++i) {
    if (sides[i] != 0) continue;
    const auto a = exact_world(triangle.v[i], body_), b = exact_world(triangle.v[(i + 1) % 3], body_);
    const Vector3<Dyadic> change = cross(a - b, exact().direction);
    sides[i] = !change.x.is_zero() ? change.x.sign() : !change.y.is_zero() ? change.y.sign() : change.z.sign();
  }
  return sides[0] == sides[1] && sides[1] == sides[2] ? -sides[0] : 0;
}

Fraction LineProbe::exact_parameter(const ExactCorners& w) const {
  const Vector3<Dyadic> normal = cross(w[1] - w[0], w[2] - w[0]);
  return with_positive_denominator(dot(w[0], normal), dot(exact().direction, normal));
}

/// The line lies in the triangle's plane: it meets sides where their ends are not on the same side of it. A corner's height is its
/// offset from the line along one direction of that plane.
std::optional<LineProbe::Interval> LineProbe::interval_in_plane(const ExactCorners& w) const {
  const Vector3<Dyadic>& d = exact().direction;
  std::array<Vector3<Dyadic>, 3> off{cross(w[0], d), cross(w[1], d), cross(w[2], d)};
  const auto axis = std::find_if(off.begin(), off.end(), [](const auto& v) { return !is_zero(v); });
  const Vector3<Dyadic> up = axis == off.end() ? Vector3<Dyadic>{} : *axis;
  std::array<Dyadic, 3> height{dot(off[0], up), dot(off[1], up), dot(off[2], up)};
  const Dyadic length = dot(d, d);
  std::optional<Interval> found;
  const auto add = [&](const Fraction& t) {
    if (!found) found = Interval{t, t};
    if (t < found->first) found->first = t;
    if (found->last < t) found->last = t;
  };
  for (int i = 0; i < 3; ++i) {
    const int j = (i + 1) % 3;
    if (height[i].is_zero()) add({dot(w[i], d), length});
    if (height[i].sign() * height[j].sign() < 0) {
      const Dyadic along = dot(w[j], d) * height[i] - dot(w[i], d) * height[j];
      add(with_positive_denominator(along, (height[i] - height[j]) * length));
    }
  }
  return found;
}

LineProbe::Interval LineProbe::exact_interval(const Triangle& triangle) const {
  const ExactCorners w = exact_corners(triangle);
  if (exact_sides(w) == std::array{0, 0, 0}) return *interval_in_plane(w);
  const Fraction t = exact_parameter(w);
  return {t, t};
}

int LineProbe::compare(const Triangle& x, End end_of_x, const Triangle& y, End end_of_y) const {
  const Interval of_x = exact_interval(x), of_y = exact_interval(y);
  const Fraction& s = end_of_x == End::first ? of_x.first : of_x.last;
  const Fraction& t = end_of_y == End::first ? of_y.first : of_y.last;
  return (s.numerator * t.denominator - t.numerator * s.denominator).sign();
}

int LineProbe::compare(const Triangle& x, End end_of_x, double t) const {
  const Interval of_x = exact_interval(x);
  const Fraction& s = end_of_x == End::first ? of_x.first : of_x.last;
  return (s.numerator - Dyadic(t) * s.denominator).sign();
}

std::optional<LineContact> LineProbe::contact_in_plane(const Triangle& triangle) const {
  const std::optional<Interval> interval = interval_in_plane(exact_corners(triangle));
  if (!interval) return std::nullopt;
  const LineContact contact{exactly(interval->first), exactly(interval->last), true, 0};
  if (!range_.holds(contact.first, contact.last)) return std::nullopt;
  return contact;
}

/// Near an end of the range only the exact parameter tells.
std::optional<ParameterBracket> LineProbe::parameter_in_domain(const Triangle& triangle) const {
  std::optional<ParameterBracket> t = trusted_parameter(local_, triangle);
  if (t && range_.holds(*t, *t)) return t;
  if (t && range_.is_clear_of(*t)) return std::nullopt;
  t = exactly(exact_parameter(exact_corners(triangle)));
  return range_.holds(*t, *t) ? t : std::nullopt;
}

std::optional<LineContact> LineProbe::exact_contact(const Triangle& triangle) const {
  const std::array<int, 3> sides = exact_sides(exact_corners(triangle));
  if (is_mixed(sides)) return std::nullopt;
  if (sides == std::array{0, 0, 0}) return contact_in_plane(triangle);
  const std::optional<ParameterBracket> t = parameter_in_domain(triangle);
  if (!t) return std::nullopt;
  return LineContact{*t, *t, false, perturbed_crossing(sides, triangle)};
}

std::optional<LineContact> LineProbe::contact(const Triangle& triangle) const {
  const FilteredContact filtered = filtered_contact(local_, range_, triangle.v[0], triangle.v[1], triangle.v[2]);
  if (filtered.kind == FilteredContact::Kind::apart) return std::nullopt;
  if (filtered.kind == FilteredContact::Kind::unsure) return exact_contact(triangle);
  return LineContact{filtered.at, filtered.at, false, filtered.crossing};
}

}  // namespace graze::distance
